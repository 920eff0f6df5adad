import { expect } from 'vitest';
import { toPhrase, toQueryTerms, toTerms } from '@zapomni/core/model';
import type { WordQuery } from '@zapomni/core/ports';
import { verifies } from '../../verifies.ts';
import { addOne, findByWords, memory, memoryIds, NOW, WORKSPACE, type Clause } from './fixtures.ts';

const FOUND_BY: readonly (readonly [text: string, query: string])[] = [
  ['Привет, мир!', 'ПРИВЕТ'],
  ['Le café est fermé', 'cafe'],
  ['naive approach', 'naïve'],
  ['written in C++ and C#', 'c++'],
  ['a state-of-the-art method', 'state-of-the-art'],
  ['mail user@example.com today', 'user@example.com'],
  ['call getUserById() first', 'user'],
  ['東京は日本の首都です', '日本'],
  ['the runners were running', 'run'],
  ['snake_case_name', 'case'],
];

export function wordClauses(clause: Clause): void {
  clause('words are found across scripts, accents, signs and identifiers', async ({ storage }) => {
    const stored = await storage.memories.add(
      FOUND_BY.map(([text]) => memory(text)),
      NOW,
    );
    for (const [i, [text, query]] of FOUND_BY.entries()) {
      expect(await findByWords(storage, query), `"${query}" finds "${text}"`).toContain(stored[i]?.id);
    }
  });

  clause('a memory is found by its words at once, also after reopening', async (harness) => {
    const given = memory('quick brown fox');
    await harness.storage.memories.add([given], NOW);
    expect(await findByWords(harness.storage, 'fox')).toEqual([given.id]);
    expect(await findByWords(await harness.reopen(), 'fox')).toEqual([given.id]);
  });

  clause('any of the terms will do; more and rarer ones rank higher', async ({ storage }) => {
    const both = memory('zebra apple');
    const rare = memory('zebra pear');
    const fruit = Array.from({ length: 8 }, (_, i) => memory(`apple tree ${i}`));
    await storage.memories.add([...fruit, rare, both, memory('none of it')], NOW);
    const hits = await storage.fullText.search({ terms: toQueryTerms('zebra apple') }, 20, { workspace: WORKSPACE });
    expect(hits).toHaveLength(10);
    expect(hits.slice(0, 2).map((hit) => hit.memoryId)).toEqual([both.id, rare.id]);
    const scores = hits.map((hit) => hit.score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(scores.at(-1)).toBeGreaterThan(0);
  });

  clause('min(k, matches) hits, and none for no terms or none that match', async ({ storage }) => {
    await storage.memories.add(
      Array.from({ length: 5 }, () => memory('pebble')),
      NOW,
    );
    expect(await findByWords(storage, 'pebble', { k: 3 })).toHaveLength(3);
    expect(await findByWords(storage, 'pebble', { k: 50 })).toHaveLength(5);
    expect(await findByWords(storage, 'pebble', { k: 0 })).toEqual([]);
    expect(await findByWords(storage, 'absent')).toEqual([]);
    expect(await storage.fullText.search({ terms: [] }, 5, { workspace: WORKSPACE })).toEqual([]);
  });

  clause('each passage is found by its own words', async ({ storage }) => {
    const text = 'north wind. south sun.';
    const passages = [
      { start: 0, end: 11 },
      { start: 12, end: 22 },
    ];
    const stored = await addOne(storage, memory(text, { passages }));
    const [hit, ...others] = await storage.fullText.search({ terms: ['sun'] }, 5, { workspace: WORKSPACE });
    expect(hit).toMatchObject({ passageId: stored.passageIds[1], memoryId: stored.id });
    expect(others).toEqual([]);
  });

  clause('workspace and filter hold before the cut', async ({ storage }) => {
    verifies('D003', 'P025');
    const crowd = Array.from({ length: 60 }, (_, i) => memory(`lighthouse lighthouse ${i}`));
    const lone = memory('one lighthouse among many other words that make it rank low', { workspace: 'small' });
    const tagged = memory('another lighthouse with many words around it that make it rank low', {
      tags: ['t'],
      source: 'src',
      occurredAt: 5,
    });
    await storage.memories.add([...crowd, lone, tagged], NOW);
    expect(await findByWords(storage, 'lighthouse', { k: 1, workspace: 'small' })).toEqual([lone.id]);
    for (const filter of [
      { tags: ['t'] },
      { sources: ['src'] },
      { before: 6 },
      { from: 4, before: 6, tags: ['x', 't'] },
    ]) {
      expect(await findByWords(storage, 'lighthouse', { k: 1, filter })).toEqual([tagged.id]);
    }
  });

  clause('a query of a thousand terms is answered', async ({ storage }) => {
    const given = await addOne(storage, memory('needle'));
    const terms = [...Array.from({ length: 1000 }, (_, i) => `t${i}`), ...toQueryTerms('needle')];
    const hits = await storage.fullText.search({ terms }, 5, { workspace: WORKSPACE });
    expect(hits.map((hit) => hit.memoryId)).toEqual([given.id]);
  });

  clause('scores are BM25 over the passages of the workspace alone', async ({ storage }) => {
    const texts = ['heron pond', 'heron heron reeds in the shallow water', 'otter pond', 'mole'];
    const stored = await storage.memories.add(
      texts.map((text) => memory(text)),
      NOW,
    );
    await storage.memories.add(
      Array.from({ length: 20 }, () => memory('heron heron heron', { workspace: 'elsewhere' })),
      NOW,
    );
    const lengths = texts.map((text) => toTerms(text).length);
    const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
    const part = (tf: number, length: number): number => (tf * 2.2) / (tf + 1.2 * (0.25 + (0.75 * length) / mean));
    const idf = Math.log(1 + (4 - 2 + 0.5) / (2 + 0.5));
    const hits = await storage.fullText.search({ terms: ['heron', 'pond'] }, 10, { workspace: WORKSPACE });
    const expected = [
      [0, idf * 2 * part(1, lengths[0] ?? 0)],
      [2, idf * part(1, lengths[2] ?? 0)],
      [1, idf * part(2, lengths[1] ?? 0)],
    ] as const;
    const best = expected.toSorted((a, b) => b[1] - a[1]);
    expect(hits.map((hit) => hit.memoryId)).toEqual(best.map(([i]) => stored[i]?.id));
    for (const [i, [, score]] of best.entries()) expect(hits[i]?.score).toBeCloseTo(score, 6);
  });

  clause('phrases must be held in order and adjacent, with words beside them or alone', async ({ storage }) => {
    const [exact, apart, turned, beside] = [
      memory('the blue moon rose over getUserById'),
      memory('blue light of the moon'),
      memory('moon blue and nothing else'),
      memory('once in a blue moon a comet comes'),
    ];
    await storage.memories.add([exact, apart, turned, beside], NOW);
    const blueMoon = toPhrase('blue moon');
    const find = async (query: WordQuery, k = 10): Promise<string[]> =>
      memoryIds(await storage.fullText.search(query, k, { workspace: WORKSPACE }));
    expect((await find({ terms: [], phrases: [blueMoon] })).toSorted()).toEqual([exact.id, beside.id]);
    expect(await find({ terms: ['comet'], phrases: [blueMoon] })).toEqual([beside.id, exact.id]);
    expect(await find({ terms: [], phrases: [blueMoon, toPhrase('getUserById')] })).toEqual([exact.id]);
    expect(await find({ terms: ['moon'], phrases: [['absent']] })).toEqual([]);
    expect(await find({ terms: [], phrases: [blueMoon] }, 1)).toHaveLength(1);
  });

  clause('what is excluded is not found, be it a term or a phrase', async ({ storage }) => {
    const [plain, term, phrase] = [memory('amber cave'), memory('amber bear'), memory('amber cave bear trail')];
    await storage.memories.add([plain, term, phrase], NOW);
    const find = async (excluded: string[][]): Promise<string[]> =>
      memoryIds(await storage.fullText.search({ terms: ['amber'], excluded }, 10, { workspace: WORKSPACE })).toSorted();
    expect(await find([['bear']])).toEqual([plain.id]);
    expect(await find([toPhrase('cave bear')])).toEqual([plain.id, term.id].toSorted());
    expect(await find([['trail'], ['bear'], []])).toEqual([plain.id]);
  });

  clause('a prefix finds every word that begins so', async ({ storage }) => {
    const [one, two, none] = [memory('kubernetes cluster'), memory('kubectl apply'), memory('cube')];
    await storage.memories.add([one, two, none], NOW);
    const find = async (query: WordQuery): Promise<string[]> =>
      memoryIds(await storage.fullText.search(query, 10, { workspace: WORKSPACE })).toSorted();
    expect(await find({ terms: [], prefixes: ['kub'] })).toEqual([one.id, two.id].toSorted());
    expect(await find({ terms: ['cube'], prefixes: ['kube'] })).toEqual([one.id, two.id, none.id].toSorted());
    expect(await find({ terms: [], prefixes: ['kubez', ''] })).toEqual([]);
  });

  clause('similar terms are those of the workspace a few edits away, the most frequent first', async ({ storage }) => {
    await storage.memories.add(
      [
        ...['zanzibar', 'zanzibar', 'zanzibor', 'zamzibur', 'banzibar'].map((text) => memory(text)),
        memory('zanzibxr', { workspace: 'elsewhere' }),
      ],
      NOW,
    );
    const similar = await storage.fullText.similar('zanzibra', WORKSPACE, 5);
    expect(similar).toEqual([
      { term: 'zanzibar', passages: 2 },
      { term: 'zanzibor', passages: 1 },
    ]);
    expect(await storage.fullText.similar('zanzibra', WORKSPACE, 1)).toHaveLength(1);
    expect(await storage.fullText.similar('zanzibra', 'nowhere', 5)).toEqual([]);
    expect(await storage.fullText.similar('z', WORKSPACE, 5)).toEqual([]);
  });

  clause('frequencies tell in how many passages of the workspace a term occurs', async ({ storage }) => {
    const [first] = await storage.memories.add([memory('tin tin can'), memory('tin'), memory('can')], NOW);
    await storage.memories.add([memory('tin', { workspace: 'elsewhere' })], NOW);
    const ask = () => storage.fullText.frequencies(['tin', 'absent', 'can'], WORKSPACE);
    expect(await ask()).toEqual({ passages: 3, counts: [2, 0, 2] });
    await storage.memories.remove(WORKSPACE, [first?.id ?? ''], NOW);
    expect(await ask()).toEqual({ passages: 2, counts: [1, 0, 1] });
    expect(await storage.fullText.frequencies(['tin'], 'nowhere')).toEqual({ passages: 0, counts: [0] });
  });
}
