/** The packages for clients: held to the rules of those who load them, and nothing beside what is generated. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse as parseToml } from 'smol-toml';
import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { connectionOf, isOurs } from '../../../packages/cli/src/setup/clients/client.ts';
import type { GeneratedFile } from '../generate.ts';
import { generate } from '../generate.ts';
import { loadTools } from '../tool-files.ts';
import { drawIcon } from './icon.ts';
import { MARKETPLACES, PLUGINS_FOLDER, renderPlugins } from './plugin-files.ts';

const repository = path.join(import.meta.dirname, '../../..');
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const CLIENTS = ['claude-code', 'codex', 'cursor', 'copilot', 'gemini', 'opencode'];

let files: ReadonlyMap<string, string>;
let manifest: { version: string; name: string };
beforeAll(async () => {
  const isOne = ({ path: file }: GeneratedFile) =>
    file.startsWith(`${PLUGINS_FOLDER}/`) || MARKETPLACES.some((folder) => file.startsWith(`${folder}/`));
  files = new Map((await generate(repository)).filter(isOne).map(({ path: file, text }) => [file, text]));
  manifest = JSON.parse(readFileSync(path.join(repository, 'package.json'), 'utf8')) as typeof manifest;
});

const of = (client: string, file: string): string => files.get(`plugins/${client}/zapomni/${file}`) ?? `no ${file}`;
const json = (text: string) => JSON.parse(text) as Record<string, unknown>;
const fileNames = (pattern: RegExp) => [...files.keys()].filter((file) => pattern.test(file));
const headOf = (text: string) => parseYaml(/^---\n([^]*?)\n---\n/.exec(text)?.[1] ?? '') as Record<string, string>;

describe('the packages', () => {
  it('are all that lies in their folders', () => {
    const there = [PLUGINS_FOLDER, ...MARKETPLACES].flatMap((folder) =>
      readdirSync(path.join(repository, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(repository, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/')),
    );
    expect(there.toSorted()).toEqual([...files.keys()].toSorted());
  });

  it.each(CLIENTS)('has a server, a skill, the commands and a page for %s', (client) => {
    const own = fileNames(new RegExp(`^plugins/${client}/`)).map((file) => file.split('/').slice(3).join('/'));
    expect(own).toEqual(expect.arrayContaining(['skills/zapomni/SKILL.md', 'README.md']));
    for (const command of ['remember', 'recall', 'forget'])
      expect(own.filter((file) => new RegExp(`(commands/${command}\\.|skills/${command}/)`).test(file))).toHaveLength(
        1,
      );
    expect(own.filter((file) => file.endsWith('hook.mjs'))).toHaveLength(1);
    const page = of(client, 'README.md');
    expect(page.split(/\s+/).length).toBeGreaterThan(40);
  });

  it('say one version and one name', () => {
    for (const file of fileNames(/(plugin|marketplace|gemini-extension)\.json$/)) {
      const { name, version } = json(files.get(file) ?? '');
      expect([file, name]).toEqual([file, manifest.name]);
      if (version !== undefined) expect([file, version]).toEqual([file, manifest.version]);
    }
  });

  it('start the server as setup would, and are known for ours', () => {
    const servers = [
      json(of('claude-code', '.mcp.json'))['mcpServers'],
      json(of('codex', '.mcp.json')),
      json(of('cursor', 'mcp.json'))['mcpServers'],
      json(of('copilot', '.mcp.json'))['mcpServers'],
      json(of('gemini', 'gemini-extension.json'))['mcpServers'],
    ] as { zapomni: Record<string, string> }[];
    for (const { zapomni } of servers) {
      const connection = connectionOf(zapomni);
      expect(isOurs(connection)).toBe(true);
      expect(connection).toMatchObject({ command: 'npx', args: expect.arrayContaining(['zapomni', 'background']) });
    }
  });

  it('have skills and commands that a client can read', () => {
    for (const file of fileNames(/SKILL\.md$/)) {
      const { name, description = '' } = headOf(files.get(file) ?? '');
      expect([file, name]).toEqual([file, file.split('/').at(-2)]);
      expect(name).toMatch(KEBAB);
      expect(description.length).toBeGreaterThan(20);
      expect(description.length).toBeLessThanOrEqual(1024);
    }
    for (const file of fileNames(/commands\/\w+\.md$/)) {
      expect(headOf(files.get(file) ?? '')['description'], file).toBeTruthy();
      expect(files.get(file), file).toContain('$ARGUMENTS');
    }
    for (const file of fileNames(/commands\/\w+\.toml$/))
      expect(parseToml(files.get(file) ?? ''), file).toMatchObject({
        description: expect.any(String) as string,
        prompt: expect.stringContaining('{{args}}') as string,
      });
  });

  it('lead from each list to a folder that has what the client looks for', () => {
    const looked = {
      '.claude-plugin': '.claude-plugin/plugin.json',
      '.cursor-plugin': '.cursor-plugin/plugin.json',
      '.github/plugin': 'plugin.json',
      '.agents/plugins': '.codex-plugin/plugin.json',
    };
    for (const [folder, file] of Object.entries(looked)) {
      const list = json(files.get(`${folder}/marketplace.json`) ?? '') as {
        plugins: { name: string; source: string | { path: string } }[];
      };
      const [plugin] = list.plugins;
      const source = typeof plugin?.source === 'string' ? plugin.source : (plugin?.source.path ?? '');
      expect(source).toMatch(/^\.\//);
      expect(files.has(`${source.slice(2)}/${file}`), source).toBe(true);
    }
  });

  it('name only files that are there', () => {
    const named = { codex: '.codex-plugin/plugin.json', cursor: '.cursor-plugin/plugin.json', copilot: 'plugin.json' };
    for (const [client, file] of Object.entries(named)) {
      const { skills, commands, rules, hooks, mcpServers, logo, interface: shown } = json(of(client, file));
      const { logo: face, composerIcon } = (shown ?? {}) as Record<string, unknown>;
      const own = fileNames(new RegExp(`^plugins/${client}/`)).map((one) => one.split('/').slice(3).join('/'));
      const places = [skills, commands, rules, hooks, mcpServers, logo, face, composerIcon];
      for (const place of places.filter((one) => typeof one === 'string'))
        expect(
          own.some((one) => one.startsWith(place.replace(/^\.\//, ''))),
          `${client} ${place}`,
        ).toBe(true);
    }
  });
});

/** What `claude plugin validate --strict` refuses. */
describe('the plugin of Claude Code', () => {
  it('has a manifest of known fields, and a list with an owner', () => {
    const plugin = json(of('claude-code', '.claude-plugin/plugin.json'));
    expect(Object.keys(plugin).toSorted()).toEqual(
      ['author', 'description', 'homepage', 'keywords', 'license', 'name', 'version'].toSorted(),
    );
    expect(plugin['name']).toMatch(KEBAB);
    expect(plugin['version']).toMatch(/^\d+\.\d+\.\d+/);
    expect(plugin['author']).toMatchObject({ name: expect.any(String) as string });
    const list = json(files.get('.claude-plugin/marketplace.json') ?? '');
    expect(list).toMatchObject({ name: 'zapomni', owner: { name: expect.any(String) as string } });
    // What lies in the folder of the manifest is not found, but for the icon.
    expect(fileNames(/claude-code\/zapomni\/\.claude-plugin\//).map((file) => path.basename(file))).toEqual([
      'plugin.json',
      'icon.png',
    ]);
  });

  it('calls tools that are there with what they take, and a tool at no event that has none', async () => {
    const { hooks } = json(of('claude-code', 'hooks/hooks.json')) as unknown as {
      hooks: Record<string, { hooks: { type: string; tool?: string; server?: string; timeout: number }[] }[]>;
    };
    const all = Object.entries(hooks).flatMap(([event, groups]) =>
      groups.flatMap((group) => group.hooks.map((hook) => ({ event, ...hook }))),
    );
    expect(all.every(({ timeout }) => timeout <= 3)).toBe(true);
    // At these the client has no server to ask, or has ended it.
    for (const { event, type } of all)
      if (/^Session(Start|End)$/.test(event)) expect([event, type]).toEqual([event, 'command']);
    const called = all.filter(({ type }) => type === 'mcp_tool');
    expect(called.map(({ event, tool }) => `${event} ${tool}`)).toEqual(
      expect.arrayContaining(['UserPromptSubmit hook_recall', 'SubagentStart hook_brief']),
    );
    for (const { server } of called) expect(server).toBe('plugin:zapomni:zapomni');
    const names = (await loadTools(repository)).filter(({ group }) => group === 'hooks').map(({ tool }) => tool.name);
    for (const { tool } of called) expect(names).toContain(tool);
  });

  it('leaves out what no tool takes', () => {
    const facts = { ...manifest, description: '', license: '', keywords: [], homepage: 'https://example.org/a/b' };
    const rendered = renderPlugins({ facts, hook: '', hookTools: new Map([['hook_turn', ['session_id', 'answer']]]) });
    const hooks = rendered.find(({ path: file }) => file.endsWith('claude-code/zapomni/hooks/hooks.json'))?.text ?? '';
    expect(Object.keys(json(hooks)['hooks'] as object)).toEqual(['SessionStart', 'Stop', 'PostCompact']);
    expect(hooks).toContain('"answer": "${last_assistant_message}"');
  });
});

