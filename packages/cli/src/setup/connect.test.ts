import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkClients } from '../doctor/clients.ts';
import { connectionOf, isOurs, type Client, type Connection } from './clients/client.ts';
import type { Place } from './clients/place.ts';
import { CLIENTS } from './clients/table.ts';
import { connect, disconnect, fileOf, isFound, standingOf, type Standing } from './connect.ts';
import { changeFile } from './edit/config-file.ts';
import { RULES } from './agent-texts.ts';
import { previewRules, removeRules, writeRules } from './rules.ts';
import { removeSkill, skillOf } from './skill.ts';

const STDIO: Connection = { kind: 'stdio', command: 'npx', args: ['-y', 'zapomni'] };
const HTTP: Connection = { kind: 'http', url: 'http://127.0.0.1:8765/mcp' };

let home: string;
let place: Place;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'zapomni-setup-'));
  place = { platform: 'linux', home, env: {}, project: path.join(home, 'project'), exists: existsSync };
});
afterEach(() => rm(home, { recursive: true, force: true }));

const standing = async (client: Client, scope: 'user' | 'project' = 'user'): Promise<Standing> =>
  (await standingOf(client, scope, place)) ?? expect.fail(`${client.id} has no file for ${scope}`);

async function given(client: Client, text: string | Buffer): Promise<string> {
  const file = fileOf(client, 'user', place) ?? '';
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
  return file;
}

const named = (id: string): Client => CLIENTS.find((client) => client.id === id) ?? expect.fail(id);

/** As such files look: nothing, something else, servers of others. */
const FILES: Readonly<Record<Client['format'], readonly string[]>> = {
  json: ['', '{}\n', '{"numStartups":3,"projects":{"/p":{"mcpServers":{"x":{}}}}}', '\uFEFF{\r\n\t"a": 1\r\n}\r\n'],
  jsonc: ['', '{\n  // mine\n}\n', '{\n  "theme": "dark", // a comment\n}\n', '\uFEFF{\r\n  "a": 1\r\n}'],
  toml: ['', 'model = "x" # mine\n', '\uFEFFmodel = "x"\r\n\r\n[mcp_servers.a]\r\ncommand = "a"\r\n'],
  yaml: ['', '# mine\nextensions:\n  a:\n    enabled: true\n\nmode: auto\n', 'mode: auto\r\n'],
};

describe.each(CLIENTS.map((client) => [client.id, client] as const))('%s', (_, client) => {
  it('is connected and taken off again, byte for byte, whatever its file was', async () => {
    for (const text of FILES[client.format]) {
      const file = await given(client, text);
      await chmod(file, 0o640);
      const before = await standing(client);
      expect(before.state).toBe('absent');
      await connect(before, STDIO, place);
      const now = await standing(client);
      expect(now).toMatchObject({ state: 'ours', why: null });
      expect(connectionOf(client.entry(STDIO, place) ?? undefined)).toEqual(now.connection);
      const written = await readFile(file);
      await connect(now, STDIO, place);
      expect((await readFile(file)).equals(written)).toBe(true);
      expect((await stat(file)).mode & 0o777).toBe(0o640);
      await disconnect(now);
      expect((await readFile(file)).equals(Buffer.from(text))).toBe(true);
      expect(await readdir(path.dirname(file))).not.toContain(`${path.basename(file)}.zapomni-backup`);
    }
  });

  it('has no file afterwards where it had none before', async () => {
    const before = await standing(client);
    await connect(before, STDIO, place);
    expect((await standing(client)).state).toBe('ours');
    await disconnect(before);
    expect(existsSync(before.file)).toBe(false);
  });

  it('is led to a running server, and from one way to the other, where it can be', async () => {
    await given(client, FILES[client.format].at(-1) ?? '');
    if (client.entry(HTTP, place) === null) return;
    await connect(await standing(client), STDIO, place);
    await connect(await standing(client), HTTP, place);
    expect((await standing(client)).connection).toEqual(HTTP);
    await connect(await standing(client), STDIO, place);
    expect((await standing(client)).connection?.kind).toBe('stdio');
  });

  it('is left alone where its file is broken', async () => {
    const file = await given(client, client.format === 'yaml' ? 'a: [1\n' : '{ "a": \n');
    const { state, why } = await standing(client);
    expect([state, why]).toEqual(['unusable', expect.stringMatching(/^line \d+, column \d+: /)]);
    await expect(connect(await standing(client), STDIO, place)).rejects.toThrow(/line/);
    expect(await readFile(file, 'utf8')).toBe(client.format === 'yaml' ? 'a: [1\n' : '{ "a": \n');
  });
});

