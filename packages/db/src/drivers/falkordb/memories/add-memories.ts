/** How memories come to be: all of a batch in one query, which looks first whether anything stands in the way. */
import type { EmbeddingClaim, NewMemory, RecordWrite, Stored } from '@zapomni/core/ports';
import { ZapomniError } from '@zapomni/core/errors';
import { withKnownParents } from '../../../shared/records/with-memories.ts';
import { previewOf } from '../../../shared/text-bytes.ts';
import { isReplaceableBySame } from '../../../shared/same-memory.ts';
import { NOTHING_KNOWN, workOut, type Known, type StoredDraft, type WorkedBatch } from './batch.ts';
import type { Param, Params } from '../cypher/literal.ts';
import { ADD_TERMS, type Dictionary, type TermDraft } from '../full-text/dictionary.ts';
import { hash, keysOf } from './memory-keys.ts';
import { columns, lengthOf, toFacts, toState, type MemoryFacts } from './memory-rows.ts';
import { GraphEdit, type Fragment } from '../graph/edit.ts';
import { closeInGraph } from '../graph/graph-removal.ts';
import { CREATE_PASSAGE, cutText, type CutText } from './passage-drafts.ts';
import { passageId } from './passage-ids.ts';
import { readKnown } from './read-known.ts';
import type { Commit } from '../records/intents.ts';
import { changeTogether, writeToGraph, type RecordChange } from '../records/write-records.ts';
import type { Row } from '../cypher/rows.ts';
import type { Store } from '../store.ts';
import { MissingGraph } from '../errors.ts';

export interface Addition {
  readonly graph: number;
  readonly memories: readonly NewMemory[];
  readonly at: number;
  readonly claim?: EmbeddingClaim | undefined;
  /** Written in one with the memories. */
  readonly records?: readonly RecordWrite[];
}

export type AddOutcome = { readonly stored: readonly Stored[]; readonly wrote: boolean } | 'gone';

const ATTEMPTS = 50;

/** `gone`: the graph is not there, or takes nothing any more. */
export async function addToGraph(store: Store, dictionary: Dictionary, addition: Addition): Promise<AddOutcome> {
  let known = NOTHING_KNOWN;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const batch = workOut(addition.memories, known);
    if (batch.drafts.length === 0) return addRecords(store, addition, toStored(addition, batch, 0));
    const base = await tryToWrite(store, dictionary, { ...addition, known }, batch);
    if (base !== undefined) return { stored: toStored(addition, batch, base), wrote: true };
    const seen = await readKnown(store, addition.graph, addition.memories);
    if (!seen) return 'gone';
    await dictionary.refresh(addition.graph);
    known = seen;
  }
  throw new ZapomniError('STORE_BUSY', 'Others changed the same workspace all the time; nothing was stored.');
}

/** All memories are there already. */
async function addRecords(store: Store, addition: Addition, stored: readonly Stored[]): Promise<AddOutcome> {
  const change = recordsWith(addition, stored);
  if (change.writes.length === 0) return { stored, wrote: false };
  return (await writeToGraph(store, addition.graph, change)) === 'gone' ? 'gone' : { stored, wrote: true };
}

function recordsWith({ memories, at, records = [] }: Addition, stored: readonly Stored[]): RecordChange {
  const coming = stored.flatMap(({ id, status }) => (status === 'stored' ? [id] : []));
  return { writes: withKnownParents(records, memories, stored), at, coming };
}

/** The number of the first passage; undefined when something stood in the way and nothing was written. */
async function tryToWrite(
  store: Store,
  dictionary: Dictionary,
  addition: Addition & { readonly known: Known },
  batch: WorkedBatch,
): Promise<number | undefined> {
  const cuts = cutAll(batch.drafts);
  const terms = new Set(cuts.flatMap((cut) => [...cut.terms]));
  const { generation, drafts } = await dictionary.missing(addition.graph, terms);
  const successors = batch.successors.length > 0 ? await readReplaced(store, addition, batch.successors) : [];
  const said = successors.length > 0 ? await closeSaid(store, addition.graph, successors) : undefined;
  const params = { ...toParams(addition, batch, { cuts, generation, terms: drafts, successors }), ...said?.params };
  const write = async (commit?: Commit): Promise<Row | undefined> => {
    const query = toQuery(batch, said, commit);
    const [made] = await store.write(addition.graph, query, { ...params, ...commit?.params }).catch(orNone);
    return made;
  };
  const row = await withRecords(store, addition, toStored(addition, batch, 0), write);
  if (!row) return undefined;
  dictionary.note(addition.graph, generation, drafts);
  return row[0] as number;
}

