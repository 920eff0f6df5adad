/** Filters and times as a client gives them. */
import { openTestClient, type TestClient } from '@zapomni/testkit/client';
import { verifies } from '@zapomni/testkit/verifies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTimes } from './time-arguments.ts';

describe('filters', () => {
  let zapomni: TestClient;
  const ids = new Map<string, string>();
  const add = async (text: string, more: object) =>
    ids.set(text, (await zapomni.call('add_memory', { text, ...more })).memory_id);
  const listed = async (args: Record<string, unknown>): Promise<string[]> =>
    (await zapomni.call('list_memories', args)).memories.map((one: { text_preview: string }) => one.text_preview);
  const searched = async (filters: object): Promise<string[]> =>
    (await zapomni.call('search_memory', { query: 'note', filters })).results.map((one: { text: string }) => one.text);

  beforeAll(async () => {
    zapomni = await openTestClient();
    await add('note one', {
      tags: ['a', 'b'],
      source: 'mail',
      kind: 'fact',
      metadata: { timestamp: '2024-03-01', priority: 1, project: { name: 'x' }, due: '2024-05-01', open: true },
    });
    await add('note two', {
      tags: ['b'],
      source: 'chat',
      kind: 'event',
      metadata: { timestamp: '2024-03-31T23:59:59Z', priority: 5, project: { name: 'y' }, due: '2024-06-01' },
    });
    await add('note three', {
      tags: ['c'],
      source: 'web',
      metadata: { timestamp: '2024-04-01', priority: 'high', 'odd.name "quoted"': 1, none: null },
    });
  });
  afterAll(() => zapomni.close());

  it.each([
    [{ tags: ['a', 'c'] }, ['one', 'three']],
    [{ tags_all: ['a', 'b'] }, ['one']],
    [{ tags_none: ['a'] }, ['two', 'three']],
    [{ source: 'mail' }, ['one']],
    [{ source: ['mail', 'web'] }, ['one', 'three']],
    [{ kind: 'event' }, ['two']],
    [{ kind: ['event', 'fact'] }, ['one', 'two']],
    [{ metadata: { priority: 1 } }, ['one']],
    [{ metadata: { priority: { gt: 1 } } }, ['two']],
    [{ metadata: { priority: { gte: 1, lt: 5 } } }, ['one']],
    [{ metadata: { priority: { ne: 1 } } }, ['two', 'three']],
    [{ metadata: { priority: { in: [5, 'high'] } } }, ['two', 'three']],
    [{ metadata: { priority: { $lte: 1 } } }, ['one']],
    [{ metadata: { 'project.name': 'y' } }, ['two']],
    [{ metadata: { 'odd.name "quoted"': 1 } }, ['three']],
    [{ metadata: { due: { lt: '2024-05-15' } } }, ['one']],
    [{ metadata: { due: { exists: false } } }, ['three']],
    [{ metadata: { open: true } }, ['one']],
    [{ metadata: { none: null } }, ['three']],
    [{ metadata: JSON.parse('{"__proto__": 1}') as object }, []],
    [{ date_from: '2024-03-31', date_to: '2024-03-31' }, ['two']],
    [{ tags: [], source: [], metadata: {} }, ['one', 'two', 'three']],
  ])('%j', async (filters, expected) => {
    verifies('R144', 'P006', 'D022');
    const texts = expected.map((name) => `note ${name}`);
    expect(await listed({ filters })).toEqual(texts.toReversed());
    expect((await searched(filters)).toSorted()).toEqual(texts.toSorted());
  });

  it('memory_ids', async () => {
    const filters = { memory_ids: [ids.get('note two'), 'no such'] };
    expect(await listed({ filters })).toEqual(['note two']);
    expect(await searched(filters)).toEqual(['note two']);
  });

  it.each([
    [{ since: '2024-03-31' }, ['three', 'two']],
    [{ since: 'April 2024' }, ['three']],
    [{ until: 'March 2024' }, ['two', 'one']],
    [{ since: '2024-03-02', until: '2024-03' }, ['two']],
    [{ until: '2023' }, []],
    [{ since: 'today' }, []],
    [{ since: '2024-03-02', filters: { date_to: '2024-03-31', tags: ['b'] } }, ['two']],
  ])('%j', async (args, expected) => {
    expect(await listed(args)).toEqual(expected.map((name) => `note ${name}`));
  });

  it('as_of brings back what has been replaced since', async () => {
    verifies('P041');
    const workspace_id = 'moved';
    const said = (text: string, timestamp: string, more: object = {}) =>
      zapomni.call('add_memory', { text, workspace_id, metadata: { timestamp }, ...more });
    const { memory_id: supersedes } = await said('The office is in Prague', '2024-01-01');
    await said('The office is in Berlin', '2024-06-01', { supersedes });
    expect(await listed({ workspace_id })).toEqual(['The office is in Berlin']);
    expect(await listed({ workspace_id, as_of: '2023' })).toEqual([]);
    expect(await listed({ workspace_id, as_of: 'May 2024' })).toEqual(['The office is in Prague']);
    expect(await listed({ workspace_id, as_of: '2024-06-01' })).toEqual(['The office is in Berlin']);
    expect(await listed({ workspace_id, as_of: 'today' })).toEqual(['The office is in Berlin']);
  });

  it.each([
    [{ filters: { metadata: { priority: { over: 1 } } } }, /filters\.metadata\.priority\.over: is not a comparison/],
    [
      { filters: { metadata: { priority: { gt: true } } } },
      /filters\.metadata\.priority\.gt: must be a number or a string/,
    ],
    [{ filters: { metadata: { priority: { gt: null } } } }, /filters\.metadata\.priority\.gt/],
    [{ filters: { metadata: { priority: { in: 5 } } } }, /filters\.metadata\.priority\.in: must be a list/],
    [{ filters: { metadata: { priority: { in: [[]] } } } }, /filters\.metadata\.priority\.in/],
    [
      { filters: { metadata: { priority: { exists: 'yes' } } } },
      /filters\.metadata\.priority\.exists: must be true or false/,
    ],
    [{ filters: { metadata: { priority: { ne: {} } } } }, /filters\.metadata\.priority\.ne/],
    [{ filters: { metadata: { priority: {} } } }, /filters\.metadata\.priority: says nothing/],
    [{ filters: { metadata: { priority: [1] } } }, /filters\.metadata\.priority: cannot be compared with a list/],
    [{ filters: { metadata: 'priority' } }, /filters\.metadata: must be an object/],
    [{ filters: { metadata: null } }, /filters\.metadata: must be an object/],
    [
      { filters: { metadata: Object.fromEntries(Array.from({ length: 21 }, (_, i) => [i, i])) } },
      /filters\.metadata.*20/,
    ],
    [{ filters: { source: 5 } }, /filters\.source.*a string or an array/],
    [{ filters: { colour: 'red' } }, /filters\.colour/],
    [{ filters: { date_from: 'last week' } }, /filters\.date_from.*2024-03-31/],
    [{ since: 'the launch' }, /since: is not a time.*"last week"/s],
    [{ since: '03/04/2024' }, /since: is not a time/],
    [{ until: 'x'.repeat(5000) }, /until: is not a time/],
    [{ since: 'before June' }, /since: does not say when it begins/],
    [{ until: 'since Monday' }, /until: does not say when it ends/],
    [{ since: '2024-03-05', until: '2024-03-01' }, /until: is before `since`/],
    [{ as_of: 'soon' }, /as_of: is not a time/],
  ])('refuses %j', async (args, message) => {
    expect(await zapomni.fails('list_memories', args)).toMatch(message);
  });
});

