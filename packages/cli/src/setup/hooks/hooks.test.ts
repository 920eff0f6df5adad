/** Hooks in the files of clients as real ones look: put in, put in again, taken out, byte for byte. */
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Place } from '../clients/place.ts';
import { CLIENTS } from '../clients/table.ts';
import { hookCommand } from './hook-copy.ts';
import { HOOK_CLIENTS } from './hook-table.ts';
import {
  anyHooks,
  hasHooks,
  hookBlock,
  hooksOf,
  previewHooks,
  previewNoHooks,
  removeHooks,
  writeHooks,
} from './set-hooks.ts';

const COMMAND = hookCommand('/data/of mine');
let home: string;
beforeEach(() => void (home = mkdtempSync(path.join(tmpdir(), 'zapomni-hooks-'))));
afterEach(() => rmSync(home, { recursive: true, force: true }));

const place = (env: Record<string, string> = {}): Place => ({
  platform: 'linux',
  home,
  env,
  project: home,
  exists: existsSync,
});

function standingOf(id: string) {
  const client = CLIENTS.find((one) => one.id === id);
  const standing = client && hooksOf(client, place());
  if (!standing) throw new Error(`${id} has no hooks`);
  mkdirSync(path.dirname(standing.file), { recursive: true });
  return standing;
}

/** Those whose hooks stand in a file of JSON; opencode has a file of ours, Kimi one of TOML. */
const IDS = Object.keys(HOOK_CLIENTS).filter((id) => !HOOK_CLIENTS[id]?.own && HOOK_CLIENTS[id]?.format !== 'toml');

const OTHER = '{"hooks":[{"type":"command","command":"say hello"}]}';
const TEXTS: Readonly<Record<string, string>> = {
  empty: '',
  blank: ' \n',
  'an empty object': '{}',
  'other settings': '{\n  "model": "x",\n  "list": [1, 2]\n}\n',
  'hooks of others': `{\n\t"hooks": {\n\t\t"SessionStart": [\n\t\t\t${OTHER}\n\t\t],\n\t\t"sessionStart": [],\n\t\t"Stop": [${OTHER}]\n\t}\n}`,
  'one line': `{"a":1,"hooks":{"UserPromptSubmit":[${OTHER},${OTHER}],"BeforeAgent":[${OTHER}]}}`,
  'Windows ends': `{\r\n  "hooks": {\r\n    "SessionStart": [\r\n      ${OTHER}\r\n    ]\r\n  }\r\n}\r\n`,
  'a byte order mark': '\uFEFF{\n  "a": "\u00e9"\n}\n',
};
const COMMENTED = `{\n  // mine\n  "hooks": {\n    "SessionStart": [ ${OTHER}, /* last */ ], // and more\n  },\n}\n`;

