import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { openTestDeps, type TestDeps } from '@zapomni/testkit/deps';
import { collection, type ListQuery } from './collection.ts';
import { defineCollection } from './define-collection.ts';

const TASKS = defineCollection({
  name: 'tasks',
  schema: z.strictObject({
    title: z.string().min(1),
    status: z.enum(['open', 'done']),
    due: z.number().nullable(),
    tags: z.array(z.string()).default([]),
    slug: z.string().optional(),
    attachment: z.string().optional(),
  }),
  indexes: {
    by_slug: { fields: ['slug'], unique: true },
    by_status: ['status', 'due'],
    by_tag: ['tags', 'title'],
  },
  parent: { collection: 'lists' },
  blobs: ['attachment'],
});
const LISTS = defineCollection({ name: 'lists', schema: z.strictObject({ name: z.string() }) });
const HOME = 'home';

let store: TestDeps;
beforeEach(() => {
  store = openTestDeps();
});
afterEach(() => store.close());

const tasks = () => collection(store.deps, TASKS);
const lists = () => collection(store.deps, LISTS);
const task = (title: string, rest: Partial<z.input<typeof TASKS.schema>> = {}) => ({
  title,
  status: 'open' as const,
  due: null,
  ...rest,
});

async function keys(query: ListQuery<'by_slug' | 'by_status' | 'by_tag', z.output<typeof TASKS.schema>>) {
  const { items } = await tasks().list(HOME, query);
  return items.map(({ key }) => key);
}

test('a value comes back as the schema makes it, with defaults, versions and times', async () => {
  expect(await tasks().put(HOME, 'a', task('first'))).toBe(1);
  store.clock.advance(5);
  expect(await tasks().put(HOME, 'a', task('changed', { due: 1.5 }), { ifVersion: 1 })).toBe(2);
  const kept = await tasks().get(HOME, 'a');
  expect(kept).toMatchObject({ key: 'a', version: 2 });
  expect(kept?.value).toEqual({ title: 'changed', status: 'open', due: 1.5, tags: [] });
  expect((kept?.updatedAt ?? 0) - (kept?.createdAt ?? 0)).toBe(5);
  expect(await tasks().get(HOME, 'absent')).toBeNull();
  expect(await tasks().getMany(HOME, ['absent', 'a', 'a'])).toEqual([kept, kept]);
  await expect(tasks().put(HOME, 'a', task('late'), { ifVersion: 1 })).rejects.toMatchObject({ code: 'CONFLICT' });
  await tasks().delete(HOME, 'a', { ifVersion: 2 });
  expect(await tasks().count(HOME)).toBe(0);
});

test('each comes in the order of the list, over as many pages as it takes', async () => {
  const names = ['c', 'a', 'e', 'b', 'd'];
  await tasks().putMany(
    HOME,
    names.map((name, due) => [name, task(name, { due, status: name === 'e' ? 'done' : 'open' })]),
  );
  const open = { index: 'by_status', where: { status: 'open' }, descending: true, limit: 2 } as const;
  const found: [string, number | null][] = [];
  for await (const { key, value } of tasks().each(HOME, open)) found.push([key, value.due]);
  expect(found).toEqual([
    ['d', 4],
    ['b', 3],
    ['a', 1],
    ['c', 0],
  ]);
  for await (const { key } of lists().each(HOME)) expect.unreachable(key);
});

test('what does not fit is refused with the names of the fields, and changes nothing', async () => {
  const bad = { title: '', status: 'lost', due: null, extra: 1 } as unknown as ReturnType<typeof task>;
  await expect(tasks().put(HOME, 'a', bad)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringMatching(/^title: /) as string,
    issues: [{ field: 'title' }, { field: 'status' }, { field: 'record' }],
  });
  const long = tasks().put(HOME, 'a', task('x', { slug: 'x'.repeat(1023) }));
  await expect(long).rejects.toMatchObject({ code: 'INVALID_INPUT', issues: [{ field: 'slug' }] });
  const nowhere = tasks().put(HOME, 'a', task('x'), { parent: 'absent' });
  await expect(nowhere).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await store.deps.storage.workspaces.list()).toEqual([]);
});

test('a unique index refuses a second record, but not a second one without a value', async () => {
  await tasks().put(HOME, 'a', task('a', { slug: 's' }));
  await tasks().put(HOME, 'b', task('b'));
  await tasks().put(HOME, 'c', task('c'));
  await expect(tasks().put(HOME, 'd', task('d', { slug: 's' }))).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await keys({ index: 'by_slug', where: { slug: 's' } })).toEqual(['a']);
  expect(await keys({ index: 'by_slug' })).toEqual(['b', 'c', 'a']);
});

