import { expect, test } from 'vitest';
import { SCHEMA_VERSION } from '../schema.ts';
import { openFixture } from '../../testing/fixture.ts';
import { numberedMemory, numberedTerms } from '../../testing/numbered-memory.ts';
import { makeVersion5 } from '../../testing/older-store.ts';

test('a store from before the work queue gets one, and keeps everything', async () => {
  const fixture = await openFixture();
  const memories = Array.from({ length: 10 }, (_, number) => numberedMemory(3, number));
  const stored = await fixture.storage.memories.add(memories, 1);
  const passageId = stored[0]?.passageIds[0] ?? 0;
  await fixture.storage.vectors.put('m', [{ passageId, vector: Float32Array.of(1, 0) }]);
  await fixture.storage.settings.set('embedder', 'kept');
  await fixture.storage.close();
  fixture.raw(makeVersion5);
  const [one, other] = [fixture.open(), fixture.open()];
  const here = { workspace: 'default' };
  expect((await one.memories.list({ ...here, limit: 20 })).total).toBe(10);
  expect(await one.memories.get('default', [memories[4]?.id ?? ''])).toMatchObject([{ text: memories[4]?.text }]);
  expect(await one.vectors.nearest('m', Float32Array.of(1, 0), 1, here)).toMatchObject([{ passageId }]);
  expect(await one.fullText.search({ terms: numberedTerms(3, 7) }, 1, here)).toHaveLength(1);
  expect(await one.extractions.pending()).toBe(10);
  expect(await one.settings.get('embedder')).toBe('kept');
  const draft = { kind: 'k', workspace: null, payload: 1, key: null, dueAt: 1, priority: 0, maxAttempts: 1 };
  await one.work.add([{ ...draft, id: 'first', everyMs: null }], 1);
  expect(await other.work.get('first')).toMatchObject({ state: 'queued', payload: 1 });
  expect(await other.inspect(true)).toMatchObject({ integrity: 'ok', warnings: [], schemaVersion: SCHEMA_VERSION });
  await fixture.destroy();
});
