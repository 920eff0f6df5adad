/** `zapomni capture read` on a home with sessions of every program: shown, read once, gone on with, and left as they were. */
import { appendFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createFakeEmbedder } from '@zapomni/testkit/fakes';
import { RECORDED_PROGRAMS, story, storyOf } from '@zapomni/testkit/transcripts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openInProcess } from '../../testing/run-in-process.ts';
import { removeTemporaryFolders, runZapomni, temporaryFolder } from '../../testing/run-zapomni.ts';

const root = temporaryFolder();
const home = path.join(root, 'home');
const shop = path.join(root, 'shop');
const data = path.join(root, 'data');
const { run, open, close } = openInProcess(data, createFakeEmbedder());
const files: Record<string, string> = {};

interface Told {
  readonly dry_run: boolean;
  readonly clients: readonly { client: string; sessions: number; turns: number; unread_turns: number; from: string }[];
  readonly broken: readonly { where: string; why: string }[];
  readonly read: { turns: number; kept: number; skipped: number } | null;
}

async function told(...words: string[]): Promise<Told> {
  const { stdout, status, stderr } = await run(['capture', 'read', ...words, '--json']);
  expect([status, stderr], stderr).toEqual([0, '']);
  return JSON.parse(stdout) as Told;
}

const all = (): string[] => Object.values(files);

beforeAll(() => {
  mkdirSync(path.join(shop, '.git'), { recursive: true });
  writeFileSync(path.join(shop, '.zapomni.json'), '{"workspace": "shop"}');
  for (const name of ['Claude Code', 'Codex', 'opencode', 'ChatGPT, zip'])
    files[name] =
      RECORDED_PROGRAMS[name]?.write(home, { ...storyOf(shop), session: name.replaceAll(/\W/g, '-') }) ?? '';
});
afterAll(async () => {
  await close();
  removeTemporaryFolders();
});

describe('the switch', () => {
  it.each([
    ['off', '--dry-run'],
    ['on', '--yes'],
    ['status', '--client', 'codex'],
    ['off', '--since', '2026-01-01'],
    ['status', '--folder', '.'],
  ])('%s refuses %s, which is for reading', async (action, option, ...value) => {
    const { status, stderr } = await run(['capture', action, option, ...value]);
    expect(status).not.toBe(0);
    expect(stderr).toContain(`${option}: only for \`zapomni capture read\``);
    expect(existsSync(data)).toBe(false);
  });
});

