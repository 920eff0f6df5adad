/** Clients with windows: editors, chats, terminals. */
import type { Client } from './client.ts';
import { asHttp, asServerUrl, standard } from './entries.ts';
import { appData, configured, home, support, xdg } from './place.ts';
import { ASKS, client, codeExtension, codeLike, inHome, inProject, under } from './shapes.ts';

export const DESKTOP_CLIENTS: readonly Client[] = [
  client({
    id: 'claude-desktop',
    title: 'Claude Desktop',
    folders: (place) => [support(place, 'Claude')],
    userFile: (place) => support(place, 'Claude', 'claude_desktop_config.json'),
    format: 'json',
    entry: standard(null),
  }),
  client({
    id: 'cursor',
    title: 'Cursor',
    ...inHome('.cursor', 'mcp.json', '.cursor/mcp.json'),
    afterwards: ASKS,
    rules: (place) => ({
      file: home(place, '.cursor', 'rules', 'zapomni.mdc'),
      kind: 'own',
      head: '---\ndescription: When to use the memory\nalwaysApply: true\n---\n',
    }),
  }),
  codeLike('vscode', 'VS Code', 'Code'),
  codeLike('vscode-insiders', 'VS Code Insiders', 'Code - Insiders'),
  codeLike('vscodium', 'VSCodium', 'VSCodium'),
  client({
    id: 'antigravity',
    title: 'Antigravity',
    folders: (place) => [home(place, '.gemini', 'config')],
    userFile: (place) => home(place, '.gemini', 'config', 'mcp_config.json'),
    entry: standard(asServerUrl),
  }),
  codeExtension(
    { id: 'cline', title: 'Cline in VS Code', entry: standard((url) => ({ type: 'streamableHttp', url })) },
    'saoudrizwan.claude-dev',
    'cline_mcp_settings.json',
  ),
  codeExtension(
    {
      id: 'roo',
      title: 'Roo Code',
      projectFile: (place) => inProject(place, '.roo/mcp.json'),
      entry: standard((url) => ({ type: 'streamable-http', url })),
    },
    'rooveterinaryinc.roo-cline',
    'mcp_settings.json',
  ),
  client({
    id: 'continue',
    title: 'Continue',
    ...inHome('.continue', 'mcpServers/zapomni.json', '.continue/mcpServers/zapomni.json'),
    format: 'json',
    entry: standard((url) => ({ type: 'streamable-http', url })),
    afterwards: ASKS,
  }),
  client({
    id: 'zed',
    title: 'Zed',
    folders: (place) => [place.platform === 'win32' ? appData(place, 'Zed') : xdg(place, 'zed')],
    userFile: (place) =>
      place.platform === 'win32' ? appData(place, 'Zed', 'settings.json') : xdg(place, 'zed', 'settings.json'),
    projectFile: (place) => inProject(place, '.zed/settings.json'),
    key: under('context_servers'),
    afterwards: ASKS,
  }),
  client({
    id: 'devin',
    title: 'Devin Desktop',
    folders: (place) => [configured(place, 'devin')],
    userFile: (place) => configured(place, 'devin', 'mcp_config.json'),
    projectFile: (place) => inProject(place, '.devin/mcp_config.json'),
    rules: (place) => ({ file: configured(place, 'devin', 'AGENTS.md'), kind: 'block' }),
  }),
  client({
    id: 'windsurf',
    title: 'Windsurf',
    folders: (place) => [home(place, '.codeium', 'windsurf')],
    userFile: (place) => home(place, '.codeium', 'windsurf', 'mcp_config.json'),
    entry: standard(asServerUrl),
  }),
  client({
    id: 'kiro',
    title: 'Kiro',
    ...inHome('.kiro', 'settings/mcp.json', '.kiro/settings/mcp.json'),
    afterwards: ASKS,
  }),
  client({
    id: 'junie',
    title: 'Junie',
    ...inHome('.junie', 'mcp/mcp.json', '.junie/mcp/mcp.json'),
  }),
  client({
    id: 'warp',
    title: 'Warp',
    ...inHome('.warp', '.mcp.json'),
  }),
  client({
    id: 'lm-studio',
    title: 'LM Studio',
    ...inHome('.lmstudio', 'mcp.json'),
  }),
  client({
    id: 'trae',
    title: 'Trae',
    folders: (place) => [support(place, 'Trae', 'User')],
    userFile: (place) => support(place, 'Trae', 'User', 'mcp.json'),
    afterwards: ASKS,
  }),
  client({
    id: 'augment',
    title: 'Augment',
    ...inHome('.augment', 'settings.json'),
    entry: standard(asHttp),
  }),
];
