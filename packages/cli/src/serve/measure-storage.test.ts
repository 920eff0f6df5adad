import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStorage } from '@zapomni/db';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Storage } from '@zapomni/core/ports';
import { measureStorage, type StorageWatch } from './measure-storage.ts';

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'zapomni-measure-'));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

test('times every call by name, counts those under way, and answers and fails as the storage does', async () => {
  const done: [call: string, seconds: number][] = [];
  const watch: StorageWatch = { callDone: (call, seconds) => void done.push([call, seconds]), underWay: 0 };
  const logger = createRecordingLogger();
  const storage = measureStorage(openSqliteStorage({ dataDir, busyTimeoutMs: 1000, logger }), watch);
  const asked = storage.workspaces.list();
  expect(watch.underWay).toBe(1);
  await asked;
  await expect(storage.memories.remove('default', ['01a1e27a-43f6-756e-9d6f-02272dc4149c'], 1)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  expect(watch.underWay).toBe(0);
  expect(done.map(([call]) => call)).toEqual(['workspaces.list', 'memories.remove']);
  for (const [, seconds] of done) expect(seconds).toBeGreaterThan(0);
  expect(await storage.version()).toEqual(expect.any(String));
  await storage.close();
});

test('leaves out nothing that a storage can be asked for', async () => {
  const { close, ...parts } = openSqliteStorage({ dataDir, busyTimeoutMs: 1000, logger: createRecordingLogger() });
  const answer = (): Promise<unknown> => Promise.resolve();
  const names = Object.entries(parts).flatMap(([name, part]) =>
    typeof part === 'function' ? [name] : Object.keys(part).map((method) => `${name}.${method}`),
  );
  const silenced = Object.entries(parts).map(([name, part]) => [
    name,
    typeof part === 'function' ? answer : Object.fromEntries(Object.keys(part).map((method) => [method, answer])),
  ]);
  const heard: string[] = [];
  const watch: StorageWatch = { callDone: (call) => heard.push(call), underWay: 0 };
  const storage = measureStorage({ ...(Object.fromEntries(silenced) as Omit<Storage, 'close'>), close }, watch);
  for (const name of names) {
    const [port = '', method] = name.split('.');
    const part = storage[port as keyof Storage] as unknown as Record<string, () => Promise<void>>;
    await (method === undefined ? (part as unknown as () => Promise<void>)() : part[method]?.());
  }
  expect(heard).toEqual(names);
  expect(names).toEqual(expect.arrayContaining(['extractions.claim', 'graph.reach', 'times.events', 'transfer.read']));
});
