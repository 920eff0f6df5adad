/** Recorded events of Copilot CLI and VS Code, and opencode with our plugin, as far as the door of a server. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Place } from '../setup/clients/place.ts';
import { CLIENTS } from '../setup/clients/table.ts';
import { hookCommand, placeHook } from '../setup/hooks/hook-copy.ts';
import { hooksOf, writeHooks } from '../setup/hooks/set-hooks.ts';
import { removeTemporaryFolders, temporaryFolder } from '../testing/run-zapomni.ts';
import { openStandInDoor, type StandInDoor } from './testing/stand-in-door.ts';

const load = createRequire(import.meta.url);
const HOOK = fileURLToPath(new URL('hook.ts', import.meta.url));
const PATIENT = new URL('testing/patient.ts', import.meta.url).href;
const doors: StandInDoor[] = [];
let dataDir: string;
let door: StandInDoor;
beforeEach(async () => {
  dataDir = path.join(temporaryFolder(), 'data');
  door = await openStandInDoor(dataDir, ({ event }) =>
    event === 'start' || event === 'prompt' ? `told at ${String(event)}` : '',
  );
  doors.push(door);
});
afterAll(() => {
  for (const one of doors) one.close();
  removeTemporaryFolders();
});

async function hook(input: object, env: Readonly<Record<string, string>> = {}): Promise<unknown> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, ['--import', PATIENT, HOOK], {
    env: { PATH, NODE_COMPILE_CACHE, PATIENCE: '60', HOME: path.dirname(dataDir), ZAPOMNI_DATA_DIR: dataDir, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(input));
  const [said] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  expect(child.exitCode).toBe(0);
  return said === '' ? null : JSON.parse(said);
}

describe.skipIf(process.platform === 'win32')('Copilot CLI', () => {
  const about = { sessionId: 'c-1', timestamp: 1763460000000, cwd: '/srv/shop' };

  it.each<Record<string, string>>([{}, { CURSOR_VERSION: '3.4.0' }])(
    'is told at the start and at a prompt, whichever terminal it is in: %j',
    async (env) => {
      expect(await hook({ ...about, source: 'new', initialPrompt: 'hi' }, env)).toEqual({
        additionalContext: 'told at start',
      });
      expect(await hook({ ...about, prompt: 'how do we deploy?' }, env)).toEqual({
        additionalContext: 'told at prompt',
      });
      expect(door.asked).toMatchObject([
        { event: 'start', client: 'copilot', session: 'c-1', folder: '/srv/shop' },
        { event: 'prompt', client: 'copilot', session: 'c-1', prompt: 'how do we deploy?' },
      ]);
    },
  );

  it('is not told again when a session goes on, nor at other events', async () => {
    expect(await hook({ ...about, source: 'resume' })).toBeNull();
    expect(await hook({ ...about, toolName: 'bash', toolArgs: '{}' })).toBeNull();
    expect(await hook({ ...about, reason: 'complete' })).toBeNull();
    expect(await hook({ ...about, timestamp: '2026-11-18', source: 'new' })).toBeNull();
    expect(door.asked).toEqual([]);
  });

  it('shares its hooks with VS Code, which takes nothing at a prompt', async () => {
    const code = { sessionId: 'v-1', cwd: '/srv/shop', timestamp: '2026-11-18T10:00:00.000Z' };
    expect(await hook({ ...code, hookEventName: 'SessionStart', source: 'new' })).toEqual({
      hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'told at start' },
    });
    expect(await hook({ ...code, hookEventName: 'UserPromptSubmit', prompt: 'how do we deploy?' })).toBeNull();
    expect(door.asked).toMatchObject([
      { event: 'start', client: 'vscode', session: 'v-1' },
      // It is heard all the same.
      { event: 'said', client: 'vscode', session: 'v-1', prompt: 'how do we deploy?' },
    ]);
  });
});

interface Plugin {
  event(input: { event: object }): Promise<void>;
  'chat.message'(input: { sessionID: string }, output: { message: { id: string }; parts: object[] }): Promise<void>;
}

/** The file that setup wrote, loaded as opencode loads it. */
async function loadPlugin(messages: readonly object[]): Promise<Plugin> {
  const home = temporaryFolder();
  const place: Place = { platform: 'linux', home, env: {}, project: home, exists: () => true };
  const client = CLIENTS.find(({ id }) => id === 'opencode') ?? expect.fail('opencode');
  const standing = hooksOf(client, place) ?? expect.fail('no hooks');
  await placeHook(dataDir);
  await writeHooks(standing, hookCommand(dataDir));
  mkdirSync(path.dirname(standing.file), { recursive: true });
  writeFileSync(path.join(path.dirname(standing.file), 'package.json'), '{"type": "module"}');
  const module = load(standing.file) as Record<string, (input: object) => Promise<Plugin>>;
  const [make, ...others] = Object.values(module);
  expect(others).toEqual([]);
  const session = { messages: async () => ({ data: messages }) };
  return (await make?.({ client: { session }, directory: '/srv/shop' })) ?? expect.fail('no plugin');
}