test('records are listed by equality, range and prefix, in either order, page by page', async () => {
  const dues = [null, -1, 0, 0.5, 2, 10];
  await tasks().putMany(
    HOME,
    dues.map((due, i) => [`t${i}`, task(`task ${i}`, { due, status: i === 4 ? 'done' : 'open' })] as const),
  );
  const open = { index: 'by_status', where: { status: 'open' } } as const;
  expect(await keys(open)).toEqual(['t0', 't1', 't2', 't3', 't5']);
  expect(await keys({ ...open, descending: true, limit: 2 })).toEqual(['t5', 't3']);
  expect(await keys({ ...open, from: 0 })).toEqual(['t2', 't3', 't5']);
  expect(await keys({ ...open, to: 0.5 })).toEqual(['t1', 't2']);
  expect(await keys({ ...open, from: -1, to: 10, descending: true })).toEqual(['t3', 't2', 't1']);
  expect(await keys({ index: 'by_status', where: { status: 'done', due: 2 } })).toEqual(['t4']);
  expect(await keys({ index: 'by_status', prefix: 'o' })).toHaveLength(5);
  expect(await tasks().count(HOME, { ...open, from: 0 })).toBe(3);
  expect(await keys({ prefix: 't' })).toHaveLength(6);
  expect(await keys({ from: 't2', to: 't4' })).toEqual(['t2', 't3']);
  const first = await tasks().list(HOME, { ...open, limit: 3 });
  const second = await tasks().list(HOME, { ...open, limit: 3, cursor: first.next ?? '' });
  expect([...first.items, ...second.items].map(({ key }) => key)).toEqual(['t0', 't1', 't2', 't3', 't5']);
  expect(second.next).toBeNull();
  for (const wrong of [{ where: { due: 1 } }, { where: { title: 'x' } }])
    await expect(keys({ index: 'by_status', ...wrong })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});

test('a record with a list is found by each of its items', async () => {
  await tasks().put(HOME, 'a', task('b first', { tags: ['x', 'y', 'x'] }));
  await tasks().put(HOME, 'b', task('a second', { tags: ['x'] }));
  expect(await keys({ index: 'by_tag', where: { tags: 'x' } })).toEqual(['b', 'a']);
  expect(await keys({ index: 'by_tag', prefix: 'y' })).toEqual(['a']);
  expect(await tasks().count(HOME, { index: 'by_tag' })).toBe(3);
});

test('records go with what they belong to, and their blobs are in use until then', async () => {
  const hash = 'c'.repeat(64);
  await lists().put(HOME, 'inbox', { name: 'Inbox' });
  await tasks().put(HOME, 'a', task('a', { attachment: hash }), { parent: 'inbox' });
  expect(await tasks().get(HOME, 'a')).toMatchObject({ parent: 'inbox' });
  await expect(lists().put(HOME, 'b', { name: 'B' }, { parent: 'inbox' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  });
  expect(await store.deps.storage.records.blobsInUse([hash])).toEqual([hash]);
  await lists().delete(HOME, 'inbox');
  expect(await tasks().get(HOME, 'a')).toBeNull();
  expect(await store.deps.storage.records.blobsInUse([hash])).toEqual([]);
});

test('very many are put in portions, and one that is refused leaves the portions before it', async () => {
  function* many() {
    for (let i = 0; i < 1200; i++) yield [`k${i}`, task(`t${i}`, { slug: i === 1100 ? 's5' : `s${i}` })] as const;
  }
  await expect(tasks().putMany(HOME, many())).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await tasks().count(HOME)).toBe(1000);
});

test('a field that came later has its default; a record that no longer fits is named without its contents', async () => {
  const write = { op: 'put', collection: 'tasks', entries: [], parent: null, blobs: [] } as const;
  const old = { ...write, key: 'old', value: '{"title":"t","status":"open","due":null}' };
  await store.deps.storage.records.write(HOME, [old, { ...write, key: 'odd', value: '{"title":7}' }], 1);
  expect((await tasks().get(HOME, 'old'))?.value).toMatchObject({ tags: [] });
  await expect(tasks().get(HOME, 'odd')).rejects.toMatchObject({
    code: 'STORE_CORRUPT',
    message: expect.stringContaining('tasks') as string,
  });
});

test('names that no engine takes are refused where they are declared', () => {
  expect(() => defineCollection({ name: 'My tasks', schema: z.object({}) })).toThrow('name');
});
