/** Clients that live in a terminal. */
import { isObject } from '../edit/config-text.ts';
import { SERVER_NAME, type Client } from './client.ts';
import { asClaudeCode, asGoose, asHttp, asHttpUrl, asList, asTransport, standard } from './entries.ts';
import { appData, home, joined, named, xdg, type Place } from './place.ts';
import { blockIn, client, eitherOf, inHome, inProject, under } from './shapes.ts';

/** opencode's second shape has a level more; the one that is there is kept. */
const openCodeKey: Client['key'] = (current) => {
  const mcp = current['mcp'];
  return isObject(mcp) && isObject(mcp['servers']) ? ['mcp', 'servers', SERVER_NAME] : ['mcp', SERVER_NAME];
};

const claudeFolder = (place: Place): string => named(place, 'CLAUDE_CONFIG_DIR', '.claude');

export const TERMINAL_CLIENTS: readonly Client[] = [
  client({
    id: 'claude-code',
    title: 'Claude Code',
    folders: (place) => [claudeFolder(place), home(place, '.claude.json')],
    userFile: (place) =>
      place.env['CLAUDE_CONFIG_DIR'] ? joined(place, claudeFolder(place), '.claude.json') : home(place, '.claude.json'),
    projectFile: (place) => inProject(place, '.mcp.json'),
    format: 'json',
    entry: asClaudeCode,
    afterwards: 'Start it again, or `/mcp`.',
    rules: (place) => ({ file: joined(place, claudeFolder(place), 'rules', 'zapomni.md'), kind: 'own' }),
  }),
  client({
    id: 'copilot-cli',
    title: 'Copilot CLI',
    ...inHome('.copilot', 'mcp-config.json'),
    projectFile: (place) => {
      const [own, github] = [inProject(place, '.mcp.json'), inProject(place, '.github/mcp.json')];
      // To make the first would hide the second.
      return place.exists(github) && !place.exists(own) ? github : own;
    },
    entry: standard((url) => ({ type: 'http', url, tools: ['*'] }), { type: 'local', tools: ['*'] }),
    rules: blockIn('.copilot', 'AGENTS.md'),
  }),
  client({
    id: 'codex',
    title: 'Codex',
    folders: (place) => [named(place, 'CODEX_HOME', '.codex')],
    userFile: (place) => joined(place, named(place, 'CODEX_HOME', '.codex'), 'config.toml'),
    projectFile: (place) => inProject(place, '.codex/config.toml'),
    format: 'toml',
    key: under('mcp_servers'),
    rules: (place) => ({ file: joined(place, named(place, 'CODEX_HOME', '.codex'), 'AGENTS.md'), kind: 'block' }),
  }),
  client({
    id: 'gemini',
    title: 'Gemini CLI',
    ...inHome('.gemini', 'settings.json', '.gemini/settings.json'),
    entry: standard((url) => ({ url, type: 'http' })),
    rules: blockIn('.gemini', 'GEMINI.md'),
  }),
  client({
    id: 'qwen',
    title: 'Qwen Code',
    ...inHome('.qwen', 'settings.json', '.qwen/settings.json'),
    entry: standard(asHttpUrl),
  }),
  client({
    id: 'opencode',
    title: 'opencode',
    folders: (place) => [xdg(place, 'opencode')],
    userFile: (place) =>
      eitherOf(place, [xdg(place, 'opencode', 'opencode.jsonc'), xdg(place, 'opencode', 'opencode.json')]),
    projectFile: (place) =>
      eitherOf(place, [joined(place, place.project, 'opencode.jsonc'), joined(place, place.project, 'opencode.json')]),
    key: openCodeKey,
    entry: asList,
    rules: (place) => ({ file: xdg(place, 'opencode', 'AGENTS.md'), kind: 'block' }),
  }),
  client({
    id: 'kilo',
    title: 'Kilo Code',
    folders: (place) => [xdg(place, 'kilo')],
    userFile: (place) => eitherOf(place, [xdg(place, 'kilo', 'kilo.jsonc'), xdg(place, 'kilo', 'kilo.json')]),
    projectFile: (place) =>
      eitherOf(place, [joined(place, place.project, 'kilo.jsonc'), joined(place, place.project, 'kilo.json')]),
    key: openCodeKey,
    entry: asList,
  }),
  client({
    id: 'cline-cli',
    title: 'Cline CLI',
    folders: (place) => [named(place, 'CLINE_DIR', '.cline')],
    userFile: (place) =>
      joined(place, named(place, 'CLINE_DIR', '.cline'), 'data', 'settings', 'cline_mcp_settings.json'),
    entry: asTransport,
  }),
  client({
    id: 'goose',
    title: 'Goose',
    folders: (place) => [gooseFolder(place)],
    userFile: (place) => joined(place, gooseFolder(place), 'config.yaml'),
    format: 'yaml',
    key: under('extensions'),
    entry: asGoose,
  }),
  client({
    id: 'amp',
    title: 'Amp',
    folders: (place) => [xdg(place, 'amp')],
    userFile: (place) => xdg(place, 'amp', 'settings.json'),
    projectFile: (place) => inProject(place, '.amp/settings.json'),
    key: under('amp.mcpServers'),
    afterwards: 'Start it again; one of a project wants `amp mcp approve zapomni`.',
    rules: (place) => ({ file: xdg(place, 'amp', 'AGENTS.md'), kind: 'block' }),
  }),
  client({
    id: 'crush',
    title: 'Crush',
    folders: (place) => [xdg(place, 'crush')],
    userFile: (place) => xdg(place, 'crush', 'crush.json'),
    projectFile: (place) =>
      eitherOf(place, [joined(place, place.project, '.crush.json'), joined(place, place.project, 'crush.json')]),
    key: under('mcp'),
    entry: standard(asHttp, { type: 'stdio' }),
  }),
  client({
    id: 'droid',
    title: 'Factory droid',
    ...inHome('.factory', 'mcp.json'),
    entry: standard(asHttp, { type: 'stdio' }),
  }),
  client({
    id: 'codebuddy',
    title: 'CodeBuddy',
    folders: (place) => [home(place, '.codebuddy'), home(place, '.codebuddy.json')],
    userFile: (place) => home(place, '.codebuddy.json'),
    projectFile: (place) => inProject(place, '.mcp.json'),
    format: 'json',
    entry: standard(asHttp, { type: 'stdio' }),
  }),
  client({
    id: 'kimi',
    title: 'Kimi',
    folders: (place) => [named(place, 'KIMI_CODE_HOME', '.kimi-code')],
    userFile: (place) => joined(place, named(place, 'KIMI_CODE_HOME', '.kimi-code'), 'mcp.json'),
    entry: standard((url) => ({ transport: 'http', url }), { transport: 'stdio' }),
  }),
  client({
    id: 'grok',
    title: 'Grok Build',
    folders: (place) => [named(place, 'GROK_HOME', '.grok')],
    userFile: (place) => joined(place, named(place, 'GROK_HOME', '.grok'), 'config.toml'),
    format: 'toml',
    key: under('mcp_servers'),
  }),
  client({
    id: 'amazon-q',
    title: 'Amazon Q',
    folders: (place) => [home(place, '.aws', 'amazonq')],
    userFile: (place) => home(place, '.aws', 'amazonq', 'mcp.json'),
    entry: standard(asHttp),
  }),
];

function gooseFolder(place: Place): string {
  return place.platform === 'win32' ? appData(place, 'Block', 'goose', 'config') : xdg(place, 'goose');
}