describe.each(IDS)('the hooks of %s', (id) => {
  const texts = Object.entries({ ...TEXTS, ...(HOOK_CLIENTS[id]?.format === 'jsonc' ? { comments: COMMENTED } : {}) });

  it.each(texts)('go into a file with %s and out again', async (_name, text) => {
    const standing = standingOf(id);
    writeFileSync(standing.file, text);
    chmodSync(standing.file, 0o640);
    const preview = await previewHooks(standing, COMMAND);
    await writeHooks(standing, COMMAND);
    const written = readFileSync(standing.file, 'utf8');
    expect(written.replace(/^\uFEFF/, '')).toBe(preview.after);
    expect(written.startsWith('\uFEFF')).toBe(text.startsWith('\uFEFF'));
    expect(statSync(standing.file).mode & 0o777).toBe(0o640);
    expect(await hasHooks(standing)).toBe(true);
    for (const { path: list } of standing.hooks.items(COMMAND)) expect(written).toContain(`"${list[1]}"`);
    await writeHooks(standing, COMMAND);
    expect(readFileSync(standing.file, 'utf8')).toBe(written);
    await removeHooks(standing);
    expect(readFileSync(standing.file, 'utf8')).toBe(text);
    expect(await hasHooks(standing)).toBe(false);
    expect(existsSync(`${standing.file}.zapomni-backup`)).toBe(false);
  });

  it('follow a link and leave nothing beside it; a read-only file stays as it is', async () => {
    const standing = standingOf(id);
    const target = path.join(home, 'dotfiles', 'hooks.json');
    const text = `{\n  "hooks": {\n    "SessionStart": [${OTHER}]\n  }\n}\n`;
    mkdirSync(path.dirname(target));
    writeFileSync(target, text);
    symlinkSync(target, standing.file);
    await writeHooks(standing, COMMAND);
    expect(lstatSync(standing.file).isSymbolicLink()).toBe(true);
    expect(readFileSync(target, 'utf8')).toContain('hook.mjs');
    await removeHooks(standing);
    expect(readFileSync(target, 'utf8')).toBe(text);
    expect(readdirSync(path.dirname(target))).toEqual(['hooks.json']);
    chmodSync(target, 0o444);
    await expect(writeHooks(standing, COMMAND)).rejects.toThrow('read-only');
    expect(readFileSync(target, 'utf8')).toBe(text);
  });

  it('make a file where there is none, and leave none', async () => {
    const standing = standingOf(id);
    await writeHooks(standing, COMMAND);
    expect(JSON.parse(readFileSync(standing.file, 'utf8'))).toMatchObject({ hooks: expect.any(Object) as object });
    expect(await anyHooks(place())).toBe(true);
    expect((await previewNoHooks(standing)).after).toBe('');
    await removeHooks(standing);
    expect(existsSync(standing.file)).toBe(false);
    expect(await anyHooks(place())).toBe(false);
  });

  it('are changed in place for another folder, and go alone from a file that somebody has changed since', async () => {
    const standing = standingOf(id);
    writeFileSync(standing.file, '{\n  "a": 1\n}\n');
    await writeHooks(standing, COMMAND);
    await writeHooks(standing, hookCommand('/elsewhere'));
    const moved = readFileSync(standing.file, 'utf8');
    expect(moved).toContain('/elsewhere/hooks/hook.mjs');
    expect(moved).not.toContain('/data/of mine');
    writeFileSync(standing.file, moved.replace('"a": 1', '"a": 2'));
    await removeHooks(standing);
    expect(JSON.parse(readFileSync(standing.file, 'utf8'))).toMatchObject({ a: 2 });
    expect(readFileSync(standing.file, 'utf8')).not.toContain('hook.mjs');
  });

  it.each([
    ['broken', '{"hooks": ', /line 1, column/],
    ['a list', '[]', /holds no object/],
    ['a key twice', '{"hooks": {}, "hooks": {}}', /stands there twice/],
    ['hooks that are no map', '{"hooks": []}', /holds no object/],
  ])('are not put into what is %s', async (_name, text, why) => {
    const standing = standingOf(id);
    writeFileSync(standing.file, text);
    await expect(writeHooks(standing, COMMAND)).rejects.toThrow(why);
    expect(readFileSync(standing.file, 'utf8')).toBe(text);
    expect(await hookBlock(standing.hooks, COMMAND)).toContain('hook.mjs');
  });
});

describe('the hooks of Kimi', () => {
  const texts: Readonly<Record<string, string>> = {
    nothing: '',
    settings: '# mine\ndefault_model = "k3"\n\n[providers.x]\ntype = "kimi" # here\n',
    'hooks of others':
      'a = 1\n\n[[hooks]]\nevent = "Stop"\ncommand = "say hello"\n\n[[hooks]]\nevent = "Stop"\ncommand = "bye"',
    'Windows ends': 'a = 1\r\n\r\n[[hooks]]\r\nevent = "Stop"\r\ncommand = "say hello"\r\n',
    'a byte order mark': '\uFEFFa = "\u00e9"\n',
  };

  it.each(Object.entries(texts))('go into a file with %s and out again', async (_name, text) => {
    const standing = standingOf('kimi');
    expect(standing.file).toBe(path.join(home, '.kimi-code', 'config.toml'));
    writeFileSync(standing.file, text);
    await writeHooks(standing, COMMAND);
    const written = readFileSync(standing.file, 'utf8');
    expect(written.startsWith(text.trimEnd())).toBe(true);
    expect(parseToml(written.replace(/^\uFEFF/, ''))['hooks']).toEqual(
      expect.arrayContaining([
        { event: 'UserPromptSubmit', command: COMMAND, timeout: 3 },
        { event: 'Stop', command: COMMAND, timeout: 3 },
      ]),
    );
    expect(await hasHooks(standing)).toBe(true);
    await writeHooks(standing, COMMAND);
    expect(readFileSync(standing.file, 'utf8')).toBe(written);
    await writeHooks(standing, hookCommand('/elsewhere'));
    const moved = readFileSync(standing.file, 'utf8');
    expect(moved).not.toContain('/data/of mine');
    // Somebody changes something else meanwhile: ours alone go then.
    writeFileSync(standing.file, `${moved}\n[more]\nb = 2\n`);
    await removeHooks(standing);
    const left = parseToml(readFileSync(standing.file, 'utf8').replace(/^\uFEFF/, ''));
    expect(left).toEqual({ ...parseToml(text.replace(/^\uFEFF/, '')), more: { b: 2 } });
    expect(await hasHooks(standing)).toBe(false);
  });

  it.each(Object.entries(texts))('are gone without a trace from a file with %s', async (_name, text) => {
    const standing = standingOf('kimi');
    writeFileSync(standing.file, text);
    await writeHooks(standing, COMMAND);
    await removeHooks(standing);
    expect(readFileSync(standing.file, 'utf8')).toBe(text);
    rmSync(standing.file);
    await writeHooks(standing, COMMAND);
    await removeHooks(standing);
    expect(existsSync(standing.file)).toBe(false);
  });

  it.each([
    ['broken', 'hooks = [', /line 1/],
    ['an inline list', 'hooks = [{ event = "Stop", command = "x" }]', /inline list/],
    ['no list', 'hooks = 1', /holds no list/],
  ])('are not put into what is %s', async (_name, text, why) => {
    const standing = standingOf('kimi');
    writeFileSync(standing.file, text);
    await expect(writeHooks(standing, COMMAND)).rejects.toThrow(why);
    expect(readFileSync(standing.file, 'utf8')).toBe(text);
    expect(parseToml(await hookBlock(standing.hooks, COMMAND))).toMatchObject({ hooks: [{}, {}] });
  });
});

