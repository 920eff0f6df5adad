/**
 * Changes of records that go together with a change of the graph. The engine takes no query of a graph into a script, and
 * one within MULTI runs beside those of its own thread and undoes what they write. So it is done in three steps, which leave
 * both or neither wherever they are cut off:
 *
 *   1. prepare   a script works out the change of the records and keeps it as the intent, with the next number; as long as
 *                there is one, nobody else changes records of the workspace
 *   2. commit    the query that changes the graph also notes the number: `fence` is the last one that was decided on,
 *                `committed` the last one that was done. It does nothing when the fence has reached its own number
 *   3. finish    a script does what was kept, or drops it, and the intent is gone
 *
 * Whoever meets an intent asks the graph what became of it. Readers then finish what is committed and take the rest for not
 * done. Writers wait a little for whoever is at it, then raise the fence, so that it cannot be committed any more.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Params } from '../cypher/literal.ts';
import { MissingGraph } from '../errors.ts';
import type { Store } from '../store.ts';
import type { Reply } from '../wire/reply-parser.ts';
import { recordKeys } from './tables.ts';

/** For the query that commits. */
export interface Commit {
  /** Of the store `g`. */
  readonly condition: string;
  /** After that, with nothing but `g` bound: whether the memories are there that records belong to. */
  readonly check: string;
  readonly assignment: string;
  readonly params: Params;
}

const PARENTS = `OPTIONAL MATCH (parent:Memory) WHERE parent.id IN $parents
  WITH g, count(parent) AS parents WHERE parents = size($parents)`;

export function commitOf(number: number, parents: readonly string[]): Commit {
  return {
    condition: 'g.fence < $intent',
    check: parents.length > 0 ? PARENTS : '',
    assignment: 'g.fence = $intent, g.committed = $intent',
    params: { intent: number, ...(parents.length > 0 ? { parents } : {}) },
  };
}

/** A script on the keys of a workspace's records. */
export async function runOnRecords(
  store: Store,
  graph: number,
  {
    script,
    args,
    effect,
  }: { readonly script: string; readonly args: readonly string[]; readonly effect: 'none' | 'once' | 'repeatable' },
): Promise<Reply> {
  // A program that knows no records must have been kept away from the graph before the first is written.
  if (effect === 'once') await store.untilFit(graph);
  const keys = recordKeys(store.names, graph);
  const verb = effect === 'none' ? 'EVAL_RO' : 'EVAL';
  const [reply = null] = await store.commandIn(graph, effect, [verb, script, String(keys.length), ...keys, ...args]);
  return reply;
}

/** What was committed is done even when the server's memory is full: readers wait for it, and it takes hardly more. */
const FINISH = `#!lua flags=allow-oom
if redis.call('HGET', KEYS[6], 'number') ~= ARGV[1] then return 0 end
if ARGV[2] == '1' then
  for _, command in ipairs(cmsgpack.unpack(redis.call('HGET', KEYS[6], 'commands'))) do redis.call(unpack(command)) end
end
redis.call('DEL', KEYS[6])
return 1`;

/** Does what was prepared, or drops it; nothing when that was done already. */
export async function finishIntent(store: Store, graph: number, number: number, committed: boolean): Promise<void> {
  const args = [String(number), committed ? '1' : '0'];
  await runOnRecords(store, graph, { script: FINISH, args, effect: 'repeatable' });
}

const DECIDED = 'MATCH (g:Store) RETURN g.fence, g.committed';
const FENCE = `MATCH (g:Store) WHERE g.fence < $intent SET g.fence = $intent RETURN g.fence`;

/** True when the graph has done its part; undefined while that is open. */
async function isCommitted(store: Store, graph: number, number: number): Promise<boolean | undefined> {
  const [row] = await store.readIfThere(graph, DECIDED);
  if (!row) return false;
  const [fence, committed] = row as [number, number];
  return fence < number ? undefined : committed === number;
}

/** For readers. True when what they have read is out of date. */
export async function finishIfCommitted(store: Store, graph: number, number: number): Promise<boolean> {
  if ((await isCommitted(store, graph, number)) !== true) return false;
  await finishIntent(store, graph, number, true);
  return true;
}

const PATIENCE_MS = 1000;
const FIRST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 50;

/** For writers: until the intent that stands in their way is gone. */
export async function untilFinished(store: Store, graph: number): Promise<void> {
  let awaited: number | undefined;
  let since = 0;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    const number = await readIntent(store, graph);
    if (number === undefined) return;
    if (number !== awaited) [awaited, since] = [number, performance.now()];
    const committed = await isCommitted(store, graph, number);
    if (committed !== undefined) await finishIntent(store, graph, number, committed);
    else if (performance.now() - since > PATIENCE_MS) await decideIntent(store, graph, number);
    else await sleep(pause);
  }
}

/** For whoever does not know whether it was committed: from here on it is, or never will be. */
export async function decideIntent(store: Store, graph: number, number: number): Promise<void> {
  await raiseFence(store, graph, number);
  const committed = await isCommitted(store, graph, number);
  await finishIntent(store, graph, number, committed === true);
}

async function readIntent(store: Store, graph: number): Promise<number | undefined> {
  const intent = recordKeys(store.names, graph)[5] as string;
  const [number = null] = await store.commandIn(graph, 'none', ['HGET', intent, 'number']);
  return number === null ? undefined : Number(number);
}

async function raiseFence(store: Store, graph: number, number: number): Promise<void> {
  await store.write(graph, FENCE, { intent: number }, 'repeatable').catch((error: unknown) => {
    if (!(error instanceof MissingGraph)) throw error;
  });
}
