import { openFilledStore, type FilledStore } from '@zapomni/testkit/filled-store';
import { afterAll, beforeAll, expect, it } from 'vitest';

const workspace = 'default';
interface Named {
  readonly name: string;
  readonly type: string;
}
let store: FilledStore;
beforeAll(async () => {
  store = openFilledStore();
  await store.remember(['Alice works for Acme', 'Acme is in Berlin', 'Bob lives in Berlin', 'Bob uses SQLite']);
  await store.read();
  const [source, target] = ['Carol', 'Prague'].map((name) => ({ name, type: 'thing' })) as [Named, Named];
  await store.app.graph.link({ workspace, links: [{ source, type: 'LIVES_IN', target }] });
});
afterAll(() => store.close());

const ways = async (from: string, to: string, more: object = {}) => {
  const { steps } = await store.app.graph.path({ workspace, from, to, ...more });
  return steps?.map(({ source, type, target }) => `${source.name} ${type} ${target.name}`) ?? null;
};

it('finds a shortest way, from either end, with the sentences that say each step', async () => {
  const way = ['Alice WORKS_FOR Acme', 'Acme LOCATED_IN Berlin', 'Bob LIVES_IN Berlin', 'Bob USES SQLite'];
  expect(await ways('Alice', 'SQLite')).toEqual(way);
  expect(await ways('SQLite', 'Alice')).toEqual(way.toReversed());
  const { steps } = await store.app.graph.path({ workspace, from: 'alice', to: 'Acme' });
  expect(steps?.map(({ evidence }) => evidence[0]?.text)).toEqual(['Alice works for Acme']);
});

it('tells when there is no way, none of no steps, and which name nothing has', async () => {
  expect(await ways('Alice', 'Prague')).toBeNull();
  expect(await ways('Alice', 'Alice')).toEqual([]);
  await expect(ways('Alice', 'Nobody')).rejects.toMatchObject({ code: 'NOT_FOUND', issues: [{ field: 'to' }] });
});

it('goes only by what held at the moment', async () => {
  expect(await ways('Alice', 'Berlin', { validAt: Date.UTC(1990, 0, 1) })).toBeNull();
});

it('shows what one relation stands on', async () => {
  const { steps } = await store.app.graph.path({ workspace, from: 'Bob', to: 'SQLite' });
  const [step] = steps ?? [];
  const shown = await store.app.graph.relation({ workspace, relation: step?.id ?? '' });
  expect(shown).toMatchObject({ source: { name: 'Bob' }, type: 'USES', evidence: [{ text: 'Bob uses SQLite' }] });
  expect(await store.app.graph.relation({ workspace, relation: 'none' })).toBeNull();
  const before = { workspace, relation: step?.id ?? '', validAt: Date.UTC(1990, 0, 1) };
  expect(await store.app.graph.relation(before)).toBeNull();
});
