import { openTestClient, textOf, type TestClient } from '@zapomni/testkit/client';
import { condition } from '@zapomni/testkit/condition';
import { enginesForTests } from '@zapomni/testkit/engines';
import { verifies } from '@zapomni/testkit/verifies';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openFilledGraph, type FilledGraph } from '@zapomni/testkit/filled-graph';

const ENGINES = await enginesForTests();

const at = (timestamp: string) => ({ metadata: { timestamp } });

describe.each(ENGINES)('time, on $engine', ({ options }) => {
  let zapomni: TestClient;
  const add = async (text: string, more = {}) =>
    (await zapomni.call('add_memory', { text, ...more })).memory_id as string;
  beforeEach(async () => {
    zapomni = await openTestClient(options());
  });
  afterEach(() => zapomni.close());

  it('shows what was so from when to when, and what corrected what', async () => {
    verifies('P041', 'P042');
    const old = await add('We deploy on Thursdays', at('2024-01-10'));
    const now = await add('We deploy on Mondays', { ...at('2024-06-01'), supersedes: old });
    const timeline = await zapomni.call('get_timeline');
    expect(timeline).toMatchObject({
      status: 'found',
      count: 2,
      entries: [
        { kind: 'memory', memory_id: now, from: '2024-06-01T00:00:00.000Z' },
        { kind: 'memory', memory_id: old, from: '2024-01-10T00:00:00.000Z', until: '2024-06-01T00:00:00.000Z' },
      ],
    });
    expect(timeline.entries[0].until).toBeUndefined();
    const march = await zapomni.call('get_snapshot', { as_of: 'March 2024' });
    expect(march.memories).toMatchObject([{ memory_id: old, text: 'We deploy on Thursdays' }]);
    const today = await zapomni.call('get_snapshot');
    expect(today.memories).toMatchObject([{ memory_id: now }]);
    expect((await zapomni.call('get_snapshot', { as_of: '2023' })).memories_total).toBe(0);
  });

  it('tells what the store believed then from what it believes now', async () => {
    verifies('P041');
    const id = await add('The budget is 10', at('2024-01-10'));
    const { known_at: before } = await zapomni.call('get_snapshot');
    await condition(() => Date.now() > Date.parse(before));
    await zapomni.call('update_memory', { memory_id: id, text: 'The budget is 12' });
    expect((await zapomni.call('get_snapshot', { known_at: before })).memories).toMatchObject([
      { memory_id: id, text: 'The budget is 10' },
    ]);
    expect((await zapomni.call('get_snapshot')).memories).toMatchObject([{ text: 'The budget is 12' }]);
    const versions = await zapomni.call('get_timeline', { memory_id: id });
    expect(versions.entries.map(({ text, version }: { text: string; version: number }) => [version, text])).toEqual([
      [2, 'The budget is 12'],
      [1, 'The budget is 10'],
    ]);
  });

  it('lists what was learned, corrected and forgotten, in order', async () => {
    verifies('P042');
    const id = await add('The budget is 10');
    await zapomni.call('update_memory', { memory_id: id, text: 'The budget is 12' });
    await zapomni.call('delete_memory', { memory_id: id, confirm: true });
    await add('The budget is 15');
    const { changes, total } = await zapomni.call('get_changes', { since: '1 hour ago', kinds: ['memory'] });
    const seen = changes.map(({ change, text }: { change: string; text?: string }) => `${change} ${text ?? ''}`.trim());
    expect(seen).toContain('removed');
    expect(seen.at(-1)).toBe('added The budget is 15');
    expect(total).toBe(changes.length);
    expect(JSON.stringify(changes)).not.toContain('The budget is 10');
    expect((await zapomni.call('get_changes', { since: '2001', until: '2002' })).changes).toEqual([]);
    const page = await zapomni.call('get_changes', { since: 'today', limit: 1 });
    expect(page.next_cursor).toBeTruthy();
    const next = await zapomni.call('get_changes', { since: 'today', limit: 1, cursor: page.next_cursor });
    expect(next.changes[0]).not.toEqual(page.changes[0]);
  });

  it('pages through snapshots and timelines', async () => {
    for (let i = 0; i < 5; i++) await add(`note number ${i}`, at(`2024-01-0${i + 1}`));
    const first = await zapomni.call('get_timeline', { limit: 3 });
    const rest = await zapomni.call('get_timeline', { limit: 3, cursor: first.next_cursor });
    expect([...first.entries, ...rest.entries].map(({ text }: { text: string }) => text)).toEqual(
      Array.from({ length: 5 }, (_, i) => `note number ${4 - i}`),
    );
    expect(rest.next_cursor).toBeUndefined();
    const shot = await zapomni.call('get_snapshot', { limit: 4 });
    expect(shot).toMatchObject({ memories_total: 5 });
    const more = await zapomni.call('get_snapshot', { limit: 4, memory_cursor: shot.memory_cursor });
    expect(more.memories).toHaveLength(1);
    const window = await zapomni.call('get_timeline', { since: '2024-01-02', until: '2024-01-03' });
    expect(window.entries.length).toBeGreaterThan(0);
  });
});

