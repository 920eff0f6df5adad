/** Whoever asks for a document gets nothing of the network inside, and nothing of the disk beyond the folders that may be read. */
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openTestClient, textOf, type TestClient } from '@zapomni/testkit/client';
import { makePdf, column } from '@zapomni/testkit/documents';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { openTestFiles } from '@zapomni/testkit/files';
import { leadsTo, privateSpellings, publicWebTo, says, WebServer } from '@zapomni/testkit/web-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const SECRET = 'the inner secret of the house';
const HTML = { 'content-type': 'text/html' };

describe('the network inside', () => {
  let [server, zapomni]: [WebServer, TestClient] = [undefined as never, undefined as never];
  /** Asked for one after the other; the last one from then on. */
  const answers = new Map<string, string[][]>();
  const at = (host: string, place = '/'): string => `http://${host}:${server.port}${place}`;
  const refused = async (url: string): Promise<string[]> => {
    const told = [await zapomni.fails('add_document', { url }), await zapomni.fails('process_pdf', { url })];
    for (const text of told) expect(text).not.toContain(SECRET);
    return told;
  };
  beforeAll(async () => {
    server = await WebServer.start();
    server.page('/', says(`<html><body><p>${SECRET}</p></body></html>`, HTML));
    const resolved = (host: string): string[] | undefined => {
      const [first, ...later] = answers.get(host) ?? [];
      if (later.length > 0) answers.set(host, later);
      return first;
    };
    zapomni = await openTestClient({ web: publicWebTo(resolved) });
  });
  afterAll(async () => {
    await zapomni.close();
    await server.close();
  });

  it('is not reached by any spelling of an address', async () => {
    const spellings = privateSpellings();
    expect(spellings.length).toBeGreaterThan(100);
    for (const host of spellings)
      for (const told of await refused(at(host))) expect(told, host).toMatch(/private or reserved address/);
    expect(server.accepted).toBe(0);
  });

  it('is not reached by a name that leads there', async () => {
    for (const [i, address] of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', '::ffff:127.0.0.1'].entries()) {
      answers.set(`name${i}.test`, [[address]]);
      for (const told of await refused(at(`name${i}.test`))) expect(told, address).toMatch(/private or reserved/);
    }
    expect(server.accepted).toBe(0);
  });

  it('is not reached by a redirection, of the page or of robots.txt', async () => {
    for (const host of [...privateSpellings().filter((_, i) => i % 7 === 0), 'localhost']) {
      answers.set('localhost', [['127.0.0.1']]);
      server.page('/go', leadsTo(Buffer.from(at(host)).toString('latin1')));
      await refused(at('site.test', '/go'));
    }
    server.page('/robots.txt', leadsTo(at('127.0.0.1')));
    await refused(at('robots.test', '/go'));
    server.page('/robots.txt', says('', {}, 404));
    expect(new Set(server.paths())).toEqual(new Set(['/robots.txt', '/go']));
  });

  it('is not reached by a name that changes its mind', async () => {
    // robots.txt is had from a public address; by the time of the page the name leads inside.
    server.page('/robots.txt', (response) => response.writeHead(404, { connection: 'close' }).end());
    answers.set('rebound.test', [['93.184.216.34'], ['127.0.0.1']]);
    const before = server.paths().filter((place) => place === '/').length;
    for (const told of await refused(at('rebound.test'))) expect(told).toMatch(/private or reserved address/);
    expect(server.paths().filter((place) => place === '/')).toHaveLength(before);
    expect(await zapomni.call('list_documents')).toMatchObject({ total: 0 });
  });
});

const isPosix = process.platform !== 'win32';

