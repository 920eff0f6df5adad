import { expect } from 'vitest';
import { toQueryTerms } from '@zapomni/core/model';
import { verifies } from '../verifies.ts';
import { addOne, findByWords, memory, NOW, WORKSPACE, type Clause } from './storage-fixtures.ts';

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
    const hits = await storage.texts.search(toQueryTerms('zebra apple'), 20, { workspace: WORKSPACE });
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
    expect(await storage.texts.search([], 5, { workspace: WORKSPACE })).toEqual([]);
  });

  clause('each passage is found by its own words', async ({ storage }) => {
    const text = 'north wind. south sun.';
    const passages = [
      { start: 0, end: 11 },
      { start: 12, end: 22 },
    ];
    const stored = await addOne(storage, memory(text, { passages }));
    const [hit, ...others] = await storage.texts.search(['sun'], 5, { workspace: WORKSPACE });
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
      { source: 'src' },
      { before: 6 },
      { from: 4, before: 6, tags: ['x', 't'] },
    ]) {
      expect(await findByWords(storage, 'lighthouse', { k: 1, filter })).toEqual([tagged.id]);
    }
  });

  clause('a query of a thousand terms is answered', async ({ storage }) => {
    const given = await addOne(storage, memory('needle'));
    const terms = [...Array.from({ length: 1000 }, (_, i) => `t${i}`), ...toQueryTerms('needle')];
    const hits = await storage.texts.search(terms, 5, { workspace: WORKSPACE });
    expect(hits.map((hit) => hit.memoryId)).toEqual([given.id]);
  });
}