describe.each(ENGINES)('the tools of time, on $engine', ({ options }) => {
  let zapomni: TestClient;
  beforeAll(async () => {
    zapomni = await openTestClient(options());
  });
  afterAll(() => zapomni.close());

  it.each([
    ['get_timeline', { since: 'whenever' }, /INVALID_INPUT: .*since: is not a time/],
    ['get_timeline', { since: '2024', until: '2023' }, /INVALID_INPUT: until/],
    ['get_timeline', { limit: 201 }, /INVALID_INPUT: .*limit/],
    ['get_timeline', { cursor: 'nonsense' }, /INVALID_INPUT: .*cursor/],
    ['get_timeline', { entity: 'x'.repeat(10_000) }, /INVALID_INPUT: .*entity/],
    ['get_timeline', { memory_id: '00000000-0000-7000-8000-000000000000' }, /NOT_FOUND: memory_id/],
    ['get_changes', {}, /INVALID_INPUT: .*since/],
    ['get_changes', { since: 'never' }, /INVALID_INPUT: .*since/],
    ['get_changes', { since: 'today', kinds: ['cats'] }, /INVALID_INPUT: .*kinds/],
    ['get_changes', { since: 'today', limit: 0 }, /INVALID_INPUT: .*limit/],
    ['get_snapshot', { as_of: 'x'.repeat(10_000) }, /INVALID_INPUT: as_of/],
    ['get_snapshot', { known_at: '31/31/2024' }, /INVALID_INPUT: known_at/],
    ['get_snapshot', { memory_cursor: 'nonsense' }, /INVALID_INPUT: .*cursor/],
  ])('%s %o is refused', async (tool, args, why) => {
    expect(await zapomni.fails(tool, args)).toMatch(why);
  });
});

describe.each(ENGINES)('the time of relations, on $engine', ({ options }) => {
  let zapomni: FilledGraph;
  beforeEach(async () => {
    zapomni = await openFilledGraph(options());
  });
  afterEach(() => zapomni.close());

  it('is in timelines, snapshots and changes', async () => {
    verifies('P042');
    const timeline = await zapomni.call('get_timeline', { entity: 'alice' });
    expect(timeline.entity).toMatchObject({ name: 'Alice' });
    const relations = timeline.entries.filter(({ kind }: { kind: string }) => kind === 'relation');
    expect(relations.map(({ relation }: { relation: { type: string } }) => relation.type).toSorted()).toEqual([
      'KNOWS',
      'WORKS_FOR',
    ]);
    const { relations_total, relations: shown } = await zapomni.call('get_snapshot', { limit: 2 });
    expect([relations_total, shown.length]).toEqual([5, 2]);
    const { changes } = await zapomni.call('get_changes', { since: '1 hour ago', kinds: ['relation'] });
    expect(changes).toHaveLength(5);
    expect(changes[0]).toMatchObject({ kind: 'relation', change: 'added', type: expect.any(String) });
    expect((await zapomni.call('get_timeline', { entity: 'Nobody' })).status).toBe('not_found');
  });

  it('ends when its memory is superseded', async () => {
    verifies('P041');
    await zapomni.call('add_memory', { text: 'Alice left.', supersedes: zapomni.memoryIds[0] });
    const args = { entity: 'Alice', depth: 1, relationship_types: ['WORKS_FOR'] };
    expect((await zapomni.call('get_related', args)).related).toEqual([]);
    const { changes } = await zapomni.call('get_changes', { since: '1 hour ago', kinds: ['relation'] });
    expect(changes.at(-1)).toMatchObject({ change: 'closed', source: 'Alice', type: 'WORKS_FOR', target: 'Acme' });
    expect(textOf(await zapomni.raw('get_changes', { since: 'today' }))).toContain('Alice —WORKS_FOR→ Acme');
  });
});
