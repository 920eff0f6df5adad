/** Past sessions of every program, as each writes them down. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TranscriptItem, TranscriptPlace, TranscriptSource } from '@zapomni/core/ports';
import { transcriptSourceContract } from '@zapomni/testkit/contracts';
import { RECORDED_PROGRAMS, story, storyOf, writeFork } from '@zapomni/testkit/transcripts';
import { afterAll, describe, expect, it } from 'vitest';
import { fileFacts, TRANSCRIPT_SOURCES } from './index.ts';

const folders: string[] = [];
function temporaryHome(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'zapomni-past-'));
  folders.push(folder);
  return folder;
}
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

const sourceOf = (client: string): TranscriptSource =>
  TRANSCRIPT_SOURCES.find((source) => source.client === client) ?? expect.fail(client);

for (const [name, recorded] of Object.entries(RECORDED_PROGRAMS))
  transcriptSourceContract(name, sourceOf(recorded.client), recorded);

async function readFrom(client: string, file: string): Promise<TranscriptItem[]> {
  const facts = (await fileFacts(client, file)) ?? expect.fail('no file');
  const items: TranscriptItem[] = [];
  for await (const item of sourceOf(client).read(facts)) items.push(item);
  return items;
}

async function found(client: string, place: TranscriptPlace): Promise<string[]> {
  const files: string[] = [];
  for await (const { path: file } of sourceOf(client).find(place)) files.push(file);
  return files;
}

describe('whose a file is', () => {
  it('is known for every program, and no file is taken by two', async () => {
    const home = temporaryHome();
    expect(new Set(Object.values(RECORDED_PROGRAMS).map(({ client }) => client))).toEqual(
      new Set(TRANSCRIPT_SOURCES.map(({ client }) => client)),
    );
    for (const [name, recorded] of Object.entries(RECORDED_PROGRAMS)) {
      const file = recorded.write(path.join(home, name), storyOf('/srv/shop'));
      const takers: string[] = [];
      for (const source of TRANSCRIPT_SOURCES) if (await source.takes(file)) takers.push(source.client);
      expect(takers, name).toEqual([recorded.client]);
    }
  });
});

describe('places', () => {
  const looked = (client: string, platform: string, env: TranscriptPlace['env'], file: string): Promise<string[]> => {
    const home = temporaryHome();
    const full = path.join(home, file);
    mkdirSync(path.dirname(full), { recursive: true });
    writeFileSync(full, '{}\n');
    const given = Object.fromEntries(Object.entries(env).map(([key, folder]) => [key, path.join(home, folder ?? '')]));
    return found(client, { platform, home, env: given });
  };

  it.each([
    ['claude-code', 'linux', {}, '.claude/projects/-p/1.jsonl'],
    ['claude-code', 'darwin', { CLAUDE_CONFIG_DIR: 'c' }, 'c/projects/-p/1.jsonl'],
    ['codex', 'linux', {}, '.codex/sessions/2026/01/02/rollout-1.jsonl'],
    ['codex', 'linux', {}, '.codex/archived_sessions/rollout-1.jsonl'],
    ['codex', 'linux', { CODEX_HOME: 'x' }, 'x/sessions/2026/01/02/rollout-1.jsonl'],
    ['cursor', 'linux', {}, '.config/Cursor/User/globalStorage/state.vscdb'],
    ['cursor', 'linux', { XDG_CONFIG_HOME: 'xdg' }, 'xdg/Cursor/User/globalStorage/state.vscdb'],
    ['cursor', 'darwin', {}, 'Library/Application Support/Cursor/User/globalStorage/state.vscdb'],
    ['cursor', 'linux', {}, '.cursor/projects/p/agent-transcripts/1.jsonl'],
    ['gemini', 'darwin', {}, '.gemini/tmp/shop/chats/session-1.jsonl'],
  ])('%s on %s %j: %s', async (client, platform, env, file) => {
    expect(await looked(client, platform, env as TranscriptPlace['env'], file)).toHaveLength(1);
  });

  it.each([
    ['claude-code', {}, String.raw`C:\Users\a\.claude\projects`],
    ['codex', { CODEX_HOME: String.raw`D:\codex` }, String.raw`D:\codex\sessions`],
    ['cursor', {}, String.raw`C:\Users\a\AppData\Roaming\Cursor\User\globalStorage\state.vscdb`],
    ['cursor', { APPDATA: String.raw`D:\R` }, String.raw`D:\R\Cursor\User\globalStorage\state.vscdb`],
    ['opencode', {}, String.raw`C:\Users\a\.local\share\opencode\opencode.db`],
  ])('of %s on Windows are in its way: %j', (client, env, expected) => {
    const home = String.raw`C:\Users\a`;
    expect(sourceOf(client).places({ platform: 'win32', home, env })).toContain(expected);
  });

  it('may be pipes, which nobody waits for', async () => {
    const home = temporaryHome();
    const folder = path.join(home, '.claude', 'projects', '-p');
    mkdirSync(folder, { recursive: true });
    execFileSync('mkfifo', [path.join(folder, 'pipe.jsonl')]);
    expect(await found('claude-code', { platform: 'linux', home, env: {} })).toEqual([]);
    expect(await sourceOf('claude-code').takes(path.join(folder, 'pipe.jsonl'))).toBe(false);
  });
});

describe('a large file', () => {
  /** Reads it with a heap that is smaller than the file, in a process of its own, which dies of holding it. */
  function turnsRead(client: string, file: string): number {
    const script = `
      import { TRANSCRIPT_SOURCES, fileFacts } from ${JSON.stringify(new URL('index.ts', import.meta.url).href)};
      const source = TRANSCRIPT_SOURCES.find((one) => one.client === ${JSON.stringify(client)});
      let turns = 0;
      for await (const item of source.read(await fileFacts(source.client, ${JSON.stringify(file)}))) turns++;
      console.log(turns);`;
    return Number(execFileSync(process.execPath, ['--max-old-space-size=48', '--input-type=module', '-e', script]));
  }
  const BULK = 'x'.repeat(100_000);
  const MANY = 1000;

  it('of lines is read piece by piece', () => {
    const file = path.join(temporaryHome(), 's.jsonl');
    for (let n = 0; n < MANY; n++) {
      const line = (type: string, step: number, content: unknown): string => {
        const [uuid, parentUuid] = [`${n}-${step}`, step > 0 ? `${n}-${step - 1}` : n > 0 ? `${n - 1}-2` : null];
        return `${JSON.stringify({ uuid, parentUuid, type, sessionId: 's', message: { role: type, content } })}\n`;
      };
      const output = [{ type: 'tool_result', tool_use_id: 't', content: BULK }];
      appendFileSync(file, line('user', 0, `question ${n}`) + line('user', 1, output) + line('assistant', 2, 'answer'));
    }
    expect(turnsRead('claude-code', file)).toBe(MANY);
  });

  it('of conversations is read piece by piece', () => {
    const file = path.join(temporaryHome(), 'conversations.json');
    const chat = (n: number): string =>
      JSON.stringify({
        uuid: `c-${n}`,
        chat_messages: [
          { uuid: 'a', sender: 'human', text: `question ${n}`, attachments: [{ extracted_content: BULK }] },
          { uuid: 'b', sender: 'assistant', text: 'answer' },
        ],
      });
    for (let n = 0; n < MANY; n++) appendFileSync(file, `${n === 0 ? '[' : ','}\n${chat(n)}`);
    appendFileSync(file, ']');
    expect(turnsRead('claude', file)).toBe(MANY);
  });
});