describe('a file of a client', () => {
  const cursor = named('cursor');

  it('is followed where it is a link', async () => {
    const target = path.join(home, 'dotfiles.json');
    await writeFile(target, '{}\n');
    await mkdir(path.join(home, '.cursor'));
    await symlink(target, path.join(home, '.cursor', 'mcp.json'));
    await connect(await standing(cursor), STDIO, place);
    expect((await lstat(path.join(home, '.cursor', 'mcp.json'))).isSymbolicLink()).toBe(true);
    expect(await readFile(target, 'utf8')).toContain('zapomni');
  });

  it('is not written where it is read-only, not in UTF-8, or says a key twice', async () => {
    const file = await given(cursor, '{}\n');
    await chmod(file, 0o444);
    await expect(connect(await standing(cursor), STDIO, place)).rejects.toThrow('read-only');
    await chmod(file, 0o644);
    await writeFile(file, Buffer.from([0x7b, 0xff, 0x7d]));
    expect((await standing(cursor)).why).toBe('it is not in UTF-8.');
    await writeFile(file, '{ "mcpServers": {}, "mcpServers": {} }');
    expect((await standing(cursor)).why).toContain('twice');
  });

  it('keeps what somebody else wrote meanwhile', async () => {
    const file = await given(cursor, '{}');
    let calls = 0;
    await changeFile(file, ({ text }) => {
      // As a client that writes its own state just then.
      if (calls++ === 0) void writeFileNow(file, '{"theirs":1}');
      return `${text} `;
    });
    expect(calls).toBe(2);
    expect(await readFile(file, 'utf8')).toBe('{"theirs":1} ');
  });

  it('loses only our entry where it was changed since', async () => {
    const file = await given(cursor, '{\n  "mcpServers": {}\n}\n');
    await connect(await standing(cursor), STDIO, place);
    const edited = (await readFile(file, 'utf8')).replace('"mcpServers"', '"mine": true,\n  "mcpServers"');
    await writeFile(file, edited);
    await disconnect(await standing(cursor));
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ mine: true, mcpServers: {} });
  });

  it("of another's server under our name is told from ours", async () => {
    await given(cursor, '{"mcpServers":{"zapomni":{"command":"other-memory"}}}');
    expect((await standing(cursor)).state).toBe('other');
    for (const command of [
      'npx -y zapomni',
      'node /opt/zapomni/dist/zapomni.js',
      'npx zapomni@0.2.0',
      'C:\\x\\zapomni.cmd',
    ])
      expect(isOurs({ kind: 'stdio', command: command.split(' ')[0] ?? '', args: command.split(' ').slice(1) })).toBe(
        true,
      );
  });
});

async function writeFileNow(file: string, text: string): Promise<void> {
  const { writeFileSync } = await import('node:fs');
  writeFileSync(file, text);
}

