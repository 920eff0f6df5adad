import { afterEach, beforeEach, expect, test } from 'vitest';
import { verifies } from '@zapomni/testkit/verifies';
import { isShareable } from './sqlite-version.ts';
import { openFixture, type Fixture } from '../testing/fixture.ts';
import { numberedMemory } from '../testing/numbered-memory.ts';

let fixture: Fixture;

beforeEach(async () => {
  fixture = await openFixture({ busyTimeoutMs: 200 });
});
afterEach(() => fixture.destroy());

test('versions are compared by number', () => {
  const verdicts = ['3.51.2', '3.51.3', '3.51.10', '3.9.9', '3.100.0', '4.0.0', '3.51'].map(isShareable);
  expect(verdicts).toEqual([false, true, true, false, true, true, false]);
});

test('under an old SQLite one process at a time has the store, and the other is told why', async () => {
  verifies('R186');
  const old = fixture.open({ sqliteVersion: '3.51.2' });
  await old.memories.add([numberedMemory(0, 0)], 1);
  const report = await old.inspect(true);
  expect(report).toMatchObject({ shared: false, engineVersion: '3.51.2', integrity: 'ok' });
  expect(report.warnings).toEqual([expect.stringContaining('one process at a time')]);
  const second = fixture.open({ sqliteVersion: '3.51.2' });
  await expect(second.workspaces.list()).rejects.toMatchObject({
    code: 'STORE_BUSY',
    hint: expect.stringContaining('Update Node.js'),
  });
  await expect(fixture.storage.workspaces.list()).rejects.toMatchObject({ code: 'STORE_BUSY' });
  await old.close();
  expect(await second.workspaces.list()).toMatchObject([{ memories: 1 }]);
});

test('an old SQLite does not take a store that others have open', async () => {
  await fixture.storage.memories.add([numberedMemory(0, 0)], 1);
  const old = fixture.open({ sqliteVersion: '3.40.0' });
  await expect(old.workspaces.list()).rejects.toMatchObject({ code: 'STORE_BUSY' });
  await fixture.storage.memories.add([numberedMemory(0, 1)], 1);
});
