import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStorage } from '@zapomni/db';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
