/** Writes of records, alone or together with a change of the graph. */
import { ZapomniError } from '@zapomni/core/errors';
import type { RecordWrite } from '@zapomni/core/ports';
import { belowItself, noParent, otherVersion, valueTaken } from '../../../shared/records/record-errors.ts';
import type { Row } from '../cypher/rows.ts';
import { MissingGraph } from '../errors.ts';
import type { Store } from '../store.ts';
import type { Reply } from '../wire/reply-parser.ts';
import { commitOf, decideIntent, finishIntent, runOnRecords, untilFinished, type Commit } from './intents.ts';
import { BATCH, CLEAR } from './record-batch.ts';
import { toArgs, toLoadArgs, toUnloadArgs, type RecordPlace, type WholeRecord } from './record-texts.ts';

export interface RecordChange {
  readonly writes: readonly RecordWrite[];
  readonly at: number;
  /** Memories that go, by their ids, with all that belongs to them. */
  readonly leaving?: readonly string[];
  /** Memories that come into being with it. */
  readonly coming?: readonly string[];
}

export interface RecordsWritten {
  readonly versions: readonly number[];
  /** How many went. */
  readonly removed: number;
}

interface Batch extends RecordsWritten {
  /** Of the intent, where it was only prepared. */
  readonly number: number;
}

/** Does the part of the graph; gives nothing when it has written nothing. */
type CommitWork<Result> = (commit: Commit) => Promise<Result | undefined>;

export interface DoneTogether<Result> extends RecordsWritten {
  readonly result: Result;
}

/**
 * Both or neither. Undefined when the graph was not changed: somebody else was quicker, and the caller tries again. `gone`:
 * the workspace was removed.
 */
export async function changeTogether<Result>(
  store: Store,
  graph: number,
  change: RecordChange,
  work: CommitWork<Result>,
): Promise<DoneTogether<Result> | 'gone' | undefined> {
  const parents = memoryParents(change);
  const missing = await missingMemories(store, graph, parents);
  const batch = await runBatch(
    store,
    graph,
    { script: BATCH, args: batchArgs('prepare', change, missing) },
    change.writes,
  );
  return batch === 'gone' ? batch : commit(store, graph, batch, () => work(commitOf(batch.number, parents)));
}

/** Takes all records away with what `work` does; for good when the workspace is removed. */
export async function clearTogether<Result>(
  store: Store,
  graph: number,
  { closing }: { readonly closing: boolean },
  work: CommitWork<Result>,
): Promise<DoneTogether<Result> | 'gone' | undefined> {
  const batch = await runBatch(store, graph, { script: CLEAR, args: [closing ? '1' : '0'] }, []);
  return batch === 'gone' ? batch : commit(store, graph, batch, () => work(commitOf(batch.number, [])));
}

async function commit<Result>(
  store: Store,
  graph: number,
  { number, versions, removed }: Batch,
  work: () => Promise<Result | undefined>,
): Promise<DoneTogether<Result> | undefined> {
  let result: Result | undefined;
  try {
    result = await work();
  } catch (error) {
    // Nobody shall have to wait for what became of it. If that cannot be found out now, whoever comes next does.
    await decideIntent(store, graph, number).catch(() => undefined);
    throw error;
  }
  await finishIntent(store, graph, number, result !== undefined);
  return result === undefined ? undefined : { result, versions, removed };
}

const ATTEMPTS = 50;

/** `gone`: the workspace was removed. */
export async function writeToGraph(
  store: Store,
  graph: number,
  change: RecordChange,
): Promise<RecordsWritten | 'gone'> {
  if (memoryParents(change).length === 0)
    return runBatch(store, graph, { script: BATCH, args: batchArgs('write', change, []) }, change.writes);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const done = await changeTogether(store, graph, change, (intent) => noteIntent(store, graph, intent));
    if (done) return done;
    if ((await store.readIfThere(graph, 'MATCH (g:Store) WHERE g.closed IS NULL RETURN g.seq')).length === 0)
      return 'gone';
  }
  throw new ZapomniError('STORE_BUSY', 'Others changed the same workspace all the time; nothing was written.');
}

/** As another store has them, in the place of those with their names. */
export async function loadRecords(store: Store, graph: number, records: readonly WholeRecord[]): Promise<void> {
  await runAsIs(store, graph, records.map(toLoadArgs));
}

/** Takes them away, and nothing else; says how many there were. */
export function unloadRecords(store: Store, graph: number, names: readonly RecordPlace[]): Promise<number> {
  return runAsIs(store, graph, names.map(toUnloadArgs));
}

async function runAsIs(store: Store, graph: number, writes: readonly (readonly string[])[]): Promise<number> {
  const args = ['write', '0', '0', '0', String(writes.length), ...writes.flat()];
  const batch = await runBatch(store, graph, { script: BATCH, args }, []);
  if (batch === 'gone') throw new ZapomniError('STORE_BUSY', 'Another process is removing the same workspace.');
  return batch.removed;
}

/** That the parents are there is all that the graph has to say. */
async function noteIntent(
  store: Store,
  graph: number,
  { condition, check, assignment, params }: Commit,
): Promise<Row | undefined> {
  const query = `MATCH (g:Store) WHERE g.closed IS NULL AND ${condition} ${check} SET ${assignment} RETURN g.fence`;
  const [row] = await store.write(graph, query, params);
  return row;
}

/** Memories that have to be there already. */
function memoryParents({ writes, coming = [] }: RecordChange): string[] {
  const parents = writes.flatMap((write) =>
    write.op === 'put' && write.parent && 'memory' in write.parent ? [write.parent.memory] : [],
  );
  return [...new Set(parents)].filter((id) => !coming.includes(id));
}

export async function missingMemories(store: Store, graph: number, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await store.readIfThere(graph, 'MATCH (m:Memory) WHERE m.id IN $ids RETURN m.id', { ids });
  const found = new Set(rows.map(([id]) => id));
  return ids.filter((id) => !found.has(id));
}

function batchArgs(mode: 'write' | 'prepare', change: RecordChange, missing: readonly string[]): string[] {
  const { writes, at, leaving = [] } = change;
  const list = (items: readonly string[]): string[] => [String(items.length), ...items];
  return [mode, String(at), ...list(leaving), ...list(missing), String(writes.length), ...writes.flatMap(toArgs)];
}

async function runBatch(
  store: Store,
  graph: number,
  { script, args }: { readonly script: string; readonly args: readonly string[] },
  writes: readonly RecordWrite[],
): Promise<Batch | 'gone'> {
  for (;;) {
    const reply = await runOnRecords(store, graph, { script, args, effect: 'once' }).catch(orGone);
    const [word, number, ...rest] = reply as [string, number, ...Reply[]];
    if (word === 'gone') return word;
    if (word === 'done') return { number, removed: rest[0] as number, versions: rest[1] as number[] };
    if (word === 'busy') await untilFinished(store, graph);
    else throw refusal(word, { place: number, write: writes[number] as RecordWrite }, String(rest[0]));
  }
}

function orGone(error: unknown): Reply {
  if (error instanceof MissingGraph) return ['gone', 0];
  throw error;
}

type Place = { readonly place: number; readonly write: RecordWrite };

function refusal(word: string, place: Place, index: string): ZapomniError {
  switch (word) {
    case 'version':
      return otherVersion(place);
    case 'parent':
      return noParent(place);
    case 'below':
      return belowItself(place);
    default:
      return valueTaken(place, index);
  }
}