describe('the hooks of droid', () => {
  it('go into the file that it would look at first', async () => {
    expect(standingOf('droid').file).toBe(path.join(home, '.factory', 'settings.json'));
    const own = path.join(home, '.factory', 'hooks.json');
    const text = '{\n  "Stop": [{ "hooks": [{ "type": "command", "command": "say hello" }] }]\n}\n';
    writeFileSync(own, text);
    const standing = standingOf('droid');
    expect(standing.file).toBe(own);
    await writeHooks(standing, COMMAND);
    const written = JSON.parse(readFileSync(own, 'utf8')) as Record<string, unknown[]>;
    expect(Object.keys(written)).toEqual(['Stop', 'SessionStart', 'UserPromptSubmit']);
    expect(written['Stop']).toHaveLength(2);
    expect(await anyHooks(place())).toBe(true);
    await removeHooks(standing);
    expect(readFileSync(own, 'utf8')).toBe(text);
  });
});

describe('the plugin of opencode', () => {
  it('is a file of our own, changed in place, and gone without a trace', async () => {
    const standing = standingOf('opencode');
    expect(standing.file).toBe(path.join(home, '.config', 'opencode', 'plugins', 'zapomni.js'));
    await writeHooks(standing, COMMAND);
    const once = readFileSync(standing.file, 'utf8');
    expect(once).toContain('const HOOK = "/data/of mine/hooks/hook.mjs";');
    expect(once).toBe(await hookBlock(standing.hooks, COMMAND));
    await writeHooks(standing, COMMAND);
    expect(readFileSync(standing.file, 'utf8')).toBe(once);
    expect(await anyHooks(place())).toBe(true);
    await writeHooks(standing, hookCommand('/elsewhere'));
    expect(readFileSync(standing.file, 'utf8')).not.toContain('/data/of mine');
    await removeHooks(standing);
    expect(existsSync(standing.file)).toBe(false);
    expect(await anyHooks(place())).toBe(false);
  });

  it('takes the place of no other, and stays once somebody has changed it', async () => {
    const standing = standingOf('opencode');
    for (const text of [
      'export const Mine = async () => ({});\n',
      `${await hookBlock(standing.hooks, COMMAND)}// mine\n`,
    ]) {
      writeFileSync(standing.file, text);
      expect(await hasHooks(standing)).toBe(false);
      await expect(writeHooks(standing, COMMAND)).rejects.toThrow(/not as we write it/);
      expect((await previewNoHooks(standing)).after).toBe(text);
      await removeHooks(standing);
      expect(readFileSync(standing.file, 'utf8')).toBe(text);
    }
    writeFileSync(standing.file, ' \n');
    await writeHooks(standing, COMMAND);
    await removeHooks(standing);
    expect(readFileSync(standing.file, 'utf8')).toBe(' \n');
  });
});

describe('the command', () => {
  it('is one that every shell takes: no arguments, double quotes, forward slashes', () => {
    expect(COMMAND).toBe('node "/data/of mine/hooks/hook.mjs"');
    expect(hookCommand(String.raw`C:\Users\A B\zapomni`).replaceAll('//', '/')).toMatch(
      /^node "C:\/Users\/A B\/zapomni\/hooks\/hook\.mjs"$/,
    );
  });

  it('lies where variables say', () => {
    const file = (id: string, env: Record<string, string>) => HOOK_CLIENTS[id]?.file(place(env));
    expect(file('claude-code', { CLAUDE_CONFIG_DIR: '/c' })).toBe('/c/settings.json');
    expect(file('codex', { CODEX_HOME: '/x' })).toBe('/x/hooks.json');
    expect(file('copilot-cli', { COPILOT_HOME: '/p' })).toBe('/p/hooks/zapomni.json');
    expect(file('vscode', {})).toBe(`${home}/.copilot/hooks/zapomni.json`);
    expect(file('kimi', { KIMI_CODE_HOME: '/k' })).toBe('/k/config.toml');
    expect(file('devin', { XDG_CONFIG_HOME: '/g' })).toBe('/g/devin/config.json');
    expect(file('opencode', { XDG_CONFIG_HOME: '/g' })).toBe('/g/opencode/plugins/zapomni.js');
  });
});