const part = (id: string, words: string) => ({ id, type: 'text', text: words });

describe.skipIf(process.platform === 'win32')('opencode', () => {
  // The plugin waits for the hook, and the hook for the door: here as long as a busy machine may take.
  beforeEach(() => {
    vi.stubEnv('NODE_OPTIONS', `--import=${PATIENT}`);
    vi.stubEnv('PATIENCE', '60');
    const wait = globalThis.setTimeout;
    vi.stubGlobal('setTimeout', (act: () => void, ms: number) => wait(act, ms * 60));
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
  });
  const said = async (plugin: Plugin, sessionID: string): Promise<object[]> => {
    const parts: object[] = [part('prt_01', 'how do we deploy?')];
    await plugin['chat.message']({ sessionID }, { message: { id: 'msg_1' }, parts });
    return parts;
  };
  const created = (id: string, parentID?: string) => ({
    event: { type: 'session.created', properties: { info: { id, parentID } } },
  });

  it('is told the brief with the first message, then what bears on one, right after what was said', async () => {
    const plugin = await loadPlugin([]);
    await plugin.event(created('ses_1'));
    expect(await said(plugin, 'ses_1')).toEqual([
      part('prt_01', 'how do we deploy?'),
      {
        ...part('prt_01z', 'told at start\n\ntold at prompt'),
        sessionID: 'ses_1',
        messageID: 'msg_1',
        synthetic: true,
      },
    ]);
    expect(await said(plugin, 'ses_1')).toMatchObject([{}, { text: 'told at prompt' }]);
    // A session that goes on was told when it began, by whoever ran then.
    expect(await said(plugin, 'ses_old')).toMatchObject([{}, { text: 'told at prompt' }]);
    expect(door.asked[0]).toMatchObject({ event: 'start', client: 'opencode', session: 'ses_1', folder: '/srv/shop' });
  });

  it('helpers are left alone', async () => {
    const plugin = await loadPlugin([]);
    await plugin.event(created('ses_2', 'ses_1'));
    expect(await said(plugin, 'ses_2')).toHaveLength(1);
    await plugin.event({ event: { type: 'session.idle', properties: { sessionID: 'ses_2' } } });
    expect(door.asked).toEqual([]);
  });

  it('is in nobody’s way when anything is wrong', async () => {
    const plugin = await loadPlugin([]);
    door.close();
    writeFileSync(path.join(dataDir, 'run', 'door'), '/nowhere');
    expect(await said(plugin, 'ses_1')).toHaveLength(1);
    writeFileSync(path.join(dataDir, 'hooks', 'hook.mjs'), 'throw new Error("broken")');
    expect(await said(plugin, 'ses_1')).toHaveLength(1);
    const nothing = undefined as unknown as { event: object };
    for (const event of [nothing, { event: { type: 'session.created' } }, { event: { type: 'session.idle' } }])
      await expect(plugin.event(event)).resolves.toBeUndefined();
    const nobody = undefined as unknown as { sessionID: string };
    await expect(plugin['chat.message'](nobody, { message: { id: 'm' }, parts: [] })).resolves.toBeUndefined();
    expect(readFileSync(path.join(dataDir, 'hooks', 'hook.mjs'), 'utf8')).toContain('broken');
  });
});
