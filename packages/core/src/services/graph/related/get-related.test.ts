import { openFilledStore, type FilledStore } from '@zapomni/testkit/filled-store';
import { verifies } from '@zapomni/testkit/verifies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RelatedRequest } from './related-request.ts';
import { sentenceAround } from './sentence-around.ts';

const workspace = 'default';
const DAY = 86_400_000;

describe('getRelated', () => {
  let store: FilledStore;
  beforeAll(async () => {
    store = openFilledStore();
    await store.remember([
      'It is well known. Alice works for Acme! Ask anyone.',
      'Once more: Alice works for Acme',
      'Acme is in Berlin',
      'Bob lives in Berlin',
      'Bob uses SQLite',
    ]);
    await store.remember(['Alice works for Acme'], 'elsewhere');
    await store.read();
  });
  afterAll(() => store.close());

  const ask = (request: Partial<RelatedRequest> = {}) =>
    store.app.graph.related({ workspace, entity: 'Alice', ...request });
  const names = async (request: Partial<RelatedRequest> = {}) =>
    (await ask(request)).related.map(({ entity, distance }) => `${distance} ${entity.name}`);

  it('tells what is connected, how far, how strongly, by which way and on what grounds', async () => {
    verifies('P011', 'P012');
    const { entity, related, total, complete } = await ask({ depth: 3 });
    expect(entity).toMatchObject({ id: 'person:alice', name: 'Alice', type: 'person' });
    expect([total, complete]).toEqual([3, true]);
    const [acme, berlin, bob] = related;
    expect(acme).toMatchObject({ entity: { name: 'Acme' }, distance: 1 });
    expect(acme?.strength).toBeCloseTo(0.99);
    expect(berlin?.strength).toBeCloseTo(0.99 * 0.9);
    expect(bob?.path.map(({ source, type, target }) => `${source.name} ${type} ${target.name}`)).toEqual([
      'Alice WORKS_FOR Acme',
      'Acme LOCATED_IN Berlin',
      'Bob LIVES_IN Berlin',
    ]);
    expect(bob?.path[0]?.evidence.map(({ text }) => text)).toEqual([
      'Alice works for Acme!',
      'Once more: Alice works for Acme',
    ]);
    expect(bob?.path[0]).toMatchObject({ evidenceCount: 2, validTo: null });
  });

  it.each(['alice', 'ALICE', 'The Alice', '"Alice"', 'person:alice', '  Alice '])('knows %j', async (entity) => {
    verifies('P012', 'D011');
    expect((await ask({ entity })).entity?.id).toBe('person:alice');
  });

  it('goes as deep as asked and no deeper', async () => {
    verifies('P011');
    expect(await names({ depth: 1 })).toEqual(['1 Acme']);
    expect(await names()).toEqual(['1 Acme', '2 Berlin']);
    expect(await names({ depth: 5 })).toEqual(['1 Acme', '2 Berlin', '3 Bob', '4 SQLite']);
  });

  it('follows only relations of the kinds, the direction and the strength asked for', async () => {
    verifies('P011');
    expect(await names({ depth: 5, relationTypes: ['works for', 'LOCATED_IN'] })).toEqual(['1 Acme', '2 Berlin']);
    expect(await names({ depth: 5, relationTypes: ['LIVES_IN'] })).toEqual([]);
    expect(await names({ depth: 5, direction: 'out' })).toEqual(['1 Acme', '2 Berlin']);
    expect(await names({ depth: 5, direction: 'in' })).toEqual([]);
    expect(await names({ depth: 5, minStrength: 0.95 })).toEqual(['1 Acme']);
  });

  it('cuts at the limit, nearest first, and says how many there are', async () => {
    verifies('P011');
    const { related, total } = await ask({ depth: 5, limit: 2 });
    expect([related.length, total]).toEqual([2, 4]);
    expect(related.at(-1)?.path).toHaveLength(2);
  });

  it('shows as much evidence as asked for', async () => {
    const pieces = async (evidence: number) => (await ask({ depth: 1, evidence })).related[0]?.path[0]?.evidence.length;
    expect(await Promise.all([0, 1, 5].map(pieces))).toEqual([0, 1, 2]);
  });

  it('answers an unknown name with names near it', async () => {
    verifies('D011');
    const { entity, related, suggestions } = await ask({ entity: 'Alice Cooper' });
    expect([entity, related]).toEqual([null, []]);
    expect(suggestions.map(({ name }) => name)).toEqual(['Alice']);
    const { suggestions: mistyped } = await ask({ entity: 'Berlni' });
    expect(mistyped.map(({ name }) => name)).toEqual(['Berlin']);
    expect((await ask({ entity: 'zzz' })).suggestions).toEqual([]);
    expect((await ask({ entity: 'Alice', workspace: 'nowhere' })).entity).toBeNull();
  });

  it('keeps workspaces apart', async () => {
    verifies('D012');
    const { related } = await ask({ workspace: 'elsewhere', depth: 5 });
    expect(related.map(({ entity, path }) => [entity.name, path[0]?.evidenceCount])).toEqual([['Acme', 1]]);
  });

  it.each([
    [{ depth: 0 }, 'depth'],
    [{ depth: 6 }, 'depth'],
    [{ depth: 1.5 }, 'depth'],
    [{ limit: 0 }, 'limit'],
    [{ limit: 201 }, 'limit'],
    [{ evidence: 6 }, 'evidence'],
    [{ minStrength: 2 }, 'min_strength'],
    [{ relationTypes: ['!!!'] }, 'relationship_types'],
    [{ entity: ' ' }, 'entity'],
    [{ entity: 'x'.repeat(10_000) }, 'entity'],
    [{ entity: '\ud800' }, 'entity'],
    [{ validAt: Number.NaN }, 'as_of'],
    [{ knownAt: 1e300 }, 'known_at'],
  ])('refuses %o', async (request, field) => {
    await expect(ask(request)).rejects.toMatchObject({ code: 'INVALID_INPUT', issues: [{ field }] });
  });

  it('tells look-alikes of other scripts apart', async () => {
    const other = 'unicode';
    const [cyrillic, latin] = ['Асme', 'Acme'];
    const links = [cyrillic, latin].map((name, i) => ({
      source: { name: `Person ${i}`, type: 'person' },
      type: 'WORKS_FOR',
      target: { name, type: 'organization' },
    }));
    await store.app.graph.link({ workspace: other, links });
    const seen = async (entity: string) =>
      (await store.app.graph.related({ workspace: other, entity })).related.map(({ entity: { name } }) => name);
    expect(await seen(cyrillic)).toEqual(['Person 0']);
    expect(await seen(latin)).toEqual(['Person 1']);
  });

  it('walks cycles without going round', async () => {
    const link = (source: string, target: string) => ({
      source: { name: source, type: 'thing' },
      type: 'NEXT_TO',
      target: { name: target, type: 'thing' },
    });
    await store.app.graph.link({
      workspace: 'cycle',
      links: [link('a', 'b'), link('b', 'c'), link('c', 'a'), link('b', 'a')],
    });
    const { related, total } = await store.app.graph.related({ workspace: 'cycle', entity: 'a', depth: 5 });
    expect(related.map(({ entity, distance }) => [entity.name, distance])).toEqual([
      ['b', 1],
      ['c', 1],
    ]);
    expect(total).toBe(2);
  });

  describe('at another time', () => {
    const then = Date.UTC(2020, 0, 1);
    const people = 'history';
    beforeAll(async () => {
      store.clock.set(then);
      await store.remember([{ text: 'Alice works for Acme', metadata: { timestamp: '2019-06-01' } }], people);
      await store.read();
      store.clock.set(then + 100 * DAY);
      const supersedes = store.idOf('Alice works for Acme');
      await store.remember(
        [{ text: 'Alice lives in Berlin', metadata: { timestamp: '2020-02-01' }, supersedes }],
        people,
      );
      await store.read();
    });
    const at = async (validAt?: number, knownAt?: number) => {
      const moment = { ...(validAt ? { validAt } : {}), ...(knownAt ? { knownAt } : {}) };
      const { related } = await store.app.graph.related({ workspace: people, entity: 'Alice', ...moment });
      return related.map(({ entity }) => entity.name);
    };

    it('tells what held then', async () => {
      verifies('P041');
      expect(await at()).toEqual(['Berlin']);
      expect(await at(Date.UTC(2019, 0, 1))).toEqual([]);
      expect(await at(Date.UTC(2019, 6, 1))).toEqual(['Acme']);
      expect(await at(Date.UTC(2020, 1, 2))).toEqual(['Berlin']);
    });

    it('tells what was believed then', async () => {
      verifies('P041');
      expect(await at(Date.UTC(2020, 1, 2), then + DAY)).toEqual(['Acme']);
      expect(await at(Date.UTC(2020, 1, 2), then - DAY)).toEqual([]);
    });
  });
});

describe('sentenceAround', () => {
  it.each([
    ['One. Two three four. Five', 'three', 'Two three four.'],
    ['first line\nAlice here\nlast', 'Alice', 'Alice here'],
    ['no end at all', 'end', 'no end at all'],
    ['Version 1.2 is out. More', 'out', 'Version 1.2 is out.'],
  ])('cuts out of %j', (text, word, sentence) => {
    const start = text.indexOf(word);
    expect(sentenceAround(text, { start, end: start + word.length })).toBe(sentence);
  });

  it('keeps to its length, between words, and splits no character', () => {
    const text = `${'🎉 words '.repeat(200)}HERE ${'𝒳 more '.repeat(200)}`;
    const start = text.indexOf('HERE');
    const cut = sentenceAround(text, { start, end: start + 4 });
    expect(cut.length).toBeLessThanOrEqual(300);
    expect(cut.isWellFormed()).toBe(true);
    expect(cut).toContain('HERE');
    expect(text).toContain(cut);
    const long = 'x'.repeat(1000);
    expect(sentenceAround(long, { start: 0, end: 1000 })).toHaveLength(300);
    expect(sentenceAround(long, { start: 500, end: 501 }).length).toBeLessThanOrEqual(300);
  });
});
