/** The shipped program keeps, runs and gives away workflows, and keeps secrets to itself. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findWindowedBrowser, MEMBER_TOKEN, openScreen, PASSWORD } from '@zapomni/testkit/browser';
import { chromium, orSkipped, usePaperSite } from '@zapomni/testkit/use-paper-site';
import { afterAll, describe, expect, it } from 'vitest';
import { removeTemporaryFolders, runZapomni, temporaryFolder } from '../../testing/run-zapomni.ts';

const dataDir = temporaryFolder();
const place = usePaperSite();
afterAll(removeTemporaryFolders);
const zapomni = (words: readonly string[], input?: string) =>
  runZapomni(words, { env: place.env(dataDir), ...(input === undefined ? {} : { input }) });
const workflow = (...words: string[]) => zapomni(['research', 'workflow', ...words]);

function fileOf(name: string, content: unknown): string {
  const file = path.join(dataDir, name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const definition = () => ({
  name: 'site search',
  allow_hosts: [place.site.host],
  params: { q: { default: 'tides' } },
  steps: [
    { do: 'goto', url: `${place.site.origin}/search?q={{q|urlencode}}` },
    { do: 'extract', each: { css: '.result' }, fields: { title: 'h3', url: { css: 'h3 a', take: 'href' } } },
    { do: 'paginate', next: { css: 'a.next' }, max_pages: 2 },
  ],
});

describe('zapomni research workflow', () => {
  it('keeps a file, shows it, and gives it away again', async () => {
    const file = fileOf('search.json', definition());
    expect(await workflow('add', file)).toMatchObject({ status: 0, stdout: 'Kept site search, version 1.\n' });
    expect((await workflow('add', file)).stderr).toMatch(/CONFLICT.*there is a workflow of this name/);
    expect((await workflow('add', file, '--replace')).stdout).toMatch(/version 1/);
    fileOf('search.json', { ...definition(), description: 'Changed' });
    expect((await workflow('add', file, '--replace')).stdout).toMatch(/version 2/);
    const exported = JSON.parse((await workflow('export', 'site', 'search')).stdout) as object;
    expect(exported).toMatchObject({ name: 'site search', description: 'Changed' });
    expect(JSON.parse((await workflow('export', 'site search', '--at', '1')).stdout)).toMatchObject({
      description: '',
    });
    const copy = fileOf('copy.json', exported);
    expect((await workflow('add', copy, 'the', 'copy', '--off')).stdout).toBe('Kept the copy, version 1.\n');
    expect((await workflow()).stdout).toMatch(/site search +v2 .*\nthe copy +v1 off/);
  });

  it.each([
    ['no JSON', 'steps:', /FILE: is no JSON of a workflow/],
    ['a list', [], /FILE: is no JSON of a workflow/],
    ['no name', { steps: [] }, /name: is neither in the file/],
    [
      'bad steps',
      { name: 'x', allow_hosts: ['example.org'], steps: [{ do: 'eval' }] },
      /steps\[1\]\.do: is none of the steps/,
    ],
  ])('refuses a file with %s', async (_, content, expected) => {
    const { status, stderr } = await workflow('add', fileOf('bad.json', content));
    expect([status, stderr]).toEqual([2, expect.stringMatching(expected)]);
  });

  it('says what is missing', async () => {
    expect((await workflow('add')).stderr).toMatch(/name a file of JSON/);
    expect((await workflow('run')).stderr).toMatch(/name a workflow/);
    expect((await workflow('run', 'site serch')).stderr).toMatch(/NOT_FOUND.*site search/);
    expect((await workflow('add', '/nowhere.json')).stderr).toMatch(/FILE: there is no such file/);
    expect((await workflow('run', 'the copy')).stderr).toMatch(/switched off/);
  });

  it.skipIf(chromium === null)(orSkipped('runs one'), async () => {
    const { status, stdout, stderr } = await workflow('run', 'site search', '--param', 'q=whelks', '-n', '7');
    expect(stdout.split('\n')[6]).toBe(`Studies of whelks in the field, part 7 ${place.site.origin}/paper/whelks-7`);
    expect([status, stderr]).toEqual([0, expect.stringMatching(/succeeded: 7 items, \d+ requests, 2 pages/)]);
    const dry = await workflow('run', 'site search', '--dry-run');
    expect(dry.stdout).toMatch(/2 extract \.result: 5\n +title: in 3 of the first rows/);
    expect((await workflow('enable', 'the copy')).stdout).toBe('the copy is on.\n');
    expect((await workflow('show', 'the copy')).stdout).toMatch(/^the copy +version 1 +on +untried/);
    expect((await workflow('remove', 'the copy')).stderr).toMatch(/--yes/);
    expect((await workflow('remove', 'the copy', '--yes')).status).toBe(0);
  });
});

describe('zapomni secret', () => {
  it('keeps what standard input says, for one site, and shows everything but that', async () => {
    const set = await zapomni(
      ['secret', 'set', 'site', '--origin', `${place.site.origin}/login`, '--days', '30'],
      `${PASSWORD}\n`,
    );
    expect(set).toMatchObject({ status: 0, stdout: expect.stringContaining(`on ${place.site.origin}:`) });
    const listed = JSON.parse((await zapomni(['research', 'secret', 'list', '--json'])).stdout) as {
      secrets: object[];
    };
    expect(listed.secrets).toEqual([
      {
        name: 'site',
        origin: place.site.origin,
        kind: 'secret',
        set_at: expect.any(String),
        expires_at: expect.any(String),
      },
    ]);
    expect(JSON.stringify([set, listed])).not.toContain(PASSWORD);
  });

  it.each([
    [['set', 'site', 'value', '--origin', 'https://example.org'], /the value is no argument/],
    [['set', 'site'], /--origin names the site/],
    [['set', '../x', '--origin', 'https://example.org'], /name: must be a–z/],
    [['set', 'site', '--origin', 'file:///etc/passwd'], /origin: takes the address of the site/],
    [['set', 'site', '--origin', 'https://example.org', '--days', '0'], /--days/],
  ])('refuses %j', async (words, expected) => {
    expect((await zapomni(['secret', ...words], 'x')).stderr).toMatch(expected);
  });

  it('keeps nothing where nothing was said', async () => {
    expect((await zapomni(['secret', 'set', 'empty', '--origin', 'https://example.org'], '')).stderr).toMatch(
      /value: is empty/,
    );
  });

  it.skipIf(chromium === null)('types it in where a step says so, and has it in no export and no backup', async () => {
    const steps = [
      { do: 'goto', url: `${place.site.origin}/login` },
      { do: 'fill', target: { css: '#pw' }, value: { secret: 'site' } },
      { do: 'click', target: { css: 'button' } },
      ...definition().steps.slice(1, 2),
    ];
    await workflow('add', fileOf('members.json', { ...definition(), name: 'members', steps }));
    expect((await workflow('run', 'members')).stderr).toMatch(/succeeded: 5 items/);
    expect(place.site.passwords).toEqual([PASSWORD]);
    const [dump, backup] = [path.join(dataDir, 'all.jsonl'), path.join(dataDir, 'all.backup')];
    await zapomni(['export', dump]);
    await zapomni(['backup', backup]);
    for (const file of filesBelow(dataDir)) expect(readFileSync(file).includes(PASSWORD), file).toBe(false);
    expect(readFileSync(dump, 'utf8')).toContain('browser_workflows');
    expect(readFileSync(dump, 'utf8')).not.toMatch(/"nonce"/);
    expect((await zapomni(['secret', 'remove', 'site'])).stdout).toBe('Removed site.\n');
    expect((await zapomni(['secret', 'remove', 'site'])).status).toBe(2);
  });
});

describe('zapomni secret login', () => {
  const logIn = (words: readonly string[], env: Record<string, string> = {}) =>
    runZapomni(['secret', 'login', ...words], { env: { ...place.env(dataDir), ...env } });
  const url = () => `${place.site.origin}/signs-in`;

  it.each([
    [['members'], /--url names the page/],
    [['members', '--url', 'https://example.org'], /no terminal.*--until/s],
    [['members', '--url', 'https://example.org', '--until', '/x', '--days', '366'], /--days/],
    [['members', '--url', 'file:///etc/passwd', '--until', '/x'], /url: takes the address of the site/],
  ])('refuses %j', async (words, expected) => {
    expect((await logIn(words)).stderr).toMatch(expected);
  });

  it.skipIf(chromium === null || process.platform !== 'linux')(
    'says so where there is no screen for a window, and how else it can be done',
    async () => {
      const { status, stderr } = await logIn(['members', '--url', url(), '--until', '/members']);
      expect([status, stderr]).toEqual([
        expect.any(Number),
        expect.stringMatching(/no screen here.*ssh -X.*Sessions/s),
      ]);
      expect(status).not.toBe(0);
      expect(place.site.server.requests.filter(({ path: at }) => at === '/signs-in')).toEqual([]);
    },
  );

  // A window that nobody sees: the browser is told to have none behind the program's back.
  it.skipIf(chromium === null || process.platform === 'win32')(
    orSkipped('keeps the session of whoever signed in, for workflows of that site'),
    async () => {
      const unseen = path.join(dataDir, 'chromium-unseen');
      writeFileSync(unseen, `#!/bin/sh\nexec '${chromium}' --headless "$@"\n`, { mode: 0o755 });
      const screen = { DISPLAY: ':99', ZAPOMNI_BROWSER: unseen };
      const kept = await logIn(['members', '--url', url(), '--until', '/members', '--days', '7'], screen);
      expect(kept).toMatchObject({ status: 0, stdout: expect.stringContaining('"session": "members"') });
      expect(kept.stderr).toMatch(/Sign in in the window.*Not reached: pictures\.example.*--through/s);
      expect((await zapomni(['secret', 'list'])).stdout).toMatch(/members +\S+ +session/);
      const steps = [{ do: 'goto', url: `${place.site.origin}/members` }, ...definition().steps.slice(1, 2)];
      await workflow('add', fileOf('known.json', { ...definition(), name: 'known', session: 'members', steps }));
      const ran = await workflow('run', 'known');
      expect(ran.stderr).toMatch(/succeeded: 5 items/);
      const exported = await workflow('export', 'known');
      expect(JSON.parse(exported.stdout)).toMatchObject({ session: 'members' });
      expect(JSON.stringify([kept, ran, exported])).not.toContain(MEMBER_TOKEN);
      await zapomni(['export', path.join(dataDir, 'sessions.jsonl')]);
      for (const file of filesBelow(dataDir)) expect(readFileSync(file).includes(MEMBER_TOKEN), file).toBe(false);
    },
  );

  const windowed = findWindowedBrowser();
  it.skipIf(windowed === null)(
    `keeps what a real window was signed in with${windowed === null ? ' (skipped: install xvfb and chromium)' : ''}`,
    { timeout: 120_000 },
    async () => {
      const screen = await openScreen();
      try {
        const { LD_LIBRARY_PATH: libraries } = process.env;
        const env = {
          DISPLAY: screen.display,
          ZAPOMNI_BROWSER: windowed as string,
          ...(libraries === undefined ? {} : { LD_LIBRARY_PATH: libraries }),
        };
        const { status, stdout, stderr } = await logIn(['members', '--url', url(), '--until', '/members'], env);
        expect([status, stdout]).toEqual([0, expect.stringContaining(`begins on ${place.site.origin}`)]);
        expect(stderr).toMatch(/^Sign in in the window\. What you type there is not seen here\.$/m);
        // What the page asked for is told; what the browser wanted for itself is not.
        expect(stderr.match(/Not reached: \S+/g)).toEqual(['Not reached: pictures.example.']);
        expect((await zapomni(['secret', 'list'])).stdout).toMatch(/members +\S+ +session/);
      } finally {
        screen.close();
      }
    },
  );
});

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}
