/** The hook file as clients run it, on what they send: told at the start and at a prompt, silent otherwise, and never in anybody's way. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as elapsed } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { knock } from '@zapomni/server/door';
import { removeTemporaryFolders, runZapomni, temporaryFolder } from '../testing/run-zapomni.ts';
import { briefFile, briefText } from './brief-file.ts';
import { RECORDED } from './testing/events.ts';

const HOOK = fileURLToPath(new URL('hook.ts', import.meta.url));
const PATIENT = new URL('testing/patient.ts', import.meta.url).href;

interface Said {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** `input` is left open when it is null; then nothing but the end of its own time ends the hook. */
async function hook(dataDir: string, input: string | null, env: Readonly<Record<string, string>> = {}): Promise<Said> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const PATIENCE = input === null ? '1' : '60';
  const child = spawn(process.execPath, ['--import', PATIENT, HOOK], {
    env: { PATH, NODE_COMPILE_CACHE, PATIENCE, HOME: path.dirname(dataDir), ZAPOMNI_DATA_DIR: dataDir, ...env },
    stdio: 'pipe',
  });
  child.stdin.on('error', () => undefined);
  if (input !== null) child.stdin.end(input);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  child.stdin.destroy();
  return { code: child.exitCode, stdout, stderr };
}

const SILENCE = { code: 0, stdout: '', stderr: '' };

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await elapsed(50);
}

afterAll(removeTemporaryFolders);

