/**
 * Writes down who did what over this contract, as the server does of calls over MCP. What a page reads to show itself is nobody's
 * reading: of pages only what changes something counts, of programs with a token all of it.
 */
import { toZapomniError } from '@zapomni/core/errors';
import { memoriesIn } from '@zapomni/mcp';
import type { ApiContext, Endpoint } from '../endpoint.ts';

const PAGE = 'page:';
const TOKEN = 'token:';
const THE_PAGE = 'dashboard';

export async function accounted<Result>(
  endpoint: Endpoint,
  { app, house, caller: { subject } }: ApiContext,
  input: Readonly<Record<string, unknown>>,
  work: () => Promise<Result>,
): Promise<Result> {
  const isPage = subject.startsWith(PAGE);
  if (isPage && endpoint.method === 'GET') return work();
  const began = performance.now();
  const done = (outcome: string, about: unknown): void => {
    const named = input['workspace_id'] ?? input['workspace'];
    house.deeds.note({
      at: app.clock.now(),
      client: isPage ? THE_PAGE : 'a program',
      ...(subject.startsWith(TOKEN) ? { token: subject.slice(TOKEN.length) } : {}),
      ...deedOf(endpoint),
      workspace: typeof named === 'string' ? named : app.defaultWorkspace,
      ...memoriesIn(about),
      ms: Math.round((performance.now() - began) * 10) / 10,
      outcome,
    });
  };
  try {
    const result = await work();
    done('ok', [input, result]);
    return result;
  } catch (error) {
    done(toZapomniError(error).code, input);
    throw error;
  }
}

function deedOf({ deed, method, path }: Endpoint) {
  if (deed) return deed;
  const kind = ({ GET: 'read', POST: 'changed', PATCH: 'changed', DELETE: 'forgot' } as const)[method];
  return { name: `${method} ${path}`, kind };
}
