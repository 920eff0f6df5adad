/** Zapomni's face, put together: the chosen tools, the resources and the prompts on a base server over one application. */
import type { App } from '@zapomni/core';
import { ZapomniError } from '@zapomni/core/errors';
import type { FileReader } from '@zapomni/core/ports';
import { McpBaseServer, type ServerLogger } from '@zapomni/server';
import type { MetricsObserver } from '@zapomni/server/metrics';
import { bindTool, type ZapomniTool } from './define-tool.ts';
import { describeError } from './describe-error.ts';
import { INSTRUCTIONS, SERVER_INFO } from './identity.ts';
import { bindPrompt } from './prompts/define-prompt.ts';
import { paperPrompts, prompts, researchPrompts } from './prompts/index.ts';
import { resourceProviders } from './resources/index.ts';
import { ResourceListener } from './resources/resource-listener.ts';
import { registerResources } from './resources/resource-provider.ts';
import { toolLoaders } from './tools/loaders.ts';
import { noteFolder } from './workspace.ts';

export interface ZapomniServerOptions {
  readonly app: App;
  readonly logger: ServerLogger;
  /** As `loadTools` gives them. */
  readonly tools: readonly ZapomniTool[];
  readonly concurrency: number;
  readonly timeoutMs: number;
  /** Told of every request when it is done. */
  readonly observer?: MetricsObserver | undefined;
  /** Reads the user's files; without it there are none to read. */
  readonly files?: FileReader | undefined;
}

export function createZapomniServer({
  app,
  logger,
  tools,
  concurrency,
  timeoutMs,
  observer,
  files,
}: ZapomniServerOptions): McpBaseServer {
  if (!app) throw new ZapomniError('INVALID_CONFIG', 'A server needs an application to serve.');
  const server = new McpBaseServer({
    ...SERVER_INFO,
    instructions: INSTRUCTIONS,
    logger,
    concurrency,
    timeoutMs,
    describeError,
    ...(observer ? { observer } : {}),
  });
  server.use(noteFolder(app));
  const notify = (uri: string) => server.notifyResourceUpdated(uri);
  const chosen = tools.filter(({ isOffered }) => isOffered?.(app) ?? true);
  for (const tool of chosen) server.registerTool(bindTool(tool, app));
  if (!files) logger.log('info', 'resource_provider_off', { scheme: 'file', setting: 'file_roots' });
  const listener = new ResourceListener({ events: app.events, notify });
  const knowledgeGraph = chosen.some(({ name }) => name === 'read_graph');
  const papers = chosen.some(({ name }) => name === 'list_articles');
  const follows = chosen.some(({ name }) => name === 'check_findings');
  const research = follows ? app : undefined;
  registerResources(server, app, resourceProviders({ files, knowledgeGraph, papers, research, listener, notify }));
  const shown = [...prompts, ...(papers ? paperPrompts : []), ...(follows ? researchPrompts : [])];
  for (const prompt of shown) server.registerPrompt(bindPrompt(prompt, app));
  return server;
}

/** Groups that come with another: who does research uses its papers daily, keeps them in order, and asks how far a task is. */
const INCLUDED: Readonly<Record<string, readonly string[]>> = {
  research: ['papers', 'collection', 'queries', 'discovery', 'workflows', 'tasks'],
};

/** Tools of another group that come with one: papers are added from files, which are documents. */
const BORROWED: Readonly<Record<string, { readonly from: string; readonly tools: readonly string[] }>> = {
  papers: { from: 'documents', tools: ['process_pdf'] },
};

/** For the hooks of clients: shown to nobody who does not name it. */
const HIDDEN = 'hooks';

/** The tools of the named groups (by comma, or `all`), in the order of the registry; no others are loaded. INVALID_CONFIG for a group that does not exist. */
export async function loadTools(groups: string): Promise<ZapomniTool[]> {
  const known = Object.keys(toolLoaders);
  const wanted = groups
    .split(',')
    .map((group) => group.trim())
    .filter((group) => group !== '');
  const unknown = wanted.filter((group) => group !== 'all' && !known.includes(group));
  if (unknown.length > 0 || wanted.length === 0) {
    throw new ZapomniError('INVALID_CONFIG', `ZAPOMNI_TOOLS: unknown group ${unknown.join(', ')}.`, {
      hint: `Groups: ${known.filter((group) => group !== HIDDEN).join(', ')}, or all.`,
    });
  }
  const chosen = new Set([
    ...(wanted.includes('all') ? known.filter((group) => group !== HIDDEN) : []),
    ...wanted.flatMap((group) => [group, ...(INCLUDED[group] ?? [])]),
  ]);
  const borrowed = [...chosen].flatMap((group) => BORROWED[group] ?? []);
  const shown = Object.entries(toolLoaders).flatMap(([group, load]) => {
    if (chosen.has(group)) return [load().then((members) => members.default)];
    const names = borrowed.filter(({ from }) => from === group).flatMap(({ tools }) => tools);
    if (names.length === 0) return [];
    return [load().then((members) => members.default.filter(({ name }) => names.includes(name)))];
  });
  return (await Promise.all(shown)).flat();
}
