/** A reader of memories that is killed at any moment loses nothing and doubles nothing: another goes on. */
import { expect, it } from 'vitest';
import { openFilledStore, type FilledStore } from '../filled-store.ts';
import { verifies } from '../verifies.ts';
import { killReading } from './kill-reading.ts';

const RUNS = Math.ceil(Number(process.env['ZAPOMNI_CRASH_RUNS'] ?? 4) / 4);
const MEMORIES = 200;
const LEASE = 180_000;

const killReader = (store: FilledStore, left: number, ...mode: string[]) =>
  killReading([store.deps.config.data_dir, ...mode], left);

it.each(Array.from({ length: RUNS }, (_, i) => i))('is resumed after kill -9 (%i)', async (run) => {
  verifies('P010');
  const store = openFilledStore();
  // The killed one reads the real time, so that its leases are of it.
  store.clock.set(Date.now());
  await store.remember(Array.from({ length: MEMORIES }, (_, i) => `Day ${i}: Alice works for Acme`));
  await killReader(store, MEMORIES - 20 - ((run * 37) % (MEMORIES - 40)));
  store.clock.set(Date.now() + LEASE + 1000);
  await store.read();
  const { entities, relations, mentions, pending } = await store.app.graph.status('default');
  expect({ entities, relations, mentions, pending }).toEqual({
    entities: 2,
    relations: 1,
    mentions: 2 * MEMORIES,
    pending: 0,
  });
  const { related } = await store.app.graph.related({ workspace: 'default', entity: 'Acme' });
  expect(related[0]?.path[0]?.evidenceCount).toBe(MEMORIES);
  const { total } = await store.app.time.changes({ workspace: 'default', from: 0, kinds: ['relation'] });
  expect(total).toBe(MEMORIES);
  expect((await store.app.store.inspect(true)).integrity).toBe('ok');
  await store.close();
});

it.each(['on', 'off'])(
  'goes on with the mode that was asked for, with reading %s in the next session',
  async (graph) => {
    verifies('P010');
    const store = openFilledStore({ settings: { graph } });
    store.clock.set(Date.now());
    await store.remember(Array.from({ length: MEMORIES }, (_, i) => `Day ${i}: Alice works for Acme`));
    await killReader(store, MEMORIES - 20, 'entities_only');
    expect((await store.app.graph.status('default')).pending).toBeGreaterThan(0);

    store.clock.set(Date.now() + LEASE + 1000);
    await store.read();
    expect(await store.app.graph.status('default')).toMatchObject({
      entities: 2,
      relations: 0,
      mentions: 2 * MEMORIES,
      pending: 0,
    });
    await store.close();
  },
);