describe('sessions of particular kinds', () => {
  it('a fork of Codex tells what was said in it, and not what it was made from', async () => {
    const file = writeFork(temporaryHome(), storyOf('/srv/shop'), 'fork-1');
    expect(await readFrom('codex', file)).toMatchObject([
      { session: 'fork-1', index: 0, user: 'And on Windows?', answer: 'With a runner of its own.' },
    ]);
  });

  it('a session of Claude Code that was compacted without a mark, or whose beginning is gone, is read whole', async () => {
    const home = temporaryHome();
    const line = (
      [uuid, parentUuid]: readonly [string, string | null],
      type: string,
      content: string,
      more: object = {},
    ) => `${JSON.stringify({ uuid, parentUuid, type, sessionId: 's', message: { role: type, content }, ...more })}\n`;
    const file = path.join(home, 's.jsonl');
    writeFileSync(
      file,
      line(['u1', 'gone'], 'user', 'first') +
        line(['a1', 'u1'], 'assistant', 'one') +
        line(['k1', null], 'user', 'summary', { isCompactSummary: true }) +
        line(['u2', 'k1'], 'user', 'second') +
        line(['a2', 'u2'], 'assistant', 'two'),
    );
    const said = (items: TranscriptItem[]) => items.map((item) => ('user' in item ? item.user : item.summary));
    expect(said(await readFrom('claude-code', file))).toEqual(['summary', 'first', 'second']);
    // Gone back to the very beginning: only what was asked then counts.
    appendFileSync(file, line(['u3', null], 'user', 'third') + line(['a3', 'u3'], 'assistant', 'three'));
    expect(said(await readFrom('claude-code', file))).toEqual(['third']);
  });

  it('of Gemini, only the newer of two files with one session is read', async () => {
    const home = temporaryHome();
    const { 'Gemini CLI': newer, 'Gemini CLI, older': older } = RECORDED_PROGRAMS;
    const file = newer?.write(home, storyOf('/srv/shop')) ?? '';
    older?.write(home, storyOf('/srv/shop'));
    const files = await found('gemini', { platform: 'linux', home, env: {} });
    expect(files.filter((one) => one.includes('session-1'))).toEqual([file]);
  });

  it('of Cursor, a conversation that the database has is not read a second time', async () => {
    const home = temporaryHome();
    const agent = RECORDED_PROGRAMS['Cursor, agent']?.write(home, storyOf('/srv/shop')) ?? '';
    const place = { platform: 'linux', home, env: {} };
    expect(await found('cursor', place)).toEqual([agent]);
    const database = RECORDED_PROGRAMS['Cursor']?.write(home, storyOf('/srv/shop'));
    expect(await found('cursor', place)).toEqual([database]);
  });

  it('a database that its program is writing to is read with what it wrote last', async () => {
    const { DatabaseSync } = await import('node:sqlite');
    const file = RECORDED_PROGRAMS['opencode']?.write(temporaryHome(), storyOf('/srv/shop')) ?? '';
    const database = new DatabaseSync(file);
    database.exec("PRAGMA journal_mode = WAL; INSERT INTO session VALUES ('ses_2', NULL, '/srv/shop', NULL, 1)");
    const message = { role: 'user' };
    database
      .prepare('INSERT INTO message VALUES (?, ?, ?, ?)')
      .run('m', 'ses_2', story.when(1), JSON.stringify(message));
    const part = JSON.stringify({ type: 'text', text: 'said just now' });
    database.prepare('INSERT INTO part VALUES (?, ?, ?, ?)').run('p', 'm', 'ses_2', part);
    expect(await readFrom('opencode', file)).toContainEqual(
      expect.objectContaining({ session: 'ses_2', user: 'said just now' }),
    );
    database.close();
  });
});