describe.skipIf(process.platform === 'win32')('with a server', () => {
  const dataDir = path.join(temporaryFolder(), 'data');
  const folder = path.join(temporaryFolder(), 'shop');
  const DECISION = 'We deploy the shop with Kamal on Hetzner machines, not Kubernetes.';
  const FACT = 'The staging database is refreshed from production every Monday night.';
  const ask = 'When is the staging database refreshed from production?';
  const run = (...args: string[]) => runZapomni([...args, '--data-dir', dataDir]);

  /** The model takes its time to load, and a hook does not wait for it. */
  async function told(input: object, env: Readonly<Record<string, string>>): Promise<Said> {
    for (;;) {
      const said = await hook(dataDir, JSON.stringify(input), env);
      if (said.stdout !== '') return said;
      await elapsed(200);
    }
  }

  beforeAll(async () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, '.zapomni.json'), '{"workspace": "shop"}');
    await run('serve', '--background');
    await run('add', DECISION, '--kind', 'decision', '--workspace', 'shop');
    await run('add', FACT);
  }, 120_000);
  afterAll(async () => void (await run('stop')), 60_000);

  it.each(Object.entries(RECORDED))(
    'a session of %s is told the brief, then what bears on a prompt, once, and else nothing',
    async (client, { env, start, prompt, textIn }) => {
      const session = `${client}-1`;
      const about = { session, folder: path.join(folder), prompt: ask };
      const begun = await told(start(about), env);
      expect(begun).toMatchObject({ code: 0, stderr: '' });
      const brief = textIn(JSON.parse(begun.stdout));
      expect(brief).toContain(DECISION);
      expect(brief).not.toContain(FACT);
      const answered = await told(prompt(about), env);
      expect(textIn(JSON.parse(answered.stdout))).toContain(FACT);
      expect(textIn(JSON.parse(answered.stdout))).not.toContain(DECISION);
      expect(await hook(dataDir, JSON.stringify(prompt(about)), env)).toEqual(SILENCE);
      const other = { ...about, prompt: 'Translate this paragraph into friendly French, please.' };
      expect(await hook(dataDir, JSON.stringify(prompt(other)), env)).toEqual(SILENCE);
      // The same facts make the same bytes in the next session.
      const next = await told(start({ ...about, session: `${client}-2` }), env);
      expect(next.stdout).toBe(begun.stdout);
    },
    120_000,
  );

  it('helpers are told, sessions that go on and what programs say are not', async () => {
    const { claude } = RECORDED;
    const about = { session: 's-9', folder, prompt: ask };
    const helper = { ...claude?.start(about), hook_event_name: 'SubagentStart', agent_id: 'a1', agent_type: 'Explore' };
    const said = await told(helper, {});
    expect(JSON.parse(said.stdout)).toMatchObject({
      hookSpecificOutput: {
        hookEventName: 'SubagentStart',
        additionalContext: expect.stringContaining(DECISION) as string,
      },
    });
    const silent: object[] = [
      claude?.start(about, 'resume') ?? {},
      { ...claude?.prompt({ ...about, prompt: '<task-notification>a b c d</task-notification>' }) },
      { ...claude?.prompt(about), source: 'schedule_wakeup' },
      { ...claude?.prompt(about), hook_event_name: 'Stop', last_assistant_message: 'Done.' },
      { sessionId: 's-9', hookEventName: 'UserPromptSubmit', cwd: folder, prompt: ask },
      { session_id: 's-9' },
    ];
    for (const event of silent)
      expect(await hook(dataDir, JSON.stringify(event)), JSON.stringify(event)).toEqual(SILENCE);
    expect(await hook(dataDir, JSON.stringify(helper), { ZAPOMNI_HOOKS: 'off' })).toEqual(SILENCE);
  }, 120_000);

  it('the log says what was given to whom, and what it cost', async () => {
    const { stdout } = await run('hook', 'log', '--json');
    const { gifts } = JSON.parse(stdout) as { gifts: { client: string; event: string; tokens: number }[] };
    expect(new Set(gifts.map(({ client }) => client))).toEqual(new Set(['claude', 'codex', 'gemini', 'cursor']));
    for (const { event, tokens } of gifts) expect(tokens).toBeLessThanOrEqual(event === 'start' ? 800 : 400);
    const shown = await run('hook', 'log', '--limit', '2');
    expect(shown.stdout).toContain('at the start');
    expect(shown.stdout).toContain(DECISION.slice(0, 40));
    expect(shown.stderr).toMatch(/2 times in \d sessions?, \d+ tokens in all/);
  }, 60_000);

  describe('what is captured', () => {
    const other = path.join(temporaryFolder(), 'garden');
    let sessions = 0;
    /**
     * Turns are captured in the background, in the order in which they ended: the brief of a new session that knows this one. A hook that got no
     * time to speak within its deadline is run again; the same turn twice is one.
     */
    const untilKnown = async (client: string, texts: readonly string[], say: () => Promise<void>): Promise<unknown> => {
      const { env = {}, start, textIn } = RECORDED[client] ?? {};
      for (let looks = 0; ; looks += 1) {
        if (looks % 20 === 0) await say();
        const begin = start?.({ session: `known-${++sessions}`, folder: other, prompt: '' });
        const { stdout } = await hook(dataDir, JSON.stringify(begin), env);
        if (texts.every((one) => stdout.includes(one))) return textIn?.(JSON.parse(stdout));
        await elapsed(100);
      }
    };
    const turn = async (client: string, about: { session: string; prompt: string }, answer: string): Promise<void> => {
      const { env = {}, prompt, end } = RECORDED[client] ?? {};
      const asked = { ...about, folder: other };
      await hook(dataDir, JSON.stringify(prompt?.(asked)), env);
      for (const event of end?.(asked, answer) ?? [])
        expect(await hook(dataDir, JSON.stringify(event), env)).toEqual(SILENCE);
    };
    beforeAll(() => {
      mkdirSync(other, { recursive: true });
      writeFileSync(path.join(other, '.zapomni.json'), '{"workspace": "garden"}');
    });

    it.each(Object.keys(RECORDED))(
      'a turn of %s at its end, and the next session knows it',
      async (client) => {
        const decision = `We decided to grow tomatoes for ${client}.`;
        const open = `Still open: the fence of ${client} has no gate.`;
        const about = { session: `${client}-t`, prompt: `${decision} Can you draw the beds?` };
        const say = () => turn(client, about, `Here they are.\n\n${open}`);
        const brief = await untilKnown(client, [decision, open], say);
        expect(brief).not.toMatch(/draw the beds|Here they are|Let me see/);
      },
      120_000,
    );

    it('a compaction too; helpers not, and nothing while it is off', async () => {
      const { claude } = RECORDED;
      const about = { session: 'c-9', folder: other, prompt: '' };
      const [stop = {}] = claude?.end(about, 'We decided to sell the shed.') ?? [];
      const helper = {
        ...stop,
        agent_id: 'a1',
        agent_type: 'Explore',
        last_assistant_message: 'We decided to sell helpers.',
      };
      const compact = {
        ...stop,
        hook_event_name: 'PostCompact',
        trigger: 'auto',
        compact_summary: 'The beds are planned.',
      };
      expect((await run('capture', 'off')).stdout).toContain('Capture is off');
      expect(await hook(dataDir, JSON.stringify(stop))).toEqual(SILENCE);
      expect((await run('capture', 'on')).stdout).toContain('Capture is on');
      const say = async (): Promise<void> => {
        for (const event of [helper, { ...stop, hook_event_name: 'SubagentStop' }, compact])
          expect(await hook(dataDir, JSON.stringify(event))).toEqual(SILENCE);
      };
      expect(await untilKnown('claude', ['The beds are planned.'], say)).not.toMatch(/sell/);
    }, 120_000);
  });

  it('clients that are gone before the answer do it no harm', async () => {
    const before = JSON.parse((await run('status', '--json')).stdout) as { server: { pid: number } };
    for (let n = 0; n < 40; n += 1) {
      const door = await knock(dataDir);
      const say = (message: object) => door?.socket.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
      const clientInfo = { name: 'gone', version: '1' };
      say({ id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } });
      say({ method: 'notifications/initialized' });
      say({ id: 2, method: 'zapomni/hook', params: { event: 'prompt', prompt: `${ask} ${n}`, folder } });
      await elapsed(n % 8);
      door?.socket.destroy();
    }
    const after = JSON.parse((await run('status', '--json')).stdout) as { server: { pid: number } };
    expect(after.server.pid).toBe(before.server.pid);
  }, 60_000);

  it('the brief is left for when it is gone, and goes with what it was made of', async () => {
    const file = briefFile(dataDir, folder);
    await until(() => existsSync(file));
    const begin = JSON.stringify(RECORDED['claude']?.start({ session: 'late', folder, prompt: '' }));
    const live = await told(JSON.parse(begin) as object, {});
    await run('stop');
    expect(await hook(dataDir, begin)).toEqual(live);
    expect(live.stdout).toContain(DECISION);
    expect(
      await hook(dataDir, JSON.stringify(RECORDED['claude']?.prompt({ session: 'x', folder, prompt: ask }))),
    ).toEqual(SILENCE);
    const { stdout } = await run('list', '--json', '--workspace', 'shop');
    const [{ memory_id: id }] = (JSON.parse(stdout) as { memories: [{ memory_id: string }] }).memories;
    await run('delete', id, '--yes', '--workspace', 'shop');
    expect(existsSync(file)).toBe(false);
    expect(await hook(dataDir, begin)).toEqual(SILENCE);
  }, 120_000);
});

