import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { memory, NOW } from '@zapomni/testkit/storage-fixtures';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSqliteStorage } from './driver.ts';
import { STORE_FILE } from './connection/store-file.ts';

let dataDir: string;
beforeEach(() => void (dataDir = mkdtempSync(path.join(tmpdir(), 'zapomni-scrub-'))));
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

it('says that the log could not be emptied while somebody reads from it, and empties it afterwards', async () => {
  const storage = openSqliteStorage({ dataDir, busyTimeoutMs: 200, logger: createRecordingLogger() });
  await storage.memories.add([memory('one')], NOW);
  const reader = new DatabaseSync(path.join(dataDir, STORE_FILE), { readOnly: true });
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM memories').get();
  const { remains } = await storage.scrub();
  expect(remains).toEqual([expect.stringMatching(/another process reads from it/)]);
  reader.exec('COMMIT');
  reader.close();
  expect(await storage.scrub()).toMatchObject({ did: expect.arrayContaining([expect.any(String)]), remains: [] });
  await storage.close();
});
