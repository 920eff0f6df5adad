/** What a shared server answers beside MCP, to its own command and to the hooks of clients: how it is, and to end. */
import type { App } from '@zapomni/core';
import type { Config } from '@zapomni/core/config';
import type { Given } from '@zapomni/core/recall';
import { SERVER_INFO } from '@zapomni/mcp/identity';
import type { McpBaseServer } from '@zapomni/server';
import type { LocalListener } from '@zapomni/server/local';
import { BriefFiles } from './brief-files.ts';

const LONGEST_WAIT_MS = 5000;
/** As transcripts are called that are read later: the same session is then known. */
const CLIENTS: Readonly<Record<string, string>> = { claude: 'claude-code' };
const HOOK_EVENTS = ['start', 'helper', 'prompt'] as const;
const CAPTURED_EVENTS = ['prompt', 'said', 'answer', 'turn', 'compaction'] as const;
const NOTHING: Given = { text: '', memories: [], tokens: 0 };

export interface Shared {
  readonly server: McpBaseServer;
  readonly app: App;
  readonly local: LocalListener;
  readonly config: Config;
}

export function registerDoorMethods(shared: Shared & { readonly background: boolean }): void {
  const { server, local, config, background } = shared;
  server.registerMethod(
    'zapomni/status',
    async () => ({
      pid: process.pid,
      version: SERVER_INFO.version,
      background,
      started_at: new Date(server.getStats().started_at).toISOString(),
      requests: server.getStats().total_requests,
      // Whoever asks is one of them.
      clients: Math.max(0, local.clients - 1),
      idle_minutes: background ? config.idle_minutes : 0,
      http_port: config.http_port ?? null,
    }),
    'read',
  );
  server.registerMethod(
    'zapomni/stop',
    async () => {
      // After the answer has gone: the end waits for it.
      setImmediate(() => void server.shutdown());
      return { stopping: true };
    },
    'admin',
  );
}

/** What hooks are told: the text to put before the model, or an empty one. Their folder has a brief from then on. */
export function registerHookMethod({ server, app, config }: Shared): BriefFiles {
  const briefs = new BriefFiles(app, config.data_dir);
  const answer = async (params: Params, signal: AbortSignal): Promise<Given> => {
    const text = (name: string): string | undefined => textIn(params, name);
    const heard = hear(app, params);
    const event = HOOK_EVENTS.find((known) => known === params['event']);
    if (event === undefined) return heard.then(() => NOTHING);
    const request = { event, folder: text('folder'), session: text('session'), client: text('client'), signal };
    if (event !== 'prompt') return app.recall.brief(request);
    const given = await app.recall.prompt({ ...request, prompt: text('prompt') ?? '', source: text('source') });
    // After what takes long: who has stopped waiting by then is to get it the next time.
    const opening =
      params['opening'] === true ? await app.recall.brief({ ...request, event: 'start', onlyFirst: true }) : NOTHING;
    await heard;
    return together(opening, given);
  };
  server.registerMethod('zapomni/hook', async (params, { signal }) => {
    // Who has stopped waiting has not been given anything, and is to get it the next time.
    const within = Math.min(Number(params['within_ms']) || LONGEST_WAIT_MS, LONGEST_WAIT_MS);
    const { text, tokens } = await answer(params, AbortSignal.any([signal, AbortSignal.timeout(within)]));
    if (params['event'] === 'start') void rehearse(app);
    if (typeof params['folder'] === 'string') await briefs.keep(params['folder']);
    return { text, tokens };
  });
  return briefs;
}

function together(one: Given, other: Given): Given {
  const texts = [one.text, other.text].filter((text) => text !== '');
  const memories = [...one.memories, ...other.memories];
  return { text: texts.join('\n\n'), memories, tokens: one.tokens + other.tokens };
}

type Params = Readonly<Record<string, unknown>>;

const textIn = (params: Params, name: string): string | undefined =>
  (typeof params[name] === 'string' && params[name]) || undefined;

/** What is told of a conversation is written down; nobody is kept from an answer because that failed. */
async function hear(app: App, params: Params): Promise<void> {
  const told = CAPTURED_EVENTS.find((known) => known === params['event']);
  const what = told === 'said' ? 'prompt' : told;
  const [session, client = ''] = [textIn(params, 'session'), textIn(params, 'client')];
  if (what === undefined || session === undefined) return;
  const prompt = textIn(params, 'prompt');
  const text = (what === 'prompt' ? prompt : textIn(params, 'text')) ?? '';
  const about = { client: CLIENTS[client] ?? client, session, folder: textIn(params, 'folder') };
  const event = {
    what,
    ...about,
    text,
    prompt: what === 'turn' ? prompt : undefined,
    source: textIn(params, 'source'),
  };
  await app.capture.hear(event).catch(() => undefined);
}

/** A prompt follows soon: the model is loaded by then, and nobody waits for it. */
async function rehearse(app: App): Promise<void> {
  await app.search.run({ workspaces: [app.defaultWorkspace], query: 'rehearsal', limit: 1 }).catch(() => undefined);
}
