/** Backups that are scheduled on the command line and made by a server: real processes on a real store. */
import { readdirSync } from 'node:fs';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createFakeEmbedder } from '@zapomni/testkit/fakes';
import { condition } from '@zapomni/testkit/condition';
import { openInProcess } from '../../testing/run-in-process.ts';
import { removeTemporaryFolders, runZapomni, startZapomni, temporaryFolder } from '../../testing/run-zapomni.ts';
import { withStore } from '../../testing/stores.ts';

afterAll(removeTemporaryFolders);

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

it('a command makes the first and ends; a server that runs when the next is due makes that', async () => {
  const [dataDir, to] = [temporaryFolder(), path.join(temporaryFolder(), 'shelf')];
  const env = { ZAPOMNI_DATA_DIR: dataDir };
  const scheduled = await runZapomni(['backup', '--every', '1d', '--keep', '5', '--to', to, '--json'], { env });
  expect(scheduled.status, scheduled.stderr).toBe(0);
  const [first] = readdirSync(to);
  expect(JSON.parse(scheduled.stdout)).toMatchObject({ folder: to, keep: 5, every: '1d', result: { file: first } });
  // As if a day had passed: what is asked for under the same key is due at the earlier of both times.
  await withStore(dataDir, async ({ work }) => {
    const { items } = await work.list({ kinds: ['backup'], states: ['queued'] }, { limit: 5 });
    expect(
      await work.add(
        items.map((item) => ({ ...item, id: 'earlier', dueAt: 1 })),
        1,
      ),
    ).toHaveLength(1);
  });
  const server = startZapomni([], { env });
  server.stdin.write(`${JSON.stringify(INITIALIZE)}\n`);
  await once(server.stdout, 'data');
  server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  await condition(() => readdirSync(to).filter((name) => name.endsWith('.zst')).length === 2);
  server.stdin.end();
  await once(server, 'exit');
  const made = await runZapomni(['tasks', '--kind', 'backup', '--json'], { env });
  expect(JSON.parse(made.stdout)).toMatchObject({ tasks: [{ result: { file: readdirSync(to).toSorted()[1] } }] });
  // A restored store goes on with what was scheduled at its place.
  const second = path.join(to, readdirSync(to).toSorted()[1] ?? '');
  expect(await runZapomni(['restore', second, '--force'], { env })).toMatchObject({ status: 0 });
  const { stdout } = await runZapomni(['tasks', '--kind', 'backup', '--json'], { env });
  expect(JSON.parse(stdout)).toMatchObject({
    tasks: [{ name: 'backup', state: 'queued' }],
  });
});

it('is shown with its last result and ended; what cannot be made now is not scheduled', async () => {
  const [dataDir, to] = [temporaryFolder(), path.join(temporaryFolder(), 'shelf')];
  const zapomni = openInProcess(dataDir, createFakeEmbedder());
  expect((await zapomni.run(['backup', '--schedule'])).stderr).toContain('No backups are scheduled');
  const scheduled = await zapomni.run(['backup', '--every', '12h', to]);
  expect(scheduled.stdout).toMatch(/every 12h, the newest 7 are kept/);
  const [file = ''] = readdirSync(to);
  const shown = await zapomni.run(['backup', '--schedule']);
  expect(shown.stdout).toContain(`Folder  ${to}`);
  expect(shown.stdout).toContain(`Last    ${file} (0 memories`);
  expect(await zapomni.run(['backup', '--every', '12h', to])).toMatchObject({ status: 0 });
  expect(readdirSync(to)).toHaveLength(2);
  const missing = await zapomni.run(['backup', '--every', '1d', '--to', path.join(to, 'not', 'there')]);
  expect([missing.status, missing.stderr]).toEqual([2, expect.stringContaining('is not there')]);
  expect((await zapomni.run(['backup', '--stop', '--to', path.join(to, 'not')])).status).toBe(2);
  expect((await zapomni.run(['backup', '--stop', '--json'])).stdout).toContain('"every": "12h"');
  expect(JSON.parse((await zapomni.run(['backup', '--schedule', '--json'])).stdout)).toEqual({ schedules: [] });
  await zapomni.close();
});

it.each([
  [['--every', 'soon'], '--every'],
  [['--every', '0d'], '--every'],
  [['--every', '1d', '--stop'], 'do not go together'],
  [['--every', '1d', '--from', 'sqlite:/x'], '--from'],
  [['--schedule', '--overwrite'], '--overwrite'],
  [['--every', '1d', 'a', '--to', 'b'], 'one folder'],
  [['--to', 'b'], '--every'],
])('refuses %o', async (words, reason) => {
  const zapomni = openInProcess(temporaryFolder(), createFakeEmbedder());
  const { status, stderr } = await zapomni.run(['backup', ...words]);
  expect([status, stderr]).toEqual([2, expect.stringContaining(reason)]);
  await zapomni.close();
});
