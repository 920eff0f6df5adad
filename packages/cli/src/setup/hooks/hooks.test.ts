/** Hooks in the files of clients as real ones look: put in, put in again, taken out, byte for byte. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
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

const IDS = Object.keys(HOOK_CLIENTS);

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
    expect(hookBlock(standing.hooks, COMMAND)).toContain('hook.mjs');
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
  });
});