describe.skipIf(!isPosix)('the disk beyond', () => {
  let [base, vault, zapomni]: [string, string, TestClient] = ['', '', undefined as never];
  const inVault = (...parts: string[]): string => path.join(vault, ...parts);
  const outside = (...parts: string[]): string => path.join(base, ...parts);
  const PDF = (text: string) => makePdf({ pages: [{ runs: column([text], 60, 730) }] });
  const tools = ['add_document', 'process_pdf', 'add_folder'] as const;

  beforeAll(async () => {
    base = realpathSync(mkdtempSync(path.join(tmpdir(), 'zapomni-beyond-')));
    vault = outside('vault');
    for (const folder of ['vault/inner', 'vaulted', 'beside/deep']) mkdirSync(outside(folder), { recursive: true });
    writeFileSync(inVault('inner/own.md'), '# Own\n\nThis may be read.');
    for (const name of ['secret.md', 'vaulted/secret.md', 'beside/secret.md', 'beside/deep/secret.md'])
      writeFileSync(outside(name), `# Secret\n\n${SECRET}`);
    writeFileSync(outside('secret.pdf'), PDF(SECRET));
    symlinkSync(outside('secret.md'), inVault('link.md'));
    symlinkSync(outside('secret.pdf'), inVault('link.pdf'));
    symlinkSync('../secret.md', inVault('relative-link.md'));
    symlinkSync(outside('beside'), inVault('folder-link'));
    symlinkSync(inVault('link.md'), inVault('chain.md'));
    symlinkSync(inVault('loop'), inVault('loop'));
    symlinkSync(outside('nowhere'), inVault('dangling.md'));
    symlinkSync('/proc/self/environ', inVault('environ.txt'));
    symlinkSync('/dev/zero', inVault('zero.txt'));
    execFileSync('mkfifo', [inVault('pipe.md'), inVault('inner/pipe.md')]);
    const files = openTestFiles({ roots: [vault], logger: createRecordingLogger() });
    zapomni = await openTestClient({ filesForUser: files });
  });
  afterAll(async () => {
    await zapomni.close();
    rmSync(base, { recursive: true, force: true });
  });

  const expectNothing = async (): Promise<void> => {
    const { results } = await zapomni.call('search_memory', { query: SECRET });
    expect(JSON.stringify(results)).not.toContain('secret of the house');
  };

  it.each([
    ['a path of its own', () => outside('secret.md')],
    ['a neighbour whose name begins alike', () => outside('vaulted/secret.md')],
    ['dot segments', () => `${vault}/../secret.md`],
    ['dot segments in the middle', () => `${vault}/inner/../../secret.md`],
    ['dot segments that stay inside', () => `${vault}/inner/../inner/own.md`],
    ['escaped dot segments', () => `${vault}/%2e%2e/secret.md`],
    ['doubly escaped ones', () => `${vault}/%252e%252e/secret.md`],
    ['overlong ones', () => `${vault}/%c0%ae%c0%ae/secret.md`],
    ['dot segments with backslashes', () => `${vault}\\..\\secret.md`],
    ['full-width dots', () => `${vault}/．．/secret.md`],
    ['a relative path', () => 'secret.md'],
    ['a relative path upwards', () => '../secret.md'],
    ['the home of whoever runs it', () => '~/secret.md'],
    ['a URI', () => `file://${outside('secret.md')}`],
    ['a share', () => `//localhost${outside('secret.md')}`],
    ['a share of Windows', () => `\\\\localhost\\c$\\secret.md`],
    ['a long path of Windows', () => `\\\\?\\C:\\secret.md`],
    ['a drive', () => 'C:\\secret.md'],
    ['NUL', () => `${inVault('inner/own.md')}\0`],
    ['NUL before the end', () => `${outside('secret.md')}\0${inVault('inner/own.md')}`],
    ['other letters for the folder', () => path.join(base, 'VAULT/../secret.md')],
    ['the folder in other letters', () => path.join(base, 'VAULTED/secret.md')],
    ['the environment of the process', () => '/proc/self/environ'],
    ['what the process has open', () => '/proc/self/fd/0'],
    ['its root', () => `/proc/self/root${outside('secret.md')}`],
    ['its folder', () => '/proc/self/cwd/package.json'],
    ['a device', () => '/dev/zero'],
    ['what it is told', () => '/dev/stdin'],
    ['a link to a file', () => inVault('link.md')],
    ['a link to a PDF', () => inVault('link.pdf')],
    ['a relative link', () => inVault('relative-link.md')],
    ['a link to a folder', () => inVault('folder-link/secret.md')],
    ['a link to a folder, itself', () => inVault('folder-link')],
    ['a chain of links', () => inVault('chain.md')],
    ['a circle of links', () => inVault('loop')],
    ['a link to nothing', () => inVault('dangling.md')],
    ['a link to the environment', () => inVault('environ.txt')],
    ['a link to a device', () => inVault('zero.txt')],
    ['a pipe', () => inVault('pipe.md')],
    ['nothing', () => ''],
    ['a path of 100,000 characters', () => `${vault}/${'a/'.repeat(50_000)}`],
  ])('%s is not read', async (_, file) => {
    const given = file();
    for (const tool of tools) {
      const told = await zapomni.fails(tool, { path: given });
      expect(told, tool).not.toContain(SECRET);
      expect(told, tool).not.toContain(base);
    }
    await expectNothing();
  });

  it('a socket is not read', async () => {
    const socket = createServer();
    await new Promise<void>((resolve) => {
      socket.listen(inVault('socket.md'), resolve);
    });
    await zapomni.fails('add_document', { path: inVault('socket.md') });
    await new Promise((resolve) => {
      socket.close(resolve);
    });
  });

  it('a folder with all of it is read as far as it is there, without waiting for a pipe', async () => {
    const { task } = await zapomni.call('add_folder', { path: vault });
    const ended = await zapomni.call('get_task_status', { task_id: task.task_id, wait_seconds: 20 });
    expect(ended).toMatchObject({ state: 'completed', result: { read: 1, failed: 0 } });
    const { documents } = await zapomni.call('list_documents', { limit: 100 });
    expect(documents.filter(({ state }: { state: string }) => state === 'ok')).toMatchObject([{ name: 'own.md' }]);
    await expectNothing();
  });

  it('a file that turns into a link while it is read never shows what lies behind', async () => {
    const [file, own, spare] = [inVault('swapped.pdf'), outside('own.pdf'), inVault('.spare')];
    writeFileSync(own, PDF('This may be read too.'));
    const read: string[] = [];
    for (let i = 0; i < 60; i++) {
      rmSync(file, { force: true });
      copyFileSync(own, file);
      const calls = [
        zapomni.raw('process_pdf', { path: file, add: false }),
        zapomni.raw('add_document', { path: file }),
        zapomni.raw('process_pdf', { path: file, skip_existing: false }),
      ];
      for (let turn = 0; turn < i; turn++) await new Promise(setImmediate);
      symlinkSync(outside('secret.pdf'), spare);
      renameSync(spare, file);
      for (const result of await Promise.all(calls)) if (!result.isError) read.push(textOf(result));
    }
    expect(read.length).toBeGreaterThan(0);
    for (const text of read) expect(text).not.toContain('secret of the house');
    await expectNothing();
  }, 60_000);
});
