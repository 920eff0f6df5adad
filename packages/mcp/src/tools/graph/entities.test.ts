import { textOf } from '@zapomni/testkit/client';
import { enginesForTests } from '@zapomni/testkit/engines';
import { verifies } from '@zapomni/testkit/verifies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFilledGraph, untilRead, type FilledGraph } from '@zapomni/testkit/filled-graph';

const ENGINES = await enginesForTests();

interface Named {
  readonly name: string;
  readonly entity_id: string;
}

describe.each(ENGINES)('entities, on $engine', ({ options }) => {
  let zapomni: FilledGraph;
  const names = async (args: Record<string, unknown>): Promise<string[]> =>
    (await zapomni.call('search_entities', args)).entities.map(({ name }: Named) => name);
  beforeAll(async () => {
    zapomni = await openFilledGraph(options());
  });
  afterAll(() => zapomni.close());

  it('are found by words of their names and by type, the most connected first without a query', async () => {
    verifies('D011');
    expect(await names({ query: 'acme' })).toEqual(['Acme']);
    expect((await names({ types: ['person'] })).toSorted()).toEqual(['Alice', 'Bob']);
    expect((await names({}))[0]).toBe('Acme');
    expect(await names({ limit: 1 })).toHaveLength(1);
    expect(textOf(await zapomni.raw('search_entities', { query: 'nobody at all' }))).toContain('graph_status');
  });

  it('are read whole: relations with their sentences, mentions with their memories', async () => {
    verifies('D013');
    const entity = await zapomni.call('get_entity', { entity: 'Alice' });
    expect(entity).toMatchObject({
      status: 'found',
      entity: { entity_id: 'person:alice', mentions: 2 },
      relations_total: 2,
      mentions_total: 2,
    });
    expect(entity.mentions.map(({ memory_id }: { memory_id: string }) => memory_id).toSorted()).toEqual(
      [zapomni.memoryIds[0], zapomni.memoryIds[3]].toSorted(),
    );
    const { mentions, next_cursor } = await zapomni.call('get_entity', { entity: 'Alice', limit: 1 });
    expect(mentions).toHaveLength(1);
    const rest = await zapomni.call('get_entity', { entity: 'Alice', limit: 1, cursor: next_cursor });
    expect(rest.mentions[0].memory_id).not.toBe(mentions[0].memory_id);
    expect(textOf(await zapomni.raw('get_entity', { entity: 'Alice' }))).toContain('Alice —WORKS_FOR→ Acme');
    expect((await zapomni.call('get_entity', { entity: 'Nobody' })).status).toBe('not_found');
  });

  it('are one when somebody says so, and two again when that was wrong', async () => {
    verifies('D012');
    await zapomni.call('link', { source: 'ACM', source_type: 'organization', type: 'knows', target: 'Bob' });
    const merged = await zapomni.call('merge_entities', { into: 'Acme', from: 'ACM' });
    expect(merged).toMatchObject({ status: 'merged', entity: { name: 'Acme' } });
    expect((await zapomni.call('get_entity', { entity: 'ACM' })).entity).toMatchObject({ name: 'Acme' });
    expect(await zapomni.fails('merge_entities', { into: 'Acme', from: 'ACM' })).toMatch(/^CONFLICT: .*same entity/);
    const { merges } = await zapomni.call('get_entity', { entity: 'Acme' });
    expect(merges).toMatchObject([{ merge_id: merged.merge_id, from: 'organization:acm' }]);
    expect(await zapomni.call('split_entities', { merge_id: merged.merge_id })).toMatchObject({
      status: 'split',
      into: { name: 'Acme' },
      from: { name: 'ACM' },
    });
    expect((await zapomni.call('get_entity', { entity: 'ACM' })).entity).toMatchObject({ name: 'ACM' });
    expect(await zapomni.fails('split_entities', { merge_id: merged.merge_id })).toMatch(/^NOT_FOUND: /);
    expect(await zapomni.fails('merge_entities', { into: 'Acme', from: 'Nobody' })).toMatch(/^NOT_FOUND: .*from/s);
  });

  it('that may be one are suggested', async () => {
    await zapomni.call('link', { source: 'Асme', source_type: 'organization', type: 'copies', target: 'Acme' });
    const result = await zapomni.raw('suggest_merges');
    const { suggestions } = result.structuredContent as { suggestions: { into: Named; from: Named; reason: string }[] };
    const pair = suggestions.find(({ reason }) => reason === 'look_alike');
    expect([pair?.into.name, pair?.from.name].toSorted()).toEqual(['Acme', 'Асme']);
    expect(textOf(result)).toContain('letters that look alike');
  });

  it('are linked by hand, in words or in capitals, and unlinked', async () => {
    const linked = await zapomni.call('link', {
      source: 'Bob',
      type: 'lives in',
      target: 'Berlin',
      since: '2020-01-01',
    });
    expect(linked).toMatchObject({
      status: 'linked',
      relation: { source: 'Bob', type: 'LIVES_IN', target: 'Berlin', valid_from: '2020-01-01T00:00:00.000Z' },
      created: [],
    });
    const past = await zapomni.call('get_related', {
      entity: 'Bob',
      depth: 1,
      relationship_types: ['LIVES_IN'],
      as_of: '2021',
    });
    expect(past.related).toMatchObject([{ name: 'Berlin' }]);
    expect(
      await zapomni.call('unlink', { source: 'Bob', type: 'LIVES_IN', target: 'Berlin', as_of: '2022-06-30' }),
    ).toEqual({
      status: 'ended',
    });
    const args = { entity: 'Bob', depth: 1, relationship_types: ['LIVES_IN'] };
    expect((await zapomni.call('get_related', args)).related).toEqual([]);
    expect((await zapomni.call('get_related', { ...args, as_of: '2021' })).related).toHaveLength(1);
  });

  it('are not unlinked from what memories say', async () => {
    const result = await zapomni.raw('unlink', { source: 'Alice', type: 'works for', target: 'Acme' });
    expect(result.structuredContent).toMatchObject({ status: 'not_asserted', remaining: { type: 'WORKS_FOR' } });
    expect(textOf(result)).toContain('supersedes');
  });

  it.each([
    ['link', { source: 'Bob', type: 'knows', target: 'Bob' }, /INVALID_INPUT: .*target: is the same/],
    ['link', { source: 'Bob', type: 'knows', target: 'bob', target_type: 'person' }, /INVALID_INPUT: .*target/],
    ['link', { source: 'Bob', type: 'knows', target: 'Nobody' }, /NOT_FOUND: target.*search_entities/],
    ['link', { source: 'Bob', type: '…', target: 'Alice' }, /INVALID_INPUT: .*type/],
    [
      'link',
      { source: 'Bob', type: 'knows', target: 'x'.repeat(10_000), target_type: 'person' },
      /INVALID_INPUT: .*target/,
    ],
    ['link', { source: 'Bob', type: 'knows', target: 'Alice', since: '2021', until: '2020' }, /INVALID_INPUT: until/],
    [
      'link',
      { source: 'Bob', type: 'hates', target: 'Alice', memory_id: '00000000-0000-7000-8000-000000000000' },
      /NOT_FOUND: memory_id/,
    ],
    ['unlink', { source: 'Bob', type: 'knows', target: 'Nobody' }, /NOT_FOUND: /],
    ['get_entity', { entity: 'Alice', limit: 101 }, /INVALID_INPUT: .*limit/],
    ['get_entity', { entity: 'Alice', cursor: 'nonsense' }, /INVALID_INPUT: .*cursor/],
    ['search_entities', { query: 'x'.repeat(10_000) }, /INVALID_INPUT: .*query/],
    ['search_entities', { limit: 201 }, /INVALID_INPUT: .*limit/],
  ])('%s %o is refused', async (tool, args, why) => {
    const text = await zapomni.fails(tool, args);
    expect(text).toMatch(why);
    expect(text.length).toBeLessThan(1000);
  });

  it('that a deleted memory alone named are gone, and the receipt says so', async () => {
    const { memory_id } = await zapomni.call('add_memory', { text: 'Alice Smith lives in Berlin.' });
    await untilRead(zapomni);
    const { removed } = await zapomni.call('delete_memory', { memory_id, confirm: true });
    expect(removed).toMatchObject({ memories: 1, mentions: 2 });
  });
});
