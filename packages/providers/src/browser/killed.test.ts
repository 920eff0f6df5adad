import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { CAN_LIST_PROCESSES, descendantsOf, findTestBrowser, isRunning } from '@zapomni/testkit/browser';
import { says, WebServer } from '@zapomni/testkit/web-server';
import { expect, it } from 'vitest';
import { removeLeftFolders } from './process/profile-folders.ts';

const { path, reason } = await findTestBrowser();
const SCRIPT = fileURLToPath(new URL('./testing/open-and-hang.ts', import.meta.url));
const title = 'after kill -9 of ours no process of the browser is left, and its folder goes with the next start';

it.skipIf(path === null || !CAN_LIST_PROCESSES)(path === null ? `${title} (skipped: ${reason})` : title, async () => {
  const site = await WebServer.start();
  // A page that keeps the browser busy.
  site.page('/', says('<p>x</p><script>setInterval(() => fetch("/"), 50)</script>', { 'content-type': 'text/html' }));
  const child = spawn(process.execPath, [SCRIPT, path as string, String(site.port)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const folders = () =>
    readdirSync(tmpdir()).filter((name) => name.startsWith('zapomni-browser-') && name.includes(`-${child.pid}-`));
  await once(child.stderr, 'data');
  const started = descendantsOf(child.pid as number);
  expect(started.length).toBeGreaterThan(2);
  expect(folders()).toHaveLength(1);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await expect.poll(() => started.filter(isRunning), { timeout: 20_000, interval: 50 }).toEqual([]);
  await removeLeftFolders();
  expect(folders()).toEqual([]);
  await site.close();
});
