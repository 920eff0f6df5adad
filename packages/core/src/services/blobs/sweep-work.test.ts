/** The sweep as the application schedules it, on a real store and a real folder. */
import { createApp } from '@zapomni/core';
import { condition } from '@zapomni/testkit/condition';
import { openTestDeps } from '@zapomni/testkit/deps';
import { expect, test } from 'vitest';
import { SWEEP_KIND } from './sweep-work.ts';

const DAY = 86_400_000;

async function* once(text: string) {
  yield Buffer.from(text);
}

test('blobs are swept once a day, by whichever session is there', async () => {
  const { deps, clock, close } = openTestDeps();
  const { blobs, storage } = deps;
  const sweeps = async () =>
    (await storage.work.list({ kinds: [SWEEP_KIND] }, { limit: 10 })).items.map(({ state, dueAt, result }) => ({
      state,
      dueAt,
      result,
    }));
  const app = createApp(deps);
  await app.resume();
  expect(await sweeps()).toEqual([]);
  const { hash } = await blobs.put(once('nobody wants this'));
  await app.resume();
  await condition(async () => (await sweeps())[0]?.result !== null);
  const [first] = await sweeps();
  expect(first).toMatchObject({ state: 'queued', dueAt: clock.now() + DAY, result: { looked: 1, removed: 0 } });
  await app.resume();
  expect(await sweeps()).toEqual([first]);
  clock.advance(DAY + 1);
  await app.resume();
  await condition(async () => (await blobs.stat(hash)) === null);
  await condition(async () => (await sweeps())[0]?.state === 'queued');
  expect(await sweeps()).toMatchObject([{ dueAt: clock.now() + DAY, result: { looked: 1, removed: 1 } }]);
  await app.close();
  await close();
});
