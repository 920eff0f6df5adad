/**
 * The packages that clients install by themselves, all from one source: who we are, how the server is started, what agents are told, what is
 * run at which event. Each client has a folder of its own, because each reads the others' files too, in its own way.
 */
import { RULES } from '../../../packages/cli/src/setup/agent-texts.ts';
import type { GeneratedFile } from '../generate.ts';
import { claudeCommands, commandSkills, geminiCommands, plainCommands, skill } from './agent-files.ts';
import { drawIcon } from './icon.ts';
import { claudeHooks, codexHooks, copilotHooks, cursorHooks, geminiHooks } from './hook-files.ts';
import { openCodePlugin } from './opencode-plugin.ts';
import { AUTHOR, DISPLAY_NAME, json, metadata, SERVER, type PluginSource } from './package-facts.ts';
import { readmeOf } from './plugin-readme.ts';

export const PLUGINS_FOLDER = 'plugins';
/** Folders of the repository in which clients look for a list of plugins. */
export const MARKETPLACES = ['.claude-plugin', '.cursor-plugin', '.agents/plugins', '.github/plugin'] as const;

const folderOf = (client: string): string => `${PLUGINS_FOLDER}/${client}/zapomni`;

export function renderPlugins(source: PluginSource): GeneratedFile[] {
  return [
    ...claude(source),
    ...codex(source),
    ...cursor(source),
    ...copilot(source),
    ...gemini(source),
    ...openCode(source),
    ...marketplaces(source),
  ];
}

/** Square, as the directory of Claude Code wants it; others name the file where it lies. */
const icon = (path: string): GeneratedFile => ({ path, text: drawIcon().toString('latin1'), encoding: 'latin1' });

function claude(source: PluginSource): GeneratedFile[] {
  const folder = folderOf('claude-code');
  const { name, version, description, author, homepage, license, keywords } = metadata(source.facts);
  // The group of hooks is for them alone: models do not see it anywhere else.
  const server = { ...SERVER, env: { ZAPOMNI_TOOLS: 'memory,workspaces,hooks' } };
  return [
    json(`${folder}/.claude-plugin/plugin.json`, { name, version, description, author, homepage, license, keywords }),
    icon(`${folder}/.claude-plugin/icon.png`),
    json(`${folder}/.mcp.json`, { mcpServers: { zapomni: server } }),
    json(`${folder}/hooks/hooks.json`, claudeHooks(source)),
    { path: `${folder}/hook.mjs`, text: source.hook },
    skill(folder),
    ...claudeCommands(folder),
    readmeOf(folder, 'claude-code', source.facts),
  ];
}

function codex(source: PluginSource): GeneratedFile[] {
  const folder = folderOf('codex');
  const { facts } = source;
  return [
    json(`${folder}/.codex-plugin/plugin.json`, {
      ...metadata(facts),
      skills: './skills/',
      mcpServers: './.mcp.json',
      hooks: './hooks.json',
      interface: {
        displayName: DISPLAY_NAME,
        shortDescription: facts.description,
        developerName: AUTHOR.name,
        category: 'Productivity',
        websiteURL: facts.homepage,
        composerIcon: './assets/icon.png',
        logo: './assets/icon.png',
      },
    }),
    icon(`${folder}/assets/icon.png`),
    // Older ones know a bare map alone.
    json(`${folder}/.mcp.json`, { zapomni: SERVER }),
    json(`${folder}/hooks.json`, codexHooks()),
    { path: `${folder}/hook.mjs`, text: source.hook },
    skill(folder),
    ...commandSkills(folder),
    readmeOf(folder, 'codex', facts),
  ];
}

function cursor(source: PluginSource): GeneratedFile[] {
  const folder = folderOf('cursor');
  const { name, ...rest } = metadata(source.facts);
  const manifest = {
    name,
    displayName: DISPLAY_NAME,
    ...rest,
    logo: './assets/icon.png',
    commands: './commands/',
    skills: './skills/',
    rules: './rules/',
    hooks: './hooks/hooks.json',
    mcpServers: './mcp.json',
  };
  const head = '---\ndescription: When to use the memory\nalwaysApply: true\n---\n';
  return [
    json(`${folder}/.cursor-plugin/plugin.json`, manifest),
    icon(`${folder}/assets/icon.png`),
    json(`${folder}/mcp.json`, { mcpServers: { zapomni: SERVER } }),
    json(`${folder}/hooks/hooks.json`, cursorHooks()),
    { path: `${folder}/hook.mjs`, text: source.hook },
    { path: `${folder}/rules/zapomni.mdc`, text: `${head}${RULES}` },
    skill(folder),
    ...plainCommands(folder, { named: true }),
    readmeOf(folder, 'cursor', source.facts),
  ];
}

function copilot(source: PluginSource): GeneratedFile[] {
  const folder = folderOf('copilot');
  const manifest = { ...metadata(source.facts), skills: 'skills/', commands: 'commands/' };
  return [
    json(`${folder}/plugin.json`, { ...manifest, hooks: 'hooks.json', mcpServers: '.mcp.json' }),
    json(`${folder}/.mcp.json`, { mcpServers: { zapomni: { type: 'local', ...SERVER, tools: ['*'] } } }),
    json(`${folder}/hooks.json`, copilotHooks()),
    { path: `${folder}/hook.mjs`, text: source.hook },
    skill(folder),
    ...plainCommands(folder),
    readmeOf(folder, 'copilot', source.facts),
  ];
}

function gemini(source: PluginSource): GeneratedFile[] {
  const folder = folderOf('gemini');
  const { name, version, description } = source.facts;
  const manifest = { name, version, description, mcpServers: { zapomni: SERVER }, contextFileName: 'GEMINI.md' };
  return [
    json(`${folder}/gemini-extension.json`, manifest),
    json(`${folder}/hooks/hooks.json`, geminiHooks()),
    { path: `${folder}/hook.mjs`, text: source.hook },
    { path: `${folder}/GEMINI.md`, text: RULES },
    skill(folder),
    ...geminiCommands(folder),
    readmeOf(folder, 'gemini', source.facts),
  ];
}

/** It has no packages but modules in a folder of its configuration: what is here is copied there. */
function openCode(source: PluginSource): GeneratedFile[] {
  const folder = folderOf('opencode');
  return [
    { path: `${folder}/plugins/zapomni.js`, text: openCodePlugin() },
    { path: `${folder}/zapomni/hook.mjs`, text: source.hook },
    skill(folder),
    ...plainCommands(folder),
    readmeOf(folder, 'opencode', source.facts),
  ];
}

function marketplaces({ facts }: PluginSource): GeneratedFile[] {
  const { name, version, description } = facts;
  const listOf = (client: string) => ({
    name,
    owner: AUTHOR,
    metadata: { description, version },
    plugins: [{ name, source: `./${folderOf(client)}`, description, version, author: AUTHOR }],
  });
  const ofCodex = {
    name,
    interface: { displayName: DISPLAY_NAME },
    plugins: [
      {
        name,
        source: { source: 'local', path: `./${folderOf('codex')}` },
        policy: { installation: 'AVAILABLE', authentication: 'ON_INSTALL' },
        category: 'Productivity',
      },
    ],
  };
  return [
    json('.claude-plugin/marketplace.json', listOf('claude-code')),
    json('.cursor-plugin/marketplace.json', listOf('cursor')),
    json('.github/plugin/marketplace.json', listOf('copilot')),
    json('.agents/plugins/marketplace.json', ofCodex),
  ];
}