describe('places', () => {
  const on = (platform: NodeJS.Platform, id: string, env: Place['env'] = {}): string | null =>
    named(id).userFile({
      platform,
      home: platform === 'win32' ? String.raw`C:\Users\a` : '/h/a',
      env,
      project: '/p',
      exists: () => false,
    });

  it.each([
    [
      'claude-desktop',
      '/h/a/Library/Application Support/Claude/claude_desktop_config.json',
      String.raw`C:\Users\a\AppData\Roaming\Claude\claude_desktop_config.json`,
      '/h/a/.config/Claude/claude_desktop_config.json',
    ],
    [
      'vscode',
      '/h/a/Library/Application Support/Code/User/mcp.json',
      String.raw`C:\Users\a\AppData\Roaming\Code\User\mcp.json`,
      '/h/a/.config/Code/User/mcp.json',
    ],
    [
      'zed',
      '/h/a/.config/zed/settings.json',
      String.raw`C:\Users\a\AppData\Roaming\Zed\settings.json`,
      '/h/a/.config/zed/settings.json',
    ],
    [
      'goose',
      '/h/a/.config/goose/config.yaml',
      String.raw`C:\Users\a\AppData\Roaming\Block\goose\config\config.yaml`,
      '/h/a/.config/goose/config.yaml',
    ],
    ['cursor', '/h/a/.cursor/mcp.json', String.raw`C:\Users\a\.cursor\mcp.json`, '/h/a/.cursor/mcp.json'],
  ])('of %s are those of the platform', (id, mac, windows, linux) => {
    expect([on('darwin', id), on('win32', id), on('linux', id)]).toEqual([mac, windows, linux]);
  });

  it('may be named by variables', () => {
    expect(on('linux', 'codex', { CODEX_HOME: '/elsewhere' })).toBe('/elsewhere/config.toml');
    expect(on('linux', 'claude-code', { CLAUDE_CONFIG_DIR: '/c' })).toBe('/c/.claude.json');
    expect(on('linux', 'zed', { XDG_CONFIG_HOME: '/x' })).toBe('/x/zed/settings.json');
    expect(on('win32', 'vscode', { APPDATA: String.raw`D:\R` })).toBe(String.raw`D:\R\Code\User\mcp.json`);
  });

  it('lead through the shell of Windows where the client needs it', () => {
    const windows = { ...place, platform: 'win32' as const };
    expect(named('claude-code').entry(STDIO, windows)).toMatchObject({
      command: 'cmd',
      args: ['/c', 'npx', '-y', 'zapomni'],
    });
    expect(named('claude-code').entry(STDIO, place)).toMatchObject({ command: 'npx' });
  });

  it('are looked for, and never made', async () => {
    expect(CLIENTS.filter((client) => isFound(client, place))).toEqual([]);
    expect(await readdir(home)).toEqual([]);
    await mkdir(path.join(home, '.cursor'));
    expect(CLIENTS.filter((client) => isFound(client, place)).map(({ id }) => id)).toEqual(['cursor']);
  });

  it('keep the second shape of opencode where it is there', async () => {
    const opencode = named('opencode');
    await given(opencode, '{ "mcp": { "servers": { "a": {} } } }');
    await connect(await standing(opencode), STDIO, place);
    const text = await readFile(fileOf(opencode, 'user', place) ?? '', 'utf8');
    expect(JSON.parse(text)).toMatchObject({ mcp: { servers: { zapomni: { type: 'local' } } } });
  });
});

describe('the doctor', () => {
  it('names who is connected, who could be, and who is twice', async () => {
    expect(await checkClients(place)).toMatchObject({
      status: 'ok',
      detail: expect.stringContaining('none') as string,
    });
    await mkdir(path.join(home, '.cursor'));
    await mkdir(path.join(home, '.codex'));
    await connect(await standing(named('cursor')), STDIO, place);
    expect((await checkClients(place)).detail).toBe('Cursor; 1 more could be: `zapomni setup`');
    await connect(await standing(named('cursor'), 'project'), STDIO, place);
    expect(await checkClients(place)).toMatchObject({
      status: 'warning',
      detail: expect.stringContaining('two entries') as string,
    });
  });
});

describe('the doctor, of the plugin of Claude Code', () => {
  it('says that the server is there twice, or that hooks run twice', async () => {
    const claude = named('claude-code');
    await mkdir(path.join(home, '.claude'));
    const settings = path.join(home, '.claude', 'settings.json');
    await writeFile(settings, JSON.stringify({ enabledPlugins: { 'zapomni@zapomni': true } }));
    expect(await checkClients(place)).toMatchObject({ status: 'ok' });
    await connect(await standing(claude), STDIO, place);
    expect(await checkClients(place)).toMatchObject({
      status: 'warning',
      detail: expect.stringContaining('has the plugin') as string,
      advice: expect.stringContaining('setup --remove --client claude-code') as string,
    });
    await writeFile(settings, JSON.stringify({ enabledPlugins: { 'zapomni@zapomni': false } }));
    expect(await checkClients(place)).toMatchObject({ status: 'ok' });
  });
});

