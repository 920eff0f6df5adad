/** The shipped program keeps, runs and gives away workflows, and keeps secrets to itself. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findTestBrowser, openPaperSite, PASSWORD, type PaperSite } from '@zapomni/testkit/browser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeTemporaryFolders, runZapomni, temporaryFolder } from '../../testing/run-zapomni.ts';

const { path: chromium, reason } = await findTestBrowser();
const dataDir = temporaryFolder();
let site: PaperSite;
beforeAll(async () => {
  site = await openPaperSite();
});
afterAll(async () => {
  await site.server.close();
  removeTemporaryFolders();
});

const env = () => ({
  ZAPOMNI_DATA_DIR: dataDir,
  ZAPOMNI_SHARE: 'never',
  ZAPOMNI_BROWSER: chromium ?? 'off',
  ZAPOMNI_BROWSER_SANDBOX: 'off',
  ZAPOMNI_BROWSER_PACE_MS: '0',
  ZAPOMNI_WEB_PRIVATE_HOSTS: site.host,
});
const zapomni = (words: readonly string[], input?: string) =>
  runZapomni(words, { env: env(), ...(input === undefined ? {} : { input }) });
const workflow = (...words: string[]) => zapomni(['research', 'workflow', ...words]);

function fileOf(name: string, content: unknown): string {
  const file = path.join(dataDir, name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const definition = () => ({
  name: 'site search',
  allow_hosts: [site.host],
  params: { q: { default: 'tides' } },
  steps: [
    { do: 'goto', url: `${site.origin}/search?q={{q|urlencode}}` },
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

  it.skipIf(chromium === null)(`runs one${chromium === null ? ` (skipped: ${reason})` : ''}`, async () => {
    const { status, stdout, stderr } = await workflow('run', 'site search', '--param', 'q=whelks', '-n', '7');
    expect(stdout.split('\n')[6]).toBe(`Studies of whelks in the field, part 7 ${site.origin}/paper/whelks-7`);
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
      ['secret', 'set', 'site', '--origin', `${site.origin}/login`, '--days', '30'],
      `${PASSWORD}\n`,
    );
    expect(set).toMatchObject({ status: 0, stdout: expect.stringContaining(`on ${site.origin}:`) });
    const listed = JSON.parse((await zapomni(['research', 'secret', 'list', '--json'])).stdout) as {
      secrets: object[];
    };
    expect(listed.secrets).toEqual([
      { name: 'site', origin: site.origin, kind: 'secret', set_at: expect.any(String), expires_at: expect.any(String) },
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
      { do: 'goto', url: `${site.origin}/login` },
      { do: 'fill', target: { css: '#pw' }, value: { secret: 'site' } },
      { do: 'click', target: { css: 'button' } },
      ...definition().steps.slice(1, 2),
    ];
    await workflow('add', fileOf('members.json', { ...definition(), name: 'members', steps }));
    expect((await workflow('run', 'members')).stderr).toMatch(/succeeded: 5 items/);
    expect(site.passwords).toEqual([PASSWORD]);
    const [dump, backup] = [path.join(dataDir, 'all.jsonl'), path.join(dataDir, 'all.backup')];
    await zapomni(['export', dump]);
    await zapomni(['backup', backup]);
    for (const entry of readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())) {
      const bytes = readFileSync(path.join(entry.parentPath, entry.name));
      expect(bytes.includes(PASSWORD), entry.name).toBe(false);
    }
    expect(readFileSync(dump, 'utf8')).toContain('browser_workflows');
    expect(readFileSync(dump, 'utf8')).not.toMatch(/"nonce"/);
    expect((await zapomni(['secret', 'remove', 'site'])).stdout).toBe('Removed site.\n');
    expect((await zapomni(['secret', 'remove', 'site'])).status).toBe(2);
  });
});