describe('when anything is wrong it is silent, ends with 0, and has an end of its own', () => {
  const begin = JSON.stringify(RECORDED['claude']?.start({ session: 's', folder: '/nowhere', prompt: '' }));

  it.each([
    ['nothing', ''],
    ['no JSON', 'hello'],
    ['half of it', begin.slice(0, -5)],
    ['another thing', '[1, 2]'],
    ['null', 'null'],
    ['an event without a session', '{"hook_event_name":"SessionStart"}'],
  ])('input: %s', async (_name, input) =>
    expect(await hook(path.join(temporaryFolder(), 'd'), input)).toEqual(SILENCE),
  );

  it('input that never ends', async () => {
    expect(await hook(path.join(temporaryFolder(), 'd'), null)).toEqual(SILENCE);
  });

  it.each([
    ['is dead', null],
    ['says nothing', () => undefined],
    ['says who it is and no more', (write: (line: string) => void) => write('{"pid":1}\n')],
    ['speaks nonsense', (write: (line: string) => void) => write('nonsense\n')],
  ])(
    'a server that %s: the brief of the file is told, and nothing else',
    async (_name, behave) => {
      const dataDir = path.join(temporaryFolder(), 'data');
      const server = await standIn(dataDir, behave);
      mkdirSync(path.dirname(briefFile(dataDir, null)), { recursive: true });
      writeFileSync(briefFile(dataDir, null), briefText(null, 'what was left'));
      // Its second, and the time that is left of it for the file when nobody has answered.
      const patience = { PATIENCE: '3' };
      const said = await hook(dataDir, begin, patience);
      expect(said).toMatchObject({ code: 0, stderr: '' });
      expect(JSON.parse(said.stdout)).toMatchObject({ hookSpecificOutput: { additionalContext: 'what was left' } });
      const prompt = JSON.stringify(
        RECORDED['claude']?.prompt({ session: 's', folder: '/', prompt: 'one two three four' }),
      );
      expect(await hook(dataDir, prompt, { PATIENCE: '1' })).toEqual(SILENCE);
      server?.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
    30_000,
  );
});

/** A door, and something behind it that behaves so; null for a door that nobody is behind. */
async function standIn(
  dataDir: string,
  behave: ((write: (line: string) => void) => void) | null,
): Promise<Server | null> {
  mkdirSync(path.join(dataDir, 'run'), { recursive: true });
  const socket = path.join(dataDir, 'run', 's.sock');
  writeFileSync(path.join(dataDir, 'run', 'door'), `${socket}\n`);
  if (behave === null) return null;
  const server = createServer((client) => {
    client.on('error', () => undefined);
    behave((line) => client.write(line));
  }).listen(socket);
  await once(server, 'listening');
  server.unref();
  return server;
}