describe('what the packages run', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'zapomni plugins-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is silent with exit code 0 where there is no server and no brief', () => {
    const root = path.join(repository, 'plugins/claude-code/zapomni');
    const { hooks } = json(of('claude-code', 'hooks/hooks.json')) as unknown as {
      hooks: { SessionStart: { hooks: { command: string }[] }[] };
    };
    cpSync(root, path.join(folder, 'a plugin'), { recursive: true });
    const command = hooks.SessionStart[0]?.hooks[0]?.command ?? '';
    const input = JSON.stringify({ hook_event_name: 'SessionStart', source: 'startup', session_id: 's', cwd: folder });
    const env = {
      ...process.env,
      CLAUDE_PLUGIN_ROOT: path.join(folder, 'a plugin'),
      ZAPOMNI_DATA_DIR: path.join(folder, 'data'),
    };
    const { status, stdout, stderr } = spawnSync(command, { shell: true, input, env, encoding: 'utf8' });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  it('tells opencode the brief with its first message, in a part of its own, and hears the end of a turn', () => {
    cpSync(path.join(repository, 'plugins/opencode/zapomni'), folder, { recursive: true });
    // A hook that says what it was asked, in place of one that asks a server.
    const said = `let text = ''; for await (const chunk of process.stdin) text += chunk;
      const event = JSON.parse(text);
      const { appendFileSync } = await import('node:fs');
      appendFileSync(new URL('heard', import.meta.url), event.hook_event_name + ' ' + (event.last_assistant_message ?? '') + '\\n');
      const additionalContext = event.hook_event_name + ' ' + (event.prompt ?? event.source);
      console.log(JSON.stringify({ hookSpecificOutput: { additionalContext } }));`;
    const file = path.join(folder, 'plugins/zapomni.js');
    // A busy machine may take longer to start a process than a person would wait.
    writeFileSync(file, readFileSync(file, 'utf8').replace('WAIT_MS = 1500', 'WAIT_MS = 120_000'));
    const module = pathToFileURL(file).href;
    const program = `
      const { ZapomniPlugin } = await import(${JSON.stringify(module)});
      const part = (text) => ({ id: 'p1', type: 'text', text });
      const data = [{ info: { role: 'user' }, parts: [part('q')] }, { info: { role: 'assistant' }, parts: [part('done')] }];
      const client = { session: { messages: async () => ({ data }) } };
      const plugin = await ZapomniPlugin({ client, directory: '/shop' });
      await plugin.event({ event: { type: 'session.created', properties: { info: { id: 's1' } } } });
      const parts = [part('which database')];
      await plugin['chat.message']({ sessionID: 's1' }, { message: { id: 'm1' }, parts });
      await plugin.event({ event: { type: 'session.idle', properties: { sessionID: 's1' } } });
      console.log(JSON.stringify(parts));`;
    const run = (): object[] =>
      JSON.parse(
        execFileSync(process.execPath, ['--input-type=module', '-e', program], {
          encoding: 'utf8',
          env: { ...process.env, ZAPOMNI_DATA_DIR: path.join(folder, 'data') },
        }),
      ) as object[];
    // Nobody is there to ask: nothing is added to anything.
    expect(run()).toEqual([{ id: 'p1', type: 'text', text: 'which database' }]);
    writeFileSync(path.join(folder, 'zapomni/hook.mjs'), said);
    expect(run()).toMatchObject([
      {},
      {
        type: 'text',
        synthetic: true,
        messageID: 'm1',
        text: 'SessionStart startup\n\nUserPromptSubmit which database',
      },
    ]);
    expect(readFileSync(path.join(folder, 'zapomni/heard'), 'utf8')).toContain('Stop done\n');
  });
});

describe('the icon', () => {
  it('is a square picture of the size that the directory of Claude Code takes, the same in all of them', () => {
    const icons = fileNames(/icon\.png$/).map((file) => files.get(file));
    expect(icons).toHaveLength(3);
    expect(new Set(icons).size).toBe(1);
    const png = drawIcon();
    expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
    const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
    expect([width, height]).toEqual([512, 512]);
    expect(png.length).toBeLessThan(100_000);
    // What packs it is ours; a reader of others takes it: a byte for each pixel, and one for each row.
    const at = png.indexOf('IDAT');
    const data = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
    expect(data).toHaveLength(height * (width + 1));
    expect(Math.max(...data.subarray(0, width + 1))).toBe(2);
  });
});
