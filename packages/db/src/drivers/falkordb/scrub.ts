/**
 * What was removed from the graphs is still in the server's journal, which holds every write, in its last snapshot, and in
 * the module's stream of the last queries, which has their parameters. The stream is taken away; then journal and snapshot
 * are written anew.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ScrubReport } from '@zapomni/core/ports';
import { ASK_DURABILITY } from './connection/durability.ts';
import type { Context } from './context.ts';
import type { Store } from './store.ts';
import { readInfo, type ServerInfo } from './wire/info.ts';
import type { Reply } from './wire/reply-parser.ts';

const LONGEST_MS = 600_000;
const PAUSE_MS = 100;
/** The module writes its stream some seconds after the queries. */
const STREAM_MS = 30_000;
const QUERIES = '1000';

export async function scrubStore({ store, registry }: Context): Promise<ScrubReport> {
  const [did, remains]: [string[], string[]] = [[], []];
  const tell = (isDone: boolean, what: string, otherwise: string): void => {
    if (isDone) did.push(what);
    else remains.push(otherwise);
  };
  const numbers = (await registry.all()).map(({ number }) => number);
  tell(await dropQueries(store, numbers), 'The log of queries was emptied.', QUERIES_REMAIN);
  const settings = (await store.askServers(ASK_DURABILITY)).map(toSettings);
  if (settings.some((one) => one.get('appendonly') !== 'no'))
    tell(await rewrite(store, JOURNAL), 'The journal of the server was written anew.', JOURNAL_REMAINS);
  if (settings.some((one) => one.get('save') !== ''))
    tell(await rewrite(store, SNAPSHOT), 'The snapshot of the server was written anew.', SNAPSHOT_REMAINS);
  const replicas = (await infos(store, 'replication')).reduce(
    (sum, info) => sum + Number(info.get('connected_slaves') ?? 0),
    0,
  );
  if (replicas > 0) remains.push(`${replicas} replicas keep files of their own. Run BGREWRITEAOF and BGSAVE on each.`);
  return { did, remains };
}

const QUERIES_REMAIN =
  'The stream in which the module keeps the last queries of a graph (telemetry…) could not be emptied. Delete it on the server, or set CMD_INFO to no.';
const JOURNAL_REMAINS = 'The journal of the server could not be written anew. Run BGREWRITEAOF on the server.';
const SNAPSHOT_REMAINS = 'The snapshot of the server could not be written anew. Run BGSAVE on the server.';

/**
 * What is still on its way to the stream would come after it was emptied: a query that we know is waited for first. In a cluster
 * the stream lies with its graph, and its name sends whoever asks for it elsewhere: it cannot be reached.
 */
async function dropQueries(store: Store, graphs: readonly number[]): Promise<boolean> {
  const isKept = (await store.askServers(['GRAPH.CONFIG', 'GET', 'CMD_INFO'])).some(
    (reply) => !/^(no|0)$/.test(String(Array.isArray(reply) ? reply.at(-1) : reply)),
  );
  let isDone = true;
  for (const graph of graphs) {
    if (!(await store.exists(graph))) continue;
    const stream = `telemetry{${store.names.graph(graph)}}`;
    if (isKept) isDone = (await untilWritten(store, graph, stream)) && isDone;
    for (const reply of await store.askServers(['DEL', stream])) isDone &&= !(reply instanceof Error);
    await store.askServers(['GRAPH.SLOWLOG', store.names.graph(graph), 'RESET']);
  }
  return isDone;
}

async function untilWritten(store: Store, graph: number, stream: string): Promise<boolean> {
  const marker = randomUUID();
  await store.peek(graph, `RETURN '${marker}'`);
  let isReachable = true;
  const isThere = await within(STREAM_MS, async () => {
    const replies = await store.askServers(['XREVRANGE', stream, '+', '-', 'COUNT', QUERIES]);
    isReachable = !replies.some((reply) => reply instanceof Error);
    return !isReachable || replies.some((reply) => JSON.stringify(reply).includes(marker));
  });
  return isThere && isReachable;
}

interface Rewriting {
  readonly command: readonly string[];
  /** Fields of INFO that are 0 when nothing is being written, and the one that says how the last time ended. */
  readonly busy: readonly string[];
  readonly status: string;
}

const JOURNAL: Rewriting = {
  command: ['BGREWRITEAOF'],
  busy: ['aof_rewrite_in_progress', 'aof_rewrite_scheduled'],
  status: 'aof_last_bgrewrite_status',
};
const SNAPSHOT: Rewriting = { command: ['BGSAVE'], busy: ['rdb_bgsave_in_progress'], status: 'rdb_last_bgsave_status' };

/** One that was under way may have begun before the removal: it is waited for, and another one begun. */
async function rewrite(store: Store, { command, busy, status }: Rewriting): Promise<boolean> {
  const isIdle = async (): Promise<boolean> =>
    (await infos(store, 'persistence')).every((info) =>
      [...busy, 'rdb_bgsave_in_progress', 'aof_rewrite_in_progress'].every((field) => info.get(field) !== '1'),
    );
  if (!(await within(LONGEST_MS, isIdle))) return false;
  const begun = await store.askServers(command);
  if (begun.some((reply) => reply instanceof Error) || !(await within(LONGEST_MS, isIdle))) return false;
  return (await infos(store, 'persistence')).every((info) => info.get(status) === 'ok');
}

async function within(mostMs: number, isSo: () => Promise<boolean>): Promise<boolean> {
  const deadline = performance.now() + mostMs;
  while (!(await isSo())) {
    if (performance.now() > deadline) return false;
    await sleep(PAUSE_MS);
  }
  return true;
}

async function infos(store: Store, section: string): Promise<ServerInfo[]> {
  return (await store.askServers(['INFO', section])).map((reply) => readInfo(reply instanceof Error ? null : reply));
}

function toSettings(reply: Reply | Error): ReadonlyMap<string, string> {
  const parts = Array.isArray(reply) ? reply.map(String) : [];
  return new Map(parts.flatMap((name, i) => (i % 2 === 0 ? [[name, parts[i + 1] ?? ''] as const] : [])));
}