async function withRecords(
  store: Store,
  addition: Addition,
  stored: readonly Stored[],
  write: (commit?: Commit) => Promise<Row | undefined>,
): Promise<Row | undefined> {
  const change = recordsWith(addition, stored);
  if (change.writes.length === 0) return write();
  const done = await changeTogether(store, addition.graph, change, write);
  return done === 'gone' ? undefined : done?.result;
}

/** Nothing can have been written to a graph that is not there. */
function orNone(error: unknown): [] {
  if (error instanceof MissingGraph) return [];
  throw error;
}

function cutAll(drafts: readonly StoredDraft[]): CutText[] {
  let first = 0;
  return drafts.map(({ memory, successor }) => {
    const cut = cutText(memory, { live: successor === undefined, first });
    first += cut.passages.length;
    return cut;
  });
}

/** What the replaced memories said ceases to be so; undefined when there is no such graph. */
async function closeSaid(store: Store, graph: number, replaced: readonly Replaced[]): Promise<Fragment | undefined> {
  const edit = await GraphEdit.begin(store, graph);
  if (!edit) return undefined;
  await closeInGraph(
    edit,
    replaced.map(({ old, from, at }) => ({ id: old, validTo: from, at })),
  );
  return edit.finish();
}

function toQuery({ drafts, successors }: WorkedBatch, said: Fragment | undefined, commit: Commit | undefined): string {
  const keyed = drafts.some(({ memory }) => memory.key !== null);
  const distinct = drafts.some(({ memory }) => isReplaceableBySame(memory));
  return `MATCH (g:Store) WHERE g.terms = $generation AND g.closed IS NULL ${said ? `AND ${said.condition}` : ''}
    ${commit ? `AND ${commit.condition} ${commit.check}` : ''}
    OPTIONAL MATCH (clash:Memory) WHERE clash.id IN $ids
    WITH g, count(clash) AS clashes WHERE clashes = 0
    ${keyed ? FREE_KEYS : ''} ${distinct ? NEW_TEXTS : ''} ${successors.length > 0 ? REPLACEABLE : ''}
    SET g.next = g.next + $passages, g.nextMemory = g.nextMemory + $memories, g.memories = g.memories + $memories,
      g.passages = g.passages + $passages, g.length = g.length + $length, g.seq = g.seq + 1
      ${commit ? `, ${commit.assignment}` : ''}
    WITH g, g.next - $passages AS base, g.nextMemory - $memories AS first
    ${successors.length > 0 ? REPLACE : ''}
    ${said ? said.cypher : ''}
    CALL { WITH base, first
      UNWIND $rows AS r CREATE (m:Memory) SET m = r.state, m.n = first + r.i
      FOREACH (was IN r.was | CREATE (m)-[:WAS]->(h:Version) SET h = was)
      WITH m, r, base UNWIND r.passages AS p ${CREATE_PASSAGE} RETURN count(x) AS made }
    ${ADD_TERMS}
    RETURN base`;
}

const FREE_KEYS = `OPTIONAL MATCH (same:Memory) WHERE same.keyHash IN $hashes
    WITH g, count(same) AS sames WHERE sames = 0`;

/** Of those with the same text, the ones that say something else have been looked at. */
const NEW_TEXTS = `OPTIONAL MATCH (twin:Memory)
      WHERE twin.hash IN $texts AND twin.supersededBy IS NULL AND NOT twin.id IN $others
    WITH g, count(twin) AS twins WHERE twins = 0`;

const REPLACEABLE = `UNWIND $successors AS s MATCH (old:Memory {id: s.old})
    WHERE old.supersededBy IS NULL AND old.version = s.version
    WITH g, count(old) AS found WHERE found = size($successors)`;

/** The old state goes into history; passages and vectors are no longer found by default. */
const REPLACE = `CALL {
      UNWIND $successors AS s MATCH (o:Memory {id: s.old})
      CREATE (o)-[:WAS]->(h:Version) SET h = s.was
      SET o.validTo = s.from, o.supersededBy = s.id, o.updatedAt = s.at, o.recordedAt = s.at, o.version = s.version + 1
      WITH o MATCH (o)-[:HAS]->(p:Passage) SET p.k = p.k - 1
      WITH p MATCH (p)-[:VEC]->(v) SET v.live = false RETURN count(v) AS closed }`;

interface Parts {
  readonly cuts: readonly CutText[];
  readonly generation: number;
  readonly terms: readonly TermDraft[];
  readonly successors: readonly Replaced[];
}