describe('withTimes', () => {
  const now = Date.UTC(2024, 4, 15, 12);
  const day = (text: string) => Date.parse(text);

  it('reads words from the clock it is given', () => {
    expect(withTimes(undefined, { since: 'last week', until: 'yesterday' }, now)).toEqual({
      from: day('2024-05-06'),
      before: day('2024-05-15'),
    });
  });

  it('keeps the narrower of filter and argument, and the rest of the filter', () => {
    const filter = { tags: ['a'], from: day('2024-05-10'), before: day('2024-05-11') };
    expect(withTimes(filter, { since: 'May', until: 'May' }, now)).toEqual(filter);
    expect(withTimes(filter, { since: '2024-05-10T12:00Z' }, now)).toEqual({
      ...filter,
      from: day('2024-05-10T12:00Z'),
    });
    expect(withTimes(filter, {}, now)).toBe(filter);
  });

  it('takes as_of for the end of a day and for the very moment', () => {
    expect(withTimes({}, { as_of: '2024-03-31' }, now)).toEqual({ validAt: day('2024-04-01') - 1 });
    expect(withTimes({}, { as_of: '2024-03-31T10:00:00Z' }, now)).toEqual({ validAt: day('2024-03-31T10:00:00Z') });
    expect(withTimes({}, { as_of: 'March' }, now)).toEqual({ validAt: day('2024-04-01') - 1 });
  });
});