describe('past sessions', () => {
  it('are shown by a dry run, which makes nothing', async () => {
    const shown = await told(...all(), '--dry-run');
    expect(existsSync(data)).toBe(false);
    expect(shown).toMatchObject({ dry_run: true, read: null });
    const names = ['claude-code', 'codex', 'opencode', 'chatgpt'];
    expect(shown.clients.map(({ client }) => client)).toEqual(names);
    for (const one of shown.clients) expect(one).toMatchObject({ sessions: 1, turns: 3, unread_turns: 3 });
    expect(shown.broken.map(({ why }) => why)).toEqual(['is not JSON', 'is not JSON', 'is not JSON']);
    const { stdout, stderr, status } = await run(['capture', 'read', ...all(), '--dry-run']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/client +sessions +turns +new +from – to\nClaude Code +1 +3 +3 +2026-09-14 – 2026-09-14/);
    expect(stderr).toContain('3 places could not be read');
    expect(stderr).not.toContain(home);
  });

  it('are not read unasked', async () => {
    const { status, stderr } = await run(['capture', 'read', ...all()]);
    expect([status, stderr]).toEqual([1, expect.stringContaining('Add --yes.') as string]);
    expect(existsSync(data)).toBe(false);
  });

  it('are read into the workspace of their project, once', async () => {
    const first = await told(...all(), '--yes');
    expect(first.read?.turns).toBe(15);
    expect(first.read?.kept).toBeGreaterThan(0);
    const { items } = await open().memories.list({ workspace: 'shop', limit: 50 });
    const texts = (
      await open().memories.many(
        'shop',
        items.map(({ id }) => id),
      )
    )
      .map(({ text }) => text)
      .join('\n');
    for (const words of story.NEVER) expect(texts).not.toContain(words);
    expect(await told(...all(), '--yes')).toMatchObject({ read: null });
    const again = await run(['capture', 'read', ...all(), '--yes']);
    expect(again).toMatchObject({ status: 0, stderr: expect.stringContaining('Nothing of it is new.') as string });
  });

  it('that went on are read on, and nothing of them twice', async () => {
    const file = files['Claude Code'] ?? '';
    const { half = '', rest = '' } = RECORDED_PROGRAMS['Claude Code']?.grow?.(file, storyOf(shop)) ?? {};
    appendFileSync(file, half + rest);
    const { clients, read } = await told(...all(), '--yes');
    expect(clients.map(({ unread_turns: unread }) => unread)).toEqual([4, 0, 0, 0]);
    // The last one that was read may have gone on, and comes again.
    expect(read?.turns).toBe(2);
    expect((await told(...all(), '--dry-run')).clients.every((one) => one.unread_turns === 0)).toBe(true);
  });

  it('may be of one program, of a folder, or of late', async () => {
    const counts = async (...words: string[]) =>
      (await told(...all(), '--dry-run', ...words)).clients.map(({ client, turns }) => `${client} ${turns}`);
    expect(await counts('--client', 'codex', '--client', 'opencode').catch(() => 'refused')).toBe('refused');
    expect(await counts('--since', '2026-09-14T10:05:00Z')).toEqual([
      'claude-code 2',
      'codex 1',
      'opencode 1',
      'chatgpt 1',
    ]);
    expect(await counts('--folder', path.dirname(shop))).toEqual([
      'claude-code 4',
      'codex 3',
      'opencode 3',
      'chatgpt 0',
    ]);
    expect(await counts('--folder', `${shop}-other`)).toEqual(['claude-code 0', 'codex 0', 'opencode 0', 'chatgpt 0']);
  });

  it('that were read in part are read whole when the whole is wanted', async () => {
    const other = openInProcess(path.join(root, 'other'), createFakeEmbedder());
    const taken = async (...words: string[]) => {
      const { stdout } = await other.run(['capture', 'read', files['Codex'] ?? '', ...words, '--yes', '--json']);
      return (JSON.parse(stdout) as Told).read?.turns ?? 0;
    };
    expect(await taken('--since', '2026-09-14T10:06:00Z')).toBe(1);
    expect(await taken('--since', '2026-09-14T10:06:00Z')).toBe(0);
    expect(await taken()).toBe(4);
    await other.close();
  });

  it.each([
    [['--client', 'notepad'], /notepad.*Use claude-code, codex/s],
    [['/not/there.zip'], /no such file or folder/],
    [[import.meta.filename], /holds no session or export that is known.*claude-code: ~\/\.claude/s],
    [['--since', 'no time at all'], /--since.*2026-01-31/s],
  ])('are named with what to do instead: %j', async (words, message) => {
    const { status, stderr } = await run(['capture', 'read', ...words]);
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
  });
});

describe('the command', () => {
  it('finds what lies in the home folder', async () => {
    const env = { HOME: home, ZAPOMNI_DATA_DIR: path.join(root, 'killed') };
    const shown = await runZapomni(['capture', 'read', '--dry-run', '--json'], { env });
    const { clients } = JSON.parse(shown.stdout) as Told;
    expect(clients.map(({ client }) => client)).toEqual(['claude-code', 'codex', 'opencode']);
    rmSync(path.join(home, '.codex'), { recursive: true });
    const left = await runZapomni(['capture', 'read', '--dry-run'], { env });
    expect(left.stdout).not.toContain('Codex');
  }, 60_000);

  it('says so where there is nothing', async () => {
    const env = { HOME: path.join(root, 'nobody') };
    const { status, stderr } = await runZapomni(['capture', 'read', '--dry-run'], { env });
    expect([status, stderr]).toEqual([0, expect.stringContaining('No past sessions were found.') as string]);
  }, 60_000);
});
