import { openTestDeps } from '@zapomni/testkit/deps';
import { verifies } from '@zapomni/testkit/verifies';
import { expect, it } from 'vitest';
import { createApp } from './app.ts';

/** They make an object, and do nothing else. */
const AT_HAND = new Set(['compat.importer', 'events.subscribe']);

it('answers later whatever it is asked, even nonsense: nobody waits for a store, a model or a disk', async () => {
  verifies('R314');
  const { deps, close } = openTestDeps();
  const app = createApp(deps);
  const calls = Object.entries({ ...app, app })
    // The clock is asked for the time, and that is all there is to it.
    .filter(([part, its]) => typeof its === 'object' && part !== 'clock')
    .flatMap(([part, its]) => Object.entries(its).map(([name, call]) => [`${part}.${name}`, call] as const))
    .filter(([name, call]) => typeof call === 'function' && !AT_HAND.has(name));
  expect(calls.length).toBeGreaterThan(40);
  for (const [name, call] of calls) {
    const answer: unknown = (call as (...given: unknown[]) => unknown)('default', []);
    const isLater = answer instanceof Promise || Symbol.asyncIterator in (answer as object);
    expect(isLater, name).toBe(true);
    if (answer instanceof Promise) await answer.catch(() => undefined);
  }
  await close();
});