function toParams(
  { at, claim, known }: Addition & { readonly known: Known },
  { drafts }: WorkedBatch,
  parts: Parts,
): Params {
  const { cuts, generation, terms, successors } = parts;
  const keys = drafts.flatMap(({ memory }) => memory.key ?? []);
  const texts = drafts.flatMap(({ memory }) => (isReplaceableBySame(memory) ? [memory.hash] : []));
  const others = [...known.bySameness.values()].flatMap((same) => same.map(({ id }) => id));
  return {
    ids: drafts.map(({ memory }) => memory.id),
    ...(keys.length > 0 ? { hashes: keys.map(hash) } : {}),
    ...(texts.length > 0 ? { texts, others } : {}),
    ...(successors.length > 0 ? { successors } : {}),
    at,
    generation,
    terms,
    rows: drafts.map((draft, i) => toRow(draft, cuts[i] as CutText, i, at)),
    memories: drafts.length,
    passages: cuts.reduce((sum, cut) => sum + cut.passages.length, 0),
    length: cuts.reduce((sum, cut) => sum + cut.length, 0),
    owner: claim?.owner ?? '',
    until: claim?.until ?? 0,
  };
}

interface Replaced {
  readonly [name: string]: Param;
  readonly id: string;
  readonly old: string;
  readonly from: number;
  readonly at: number;
  readonly version: number;
}

/** What the replaced memories are just now, for their history; one that is not there is missed by the query. */
async function readReplaced(
  store: Store,
  { graph, at }: Addition,
  successors: readonly NewMemory[],
): Promise<Replaced[]> {
  const olds = successors.map(({ supersedes }) => supersedes);
  const query = `MATCH (m:Memory) WHERE m.id IN $olds RETURN ${columns('m')}`;
  const rows = await store.readIfThere(graph, query, { olds });
  const states = new Map(rows.map((row) => [row[0], toState(toFacts(row, ''), lengthOf(row))]));
  return successors.map(({ id, supersedes, validFrom }) => {
    const state = states.get(supersedes) ?? {};
    // Clocks of other processes may lag; a version never ends before it began.
    const notBefore = Math.max(at, Number(state['recordedAt'] ?? at));
    const was = { ...state, recordedTo: notBefore };
    return { id, old: supersedes ?? '', from: validFrom, at: notBefore, version: Number(state['version'] ?? 0), was };
  });
}

/** Waits to be read for entities and relations. */
const UNREAD = { unread: 1, reader: '', readUntil: 0, loose: [] };

/** A memory that one of its own batch replaces is stored as it is in the end, with its first state in history. */
function toRow({ memory, successor }: StoredDraft, cut: CutText, i: number, at: number): Param {
  const born = toFirstFacts(memory, at);
  const facts = successor ? { ...born, version: 2, validTo: successor.validFrom, supersededBy: successor.id } : born;
  const { length } = memory.text;
  const state = {
    ...toState(facts, length),
    happenedAt: memory.occurredAt ?? at,
    bytes: cut.bytes,
    preview: previewOf(memory.text),
    rest: cut.rest,
    textVersion: 1,
    ...(memory.unread === 'never' ? { ...UNREAD, unread: 0 } : UNREAD),
    ...(memory.key === null ? {} : { keyHash: hash(memory.key) }),
    ...keysOf(memory),
  };
  const was = successor ? [{ ...toState(born, length), recordedTo: at }] : [];
  return { i, state, was, passages: cut.passages };
}

function toFirstFacts(memory: NewMemory, at: number): MemoryFacts {
  const { id, workspace, kind, tags, source, metadata, hash: ofText, key, occurredAt, validFrom, supersedes } = memory;
  const said = { id, workspace, kind, tags, source, metadata, hash: ofText, key, occurredAt, validFrom, supersedes };
  const times = { createdAt: at, updatedAt: at, recordedAt: at, version: 1 };
  return { ...said, ...times, validTo: null, supersededBy: null, passageCount: memory.passages.length };
}

function toStored({ graph, memories }: Addition, { drafts, outcomes }: WorkedBatch, base: number): Stored[] {
  let next = base;
  const passages = drafts.map(({ memory }) => memory.passages.map(() => passageId(graph, next++)));
  return outcomes.map((outcome, i): Stored => {
    if ('id' in outcome) return { ...outcome, status: 'duplicate' };
    const id = (outcome.again ? drafts[outcome.draft]?.memory.id : memories[i]?.id) as string;
    const passageIds = passages[outcome.draft] as number[];
    return { id, status: outcome.again ? 'duplicate' : 'stored', passageIds };
  });
}
