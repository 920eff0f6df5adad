/** Sessions: somebody signs in, and workflows of that site are known there; nobody else sees what they are known by, and it goes nowhere. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { importExport, migrateStore } from '@zapomni/core/migrate';
import type { Storage } from '@zapomni/core/ports';
import {
  browserTo,
  CAN_LIST_PROCESSES,
  descendantsOf,
  findTestBrowser,
  isRunning,
  MEMBER_TOKEN,
  openPaperSite,
  openTestSecrets,
  PASSWORD,
  type PaperSite,
} from '@zapomni/testkit/browser';
import { openTestClient, type TestClient, type TestClientOptions } from '@zapomni/testkit/client';
import { exportOf } from '@zapomni/testkit/contracts';
import { enginesForTests } from '@zapomni/testkit/engines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ENGINES = await enginesForTests();
const { path: chromium, reason } = await findTestBrowser();
const DAY_MS = 86_400_000;
const COLLECTIONS = ['browser_workflows', 'browser_workflow_versions', 'browser_workflow_runs'];

describe.skipIf(chromium === null).each(ENGINES)(
  `sessions on $engine${chromium === null ? ` (skipped: ${reason})` : ''}`,
  ({ options }) => {
    let site: PaperSite;
    let zapomni: TestClient;
    const { secrets, folder, close } = openTestSecrets();

    const openClient = (more: TestClientOptions) =>
      openTestClient({ browser: browserTo(chromium as string, [site.server]), ...more });

    beforeAll(async () => {
      site = await openPaperSite();
      zapomni = await openClient({ ...options(), secrets });
    });
    afterAll(async () => {
      await zapomni.close();
      await site.server.close();
      close();
    });

    const members = (session: string | null, url = `${site.origin}/members`) => ({
      allow_hosts: [new URL(url).host],
      ...(session === null ? {} : { session }),
      steps: [
        { do: 'goto', url },
        { do: 'screenshot' },
        { do: 'extract', each: { css: '.result' }, fields: { title: { css: 'h3' } }, timeout_ms: 500 },
      ],
    });
    const make = (name: string, definition: object) => zapomni.call('create_browser_workflow', { name, definition });
    const run = (workflow: string) => zapomni.call('execute_workflow', { workflow_id: workflow });
    const signIn = (more: object = {}) =>
      zapomni.app.research.secrets.signIn({
        name: 'members',
        url: `${site.origin}/signs-in`,
        hosts: [],
        until: '/members',
        expiresAt: zapomni.app.clock.now() + DAY_MS,
        ...more,
      });

    it('are kept when somebody has signed in, and open the site to its workflows', async () => {
      await make('stranger', members(null));
      expect((await run('stranger')).run).toMatchObject({ status: 'failed', items: 0 });
      await make('known', members('members'));
      const unknown = (await run('known')).run;
      expect(unknown).toMatchObject({ status: 'failed', failure: { code: 'NOT_FOUND' } });
      expect(unknown.failure.message).toContain('no session members');
      const refused: string[] = [];
      expect(await signIn({ onRefused: (host: string) => refused.push(host) })).toBe(site.origin);
      expect(refused).toEqual(['pictures.example']);
      expect(await zapomni.app.research.secrets.list()).toMatchObject([
        { name: 'members', origin: site.origin, kind: 'session', expiresAt: expect.any(Number) },
      ]);
      expect((await run('known')).run).toMatchObject({ status: 'succeeded', items: 5 });
      // No run leaves anything behind that another would find.
      expect((await run('stranger')).run.items).toBe(0);
    });

    it('are in no answer, log, picture, file, export or other store', async () => {
      const answers = [
        await zapomni.raw('get_workflow_details', { workflow_id: 'known' }),
        await zapomni.raw('execute_workflow', { workflow_id: 'known' }),
        await zapomni.raw('execute_workflow', { workflow_id: 'known', dry_run: true }),
        await zapomni.app.research.secrets.list(),
        zapomni.logger.records,
      ];
      const lines = await exportOf(zapomni.storage);
      const texts = [JSON.stringify(answers), ...lines];
      for (const secret of [MEMBER_TOKEN, PASSWORD]) {
        expect(texts.filter((text) => text.includes(secret))).toEqual([]);
        for (const file of [...filesBelow(zapomni.dataDir), ...filesBelow(folder)])
          expect(readFileSync(file).includes(secret), file).toBe(false);
      }
      // The name is part of the definition, and the only thing that is.
      expect(lines.join('\n')).toContain('browser_workflows');
      expect(lines.join('\n')).not.toMatch(/nonce|HttpOnly|localStorage/i);
    });

    it('are of use on their origin and as what they are, and nowhere else', async () => {
      await make('other origin', members('members', `http://localhost:${site.server.port}/members`));
      const typed = { do: 'fill', target: { css: '#pw' }, value: { secret: 'members' } };
      const steps = [{ do: 'goto', url: `${site.origin}/login` }, typed, ...members(null).steps.slice(2)];
      await make('typed in', { allow_hosts: [site.host], steps });
      const before = site.server.requests.length;
      expect((await run('other origin')).run.failure).toMatchObject({
        code: 'FORBIDDEN',
        message: expect.stringContaining('another origin'),
      });
      expect(site.server.requests).toHaveLength(before);
      expect((await run('typed in')).run.failure).toMatchObject({ code: 'FORBIDDEN', step: 2 });
      await secrets.set({ name: 'word', origin: site.origin, kind: 'secret', expiresAt: null }, PASSWORD);
      await make('a word', members('word'));
      expect((await run('a word')).run.failure).toMatchObject({ code: 'FORBIDDEN' });
    });

    it('go with no export and to no other engine, where the workflows are the same and want them anew', async () => {
      for (const { engine: name, options: others } of ENGINES) {
        const another = await migratedTo(others());
        expect(await held(another.storage), name).toEqual(await held(zapomni.storage));
        const { run: told } = await another.call('execute_workflow', { workflow_id: 'known' });
        expect(told.failure, name).toMatchObject({ code: 'NOT_FOUND', message: expect.stringContaining('no session') });
        await another.close();
      }
      const lines = await exportOf(zapomni.storage);
      const imported = await openTestClient();
      const open = async function* () {
        for (const line of lines) yield line.replace(/\n$/, '');
      };
      expect(await importExport({ target: imported.storage, open })).toMatchObject({ equal: true });
      expect(await held(imported.storage)).toEqual(await held(zapomni.storage));
      await imported.close();
    });

    it('run out, and say what to do', async () => {
      const { name, origin, kind } = (await secrets.list()).find((one) => one.name === 'members') as {
        name: string;
        origin: string;
        kind: 'session';
      };
      const text = (await secrets.open(name, origin, kind)) as string;
      await secrets.set({ name, origin, kind, expiresAt: zapomni.app.clock.now() - 1 }, text);
      expect((await run('known')).run.failure).toMatchObject({ code: 'NOT_FOUND' });
      const hint = await zapomni.fails('execute_workflow', { workflow_id: 'known', dry_run: true });
      expect(hint).toContain(`zapomni secret login members --url ${site.origin}`);
    });

    it('are not kept where nobody signed in, or what was asked for is wrong', async () => {
      const kept = await secrets.list();
      // A test for people is no obstacle for somebody who is one.
      const said = Promise.resolve();
      const captcha = signIn({ name: 'fresh', url: `${site.origin}/captcha`, until: undefined, said });
      await expect(captcha).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('no cookie') });
      await expect(signIn({ name: '../x' })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
      await expect(signIn({ name: 'fresh', url: 'file:///etc/passwd' })).rejects.toMatchObject({
        code: 'INVALID_INPUT',
      });
      await expect(signIn({ name: 'fresh', expiresAt: 1 })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
      await expect(signIn({ name: 'fresh', url: 'https://example.org/' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
      expect(await secrets.list()).toEqual(kept);
    });

    it.runIf(CAN_LIST_PROCESSES)('are not kept where the window was closed first', async () => {
      const asked = site.server.requests.length;
      const signing = signIn({ name: 'fresh', url: `${site.origin}/login` });
      const closed = expect(signing).rejects.toMatchObject({
        code: 'CANCELLED',
        message: expect.stringContaining('closed'),
      });
      await expect.poll(() => site.server.requests.length).toBeGreaterThan(asked);
      // On most systems the browser ends with its only window.
      for (const pid of browsers()) process.kill(pid, 'SIGKILL');
      await closed;
      expect((await secrets.list()).map(({ name }) => name)).not.toContain('fresh');
    });

    async function held({ records }: Storage) {
      return Promise.all(
        COLLECTIONS.map(async (collection) => {
          const { items } = await records.scan('default', { collection, limit: 1000 });
          return [collection, items.map(({ key, value }) => [key, JSON.parse(value)])];
        }),
      );
    }

    async function migratedTo(others: TestClientOptions): Promise<TestClient> {
      const client = await openClient(others);
      const order = { source: zapomni.storage, target: client.storage, sourceName: 'here' };
      expect(await migrateStore(order)).toMatchObject({ equal: true, differences: 0 });
      return client;
    }
  },
);

/** Those that this process started. */
function browsers(): number[] {
  return descendantsOf(process.pid).filter((pid) => {
    try {
      return isRunning(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('zapomni-browser-');
    } catch {
      return false;
    }
  });
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}