describe('the doctor, of packages in other clients', () => {
  it.each([
    ['codex', '.codex/config.toml', '[plugins."zapomni@zapomni"]\nenabled = true\n'],
    ['copilot-cli', '.copilot/settings.json', '{ "enabledPlugins": { "zapomni@zapomni": true } }'],
    ['gemini', '.gemini/extensions/zapomni/gemini-extension.json', '{ "name": "zapomni" }'],
  ])('says that %s has the server twice', async (id, file, text) => {
    await mkdir(path.dirname(path.join(home, file)), { recursive: true });
    await writeFile(path.join(home, file), text);
    expect(await checkClients(place)).toMatchObject({ status: 'ok' });
    await connect(await standing(named(id)), STDIO, place);
    expect(await checkClients(place)).toMatchObject({
      status: 'warning',
      detail: expect.stringContaining('has the plugin') as string,
      advice: expect.stringContaining(`setup --remove --client ${id}`) as string,
    });
  });
});

describe('a skill', () => {
  it('that several clients read goes with the last of them, and stays once somebody has changed it', async () => {
    for (const folder of ['.codex', '.copilot']) await mkdir(path.join(home, folder));
    const [codex, copilot] = [named('codex'), named('copilot-cli')];
    const skill = skillOf(codex, place);
    expect(skill).toMatchObject({ file: path.join(home, '.agents', 'skills', 'zapomni', 'SKILL.md') });
    expect(skillOf(copilot, place)).toEqual(skill);
    expect(skillOf(named('zed'), place)).toBeUndefined();
    for (const client of [codex, copilot]) await connect(await standing(client), STDIO, place);
    await writeRules(skill!);
    await disconnect(await standing(codex));
    await removeSkill(codex, place);
    expect(existsSync(skill!.file)).toBe(true);
    await disconnect(await standing(copilot));
    await removeSkill(copilot, place);
    expect(existsSync(path.dirname(skill!.file))).toBe(false);
    await writeRules(skill!);
    await writeFile(skill!.file, 'mine now');
    await removeSkill(copilot, place);
    expect(await readFile(skill!.file, 'utf8')).toBe('mine now');
  });
});

describe('rules', () => {
  it('stand between marks in a file of the user, are changed in place and go without a trace', async () => {
    const file = path.join(home, 'AGENTS.md');
    for (const text of ['# Mine\r\n\r\nBe brief.\r\n', '# Mine', '']) {
      await writeFile(file, text);
      const rules = { file, kind: 'block' as const };
      await writeRules(rules);
      const once = await readFile(file, 'utf8');
      expect(once).toContain('search_memory');
      expect(once.startsWith(text)).toBe(true);
      await writeFile(file, once.replace('Keep no secrets', 'Keep few secrets'));
      await writeRules(rules);
      expect(await readFile(file, 'utf8')).toBe(once);
      expect((await previewRules(rules)).after).toBe(once);
      await removeRules(rules);
      expect(existsSync(file) ? (await readFile(file, 'utf8')).trimEnd() : '').toBe(text.trimEnd());
      await rm(`${file}.zapomni-backup`, { force: true });
    }
  });

  it('are a file of our own where there is a folder for them, which stays once somebody has changed it', async () => {
    const rules = { file: path.join(home, 'rules', 'zapomni.md'), kind: 'own' as const, head: '---\nx: 1\n---\n' };
    await writeRules(rules);
    expect(await readFile(rules.file, 'utf8')).toBe(`---\nx: 1\n---\n${RULES}`);
    await removeRules(rules);
    expect(existsSync(rules.file)).toBe(false);
    await writeRules(rules);
    await writeFile(rules.file, 'mine now');
    await removeRules(rules);
    expect(await readFile(rules.file, 'utf8')).toBe('mine now');
  });
});
