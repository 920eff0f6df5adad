/** The packages for clients: held to the rules of those who load them, and nothing beside what is generated. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse as parseToml } from 'smol-toml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { connectionOf, isOurs } from '../../../packages/cli/src/setup/clients/client.ts';
import type { GeneratedFile } from '../generate.ts';
import { generate } from '../generate.ts';
import { loadTools } from '../tool-files.ts';
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
      const { skills, commands, rules, hooks, mcpServers } = json(of(client, file));
      const own = fileNames(new RegExp(`^plugins/${client}/`)).map((one) => one.split('/').slice(3).join('/'));
      for (const place of [skills, commands, rules, hooks, mcpServers].filter((one) => typeof one === 'string'))
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
    // What lies in the folder of the manifest is not found.
    expect(fileNames(/claude-code\/zapomni\/\.claude-plugin\//)).toHaveLength(1);
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

  it('gives opencode the same brief at every turn, and a part of its own at a prompt', () => {
    cpSync(path.join(repository, 'plugins/opencode/zapomni'), folder, { recursive: true });
    // A hook that says what it was asked, in place of one that asks a server.
    const said = `let text = ''; for await (const chunk of process.stdin) text += chunk;
      const event = JSON.parse(text);
      const additionalContext = event.hook_event_name + ' ' + (event.prompt ?? process.pid);
      console.log(JSON.stringify({ hookSpecificOutput: { additionalContext } }));`;
    const file = path.join(folder, 'plugins/zapomni.js');
    // A busy machine may take longer to start a process than a person would wait.
    writeFileSync(file, readFileSync(file, 'utf8').replace('DEADLINE_MS = 2000', 'DEADLINE_MS = 120_000'));
    const module = pathToFileURL(file).href;
    const program = `
      const { Zapomni } = await import(${JSON.stringify(module)});
      const plugin = await Zapomni({ directory: '/shop' });
      const turn = async (sessionID) => {
        const output = { system: ['you are'] };
        await plugin['experimental.chat.system.transform']({ sessionID }, output);
        return output.system;
      };
      const message = { message: { id: 'm1', sessionID: 's1' }, parts: [{ type: 'text', text: 'which database' }] };
      await plugin['chat.message']({ sessionID: 's1' }, message);
      console.log(JSON.stringify({ turns: [await turn('s1'), await turn('s1'), await turn('s2')], parts: message.parts }));`;
    const run = (): { turns: string[][]; parts: object[] } =>
      JSON.parse(
        execFileSync(process.execPath, ['--input-type=module', '-e', program], {
          encoding: 'utf8',
          env: { ...process.env, ZAPOMNI_DATA_DIR: path.join(folder, 'data') },
        }),
      ) as { turns: string[][]; parts: object[] };
    // Nobody is there to ask: nothing is added to anything.
    expect(run()).toEqual({ turns: Array(3).fill(['you are']), parts: [{ type: 'text', text: 'which database' }] });
    writeFileSync(path.join(folder, 'zapomni/hook.mjs'), said);
    const { turns, parts } = run();
    expect(turns[0]?.[1]).toMatch(/^SessionStart \d+$/);
    expect(turns[1]).toEqual(turns[0]);
    expect(turns[2]).not.toEqual(turns[0]);
    expect(parts[1]).toMatchObject({
      type: 'text',
      synthetic: true,
      messageID: 'm1',
      text: 'UserPromptSubmit which database',
    });
  });
});
