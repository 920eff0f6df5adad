/**
 * What a server has to be, looked at whenever one has started: a FalkorDB of a version that can do what is asked of it. The
 * module is told to keep effects in its journal instead of queries: these, repeated at the next start, may take hours.
 */
import type { Logger } from '@zapomni/core/ports';
import { ZapomniError } from '@zapomni/core/errors';
import { ASK_DURABILITY, durabilityWarnings } from './durability.ts';
import type { Connection } from '../wire/connection.ts';
import { LinkError } from '../wire/link-error.ts';
import { ServerError, type Reply } from '../wire/reply-parser.ts';

/** 4.16; older ones lack some of the language, and the first ones vectors. */
export const LEAST_MODULE = 41_600;
const TIMEOUT_MS = 5000;

export interface AdmissionOptions {
  readonly logger: Logger;
  readonly leastModule: number;
}

/** STORE_UNAVAILABLE for a server that will not do. */
export async function admit(connection: Connection, { logger, leastModule }: AdmissionOptions): Promise<void> {
  const version = moduleVersion(await tryAsk(connection, ['MODULE', 'LIST']));
  if (version !== undefined && version < leastModule) throw refusal(version);
  await keepEffects(connection, logger);
  const warnings = durabilityWarnings(await tryAsk(connection, ASK_DURABILITY));
  for (const warning of warnings) logger.log('warning', 'store_durability', { warning });
}

/** As the module numbers it; 0 when there is no such module, undefined when the server does not tell. */
export function moduleVersion(reply: Reply | Error): number | undefined {
  if (!Array.isArray(reply)) return undefined;
  const graph = (reply as Reply[][]).find((module) => module[module.indexOf('name') + 1] === 'graph');
  return graph ? Number(graph[graph.indexOf('ver') + 1]) : 0;
}

export function writeVersion(version: number): string {
  return [Math.floor(version / 10_000), Math.floor(version / 100) % 100, version % 100].join('.');
}

function refusal(version: number): ZapomniError {
  const hint = 'Use a FalkorDB server of 4.16 or newer, or load its module.';
  const message =
    version === 0
      ? 'The database server has no FalkorDB module.'
      : `The FalkorDB module of the database server is too old (${writeVersion(version)}).`;
  return new ZapomniError('STORE_UNAVAILABLE', message, { hint });
}

async function keepEffects(connection: Connection, logger: Logger): Promise<void> {
  const known = await tryAsk(connection, ['GRAPH.CONFIG', 'GET', 'EFFECTS_THRESHOLD']);
  if (Array.isArray(known) && known[1] === 0) return;
  const done = await tryAsk(connection, ['GRAPH.CONFIG', 'SET', 'EFFECTS_THRESHOLD', '0']);
  const level = done instanceof Error ? 'warning' : 'info';
  logger.log(level, 'store_effects_threshold', { set: !(done instanceof Error) });
}

/** A user who may not ask does not fail for it. */
async function tryAsk(connection: Connection, args: readonly string[]): Promise<Reply | Error> {
  try {
    return await connection.send(args, TIMEOUT_MS);
  } catch (error) {
    if (error instanceof LinkError || (error instanceof ServerError && error.code === 'LOADING')) throw error;
    return error as Error;
  }
}
