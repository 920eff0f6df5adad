/** The sandbox as the settings have it: a real browser of somebody who is not root. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, linkSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { CAN_LIST_PROCESSES, descendantsOf, findTestBrowser } from '@zapomni/testkit/browser';
import { unprivileged } from '@zapomni/testkit/unprivileged';
import { says, WebServer } from '@zapomni/testkit/web-server';
import { afterAll, describe, expect, it } from 'vitest';

const SCRIPT = fileURLToPath(new URL('./testing/open-and-hang.ts', import.meta.url));
const found = await findTestBrowser();
const other = unprivileged(SCRIPT);
const user = other?.uid === undefined ? {} : { uid: other.uid, gid: other.uid };
const folder = mkdtempSync(path.join(tmpdir(), 'zapomni-sandbox-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const hasNamespaces = (): boolean => spawnSync('unshare', ['--user', 'true'], user).status === 0;
const reason = found.path === null ? found.reason : other ? '' : 'nobody but root may read this folder.';
const isSkipped = !CAN_LIST_PROCESSES || reason !== '';

/** The browser for tests lies in a folder of this user's alone. */
function browserForAll(file: string): string {
  if (user.uid === undefined || !file.startsWith(tmpdir())) return file;
  chmodSync(folder, 0o755);
  const shared = path.join(folder, 'chromium');
  linkSync(file, shared);
  chmodSync(shared, 0o755);
  return shared;
}

describe.skipIf(isSkipped)(`the sandbox of the browser${isSkipped ? ` (skipped: ${reason})` : ''}`, () => {
  it('locks pages in, or nothing is visited', async () => {
    const site = await WebServer.start();
    site.page('/', says('<p>x</p>', { 'content-type': 'text/html' }));
    const program = [SCRIPT, browserForAll(found.path as string), String(site.port), 'sandbox'];
    const env = { PATH: process.env['PATH'], HOME: tmpdir(), TMPDIR: tmpdir() };
    const child = spawn(process.execPath, program, { stdio: ['ignore', 'ignore', 'pipe'], env, ...user });
    const said = text(child.stderr);
    const isStanding = new Promise<void>((resolve) => child.stderr.once('data', () => resolve()));
    await isStanding;
    const locked = descendantsOf(child.pid as number).filter(isLockedIn);
    child.kill('SIGKILL');
    await once(child, 'exit');
    // Systems that give no namespaces to users have no sandbox to give.
    if (hasNamespaces()) expect(locked).not.toEqual([]);
    else expect(await said).toMatch(/cannot lock its pages into its sandbox/);
    expect(site.paths().length > 0).toBe(locked.length > 0);
    await site.close();
  });
});

/** A filter of system calls, and processes that see no others. */
function isLockedIn(pid: number): boolean {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return /^Seccomp:\s*2$/m.test(status) && /^NSpid:(?:\s+\d+){2,}$/m.test(status);
  } catch {
    return false;
  }
}
