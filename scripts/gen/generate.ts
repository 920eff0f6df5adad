/** All that is generated, from the sources as they are now. The same sources give the same bytes. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { format, type FormatConfig } from 'oxfmt';
import { configFields } from '@zapomni/core/config';
import { ERROR_POLICIES } from '@zapomni/core/errors';
import { IMPORT_FORMATS } from '@zapomni/core/import';
import { SERVER_INFO } from '@zapomni/mcp/identity';
import { textAlone } from '../build/bundle.ts';
import { renderHelp } from '../../packages/cli/src/help/render-help.ts';
import { CLIENTS } from '../../packages/cli/src/setup/clients/table.ts';
import { renderAddresses } from './api-addresses.ts';
import { renderApiPage, renderOpenApi } from './api-page.ts';
import { renderBibliographyPage } from './bibliography-page.ts';
import { renderClientsPage } from './clients-page.ts';
import { loadCommands } from './command-files.ts';
import { renderCommandTable } from './command-table.ts';
import { renderConfigurationPage } from './configuration-page.ts';
import { renderErrorsPage } from './errors-page.ts';
import { renderImportPage } from './import-page.ts';
import { renderPlugins } from './plugins/plugin-files.ts';
import type { ProductFacts } from './plugins/package-facts.ts';
import { renderServerJson, type PublishedPackage } from './server-json.ts';
import { findToolFiles, loadTools, TOOLS_FOLDER } from './tool-files.ts';
import { renderToolGroups, renderToolLoaders, renderToolRegistry } from './tool-registry.ts';
import { renderToolsPage } from './tools-page.ts';

export interface GeneratedFile {
  /** Relative to the root. */
  readonly path: string;
  readonly text: string;
  /** `latin1` for bytes that are no text, one for each character. */
  readonly encoding?: 'latin1' | undefined;
}

export async function generate(root: string): Promise<GeneratedFile[]> {
  const tools = await loadTools(root);
  const defaultGroups = String(configFields.find(({ name }) => name === 'tools')?.default).split(',');
  const manifest = readJson(root, 'package.json') as PublishedPackage & ProductFacts;
  const files = findToolFiles(root);
  const groups = renderToolGroups(files).map(({ group, text }) => formatted(root, `${TOOLS_FOLDER}/${group}.ts`, text));
  const plugins = renderPlugins({
    facts: manifest,
    hook: await textAlone(root, HOOK),
    hookTools: hookTools(tools),
  });
  return [
    ...(await Promise.all(plugins.map((file) => asFormatted(root, file)))),
    await formatted(root, `${TOOLS_FOLDER}/index.ts`, renderToolRegistry(files)),
    await formatted(root, `${TOOLS_FOLDER}/loaders.ts`, renderToolLoaders(files)),
    ...(await Promise.all(groups)),
    { path: 'packages/cli/src/generated/help.ts', text: renderHelp(configFields) },
    { path: 'packages/cli/src/generated/commands.ts', text: renderCommandTable(await loadCommands(root)) },
    await formatted(root, 'packages/dashboard/src/generated/addresses.ts', renderAddresses()),
    await formatted(root, 'docs/api.md', renderApiPage()),
    await formatted(root, 'docs/openapi.json', renderOpenApi()),
    { path: 'docs/tools.md', text: renderToolsPage(tools, defaultGroups) },
    { path: 'docs/configuration.md', text: renderConfigurationPage(configFields) },
    { path: 'docs/errors.md', text: renderErrorsPage(ERROR_POLICIES) },
    { path: 'docs/bibliography.md', text: renderBibliographyPage() },
    { path: 'docs/clients.md', text: await renderClientsPage(CLIENTS, manifest) },
    { path: 'docs/import.md', text: renderImportPage(IMPORT_FORMATS) },
    await formatted(root, 'server.json', renderServerJson(manifest, SERVER_INFO.title, configFields)),
  ];
}

/** What clients run at their events. */
const HOOK = 'packages/cli/src/hook/hook.ts';

/** The tools that are called by hooks, with what each takes. */
function hookTools(tools: Awaited<ReturnType<typeof loadTools>>): ReadonlyMap<string, readonly string[]> {
  const own = tools.filter(({ group }) => group === 'hooks');
  return new Map(own.map(({ tool }) => [tool.name, Object.keys(tool.input.shape)]));
}

/** What clients read as it is stays as it is. */
async function asFormatted(root: string, file: GeneratedFile): Promise<GeneratedFile> {
  return file.path.endsWith('.json') ? formatted(root, file.path, file.text) : file;
}

/** The text as the project's formatter would leave it, so that the two never disagree. */
async function formatted(root: string, file: string, text: string): Promise<GeneratedFile> {
  const { code, errors } = await format(file, text, readJson(root, '.oxfmtrc.json') as FormatConfig);
  if (errors.length > 0) throw new Error(`${file} cannot be formatted: ${errors[0]?.message}`);
  return { path: file, text: code };
}

const readJson = (root: string, file: string): unknown => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
