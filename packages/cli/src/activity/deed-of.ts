/** What a finished request did to what is remembered; of listings, greetings and pings nothing is kept. */
import type { Deed } from '@zapomni/api';
import type { App } from '@zapomni/core';
import { currentWorkspace, kindOf, memoriesIn, type DeedKind, type ZapomniTool } from '@zapomni/mcp';
import { METHOD } from '@zapomni/server';
import type { FinishedRequest } from '@zapomni/server/metrics';

const HOOK = 'zapomni/hook';
const UNNAMED = 'a client without a name';
const TOKEN = 'token:';

/** The name of the token that somebody came with. */
function tokenIn(subject: string | undefined): string | undefined {
  return subject?.startsWith(TOKEN) ? subject.slice(TOKEN.length) : undefined;
}

export type DeedReader = (request: FinishedRequest, at: number) => Deed | undefined;

export function createDeedReader(app: App, tools: readonly ZapomniTool[]): DeedReader {
  const kinds = new Map(tools.map((tool) => [tool.name, kindOf(tool)]));
  return (request, at) => {
    const { client, subject, seconds, outcome } = request;
    const what = request.method === HOOK ? hookOf(request) : callOf(app, kinds, request);
    if (!what) return undefined;
    const token = tokenIn(subject);
    const ms = Math.round(seconds * 1e4) / 10;
    return { at, client: client ?? UNNAMED, ...(token === undefined ? {} : { token }), ...what, ms, outcome };
  };
}

type What = Pick<Deed, 'kind' | 'name' | 'workspace' | 'ids' | 'count'> & { readonly client?: string };

function callOf(app: App, kinds: ReadonlyMap<string, DeedKind>, request: FinishedRequest): What | undefined {
  const { method, tool, params, result, session } = request;
  if (method === METHOD.readResource) return { kind: 'read', name: 'resource', ids: [], count: 0 };
  const kind = tool === undefined ? undefined : kinds.get(tool);
  if (method !== METHOD.callTool || tool === undefined || kind === undefined) return undefined;
  const named = (params?.['arguments'] as { workspace_id?: unknown } | undefined)?.workspace_id;
  const given = typeof named === 'string' ? named : undefined;
  const workspace = given ?? (session && currentWorkspace({ app, session }));
  return { kind, name: tool, workspace, ...memoriesIn(result?.['structuredContent']) };
}

/** What a program was told without having asked, or gave to be written down. */
function hookOf({ params = {}, result }: FinishedRequest): What | undefined {
  const [event, client] = [params['event'], params['client']];
  if (typeof event !== 'string') return undefined;
  const isTold = typeof result?.['text'] === 'string' && result['text'] !== '';
  const isHeard = event === 'turn' || event === 'compaction' || event === 'answer';
  if (!isTold && !isHeard) return undefined;
  const name = `hook: ${event.slice(0, 20)}`;
  const named = typeof client === 'string' && client !== '' ? { client: `${client.slice(0, 80)} (hook)` } : {};
  return { kind: isHeard ? 'stored' : 'read', name, ids: [], count: 0, ...named };
}
