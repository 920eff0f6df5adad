/** How a memory changes. What it was is read first; the query that writes looks whether it is still so. */
import type { Memory } from '@zapomni/core/model';
import type { MemoryPatch, RecordWrite } from '@zapomni/core/ports';
import { ZapomniError } from '@zapomni/core/errors';
import { previewOf } from '../../../shared/text-bytes.ts';
import type { Param, Params } from '../cypher/literal.ts';
import { ADD_TERMS, takeOut, type Dictionary } from '../full-text/dictionary.ts';
import { GraphEdit, type Fragment } from '../graph/edit.ts';
import { forgetReading } from '../graph/graph-removal.ts';
import { keysOf } from './memory-keys.ts';
import { fromTime, toMemory, toState, WHOLE_COLUMNS, WHOLE_MEMORY } from './memory-rows.ts';
import { CREATE_PASSAGE, cutText, type CutText } from './passage-drafts.ts';
import { passageId } from './passage-ids.ts';
import type { Row } from '../cypher/rows.ts';
import type { Commit } from '../records/intents.ts';
import { changeTogether } from '../records/write-records.ts';
import type { Store } from '../store.ts';
import { codesIn } from '../full-text/word-tokens.ts';

export interface Change {
  readonly graph: number;
  readonly workspace: string;
  readonly id: string;
  readonly patch: MemoryPatch;
  readonly at: number;
  /** Written in one with it. */
  readonly records: readonly RecordWrite[];
}

export interface Changed {
  readonly memory: Memory;
  readonly passageIds: readonly number[];
}

const ATTEMPTS = 50;

/** Undefined when there is no such memory. */
export async function updateInGraph(
  store: Store,
  dictionary: Dictionary,
  change: Change,
): Promise<Changed | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const before = await readWhole(store, change);
    if (!before) return undefined;
    const changed = await tryToChange(store, dictionary, change, before);
    if (changed) return changed;
    if (change.patch.text) await dictionary.refresh(change.graph);
  }
  throw new ZapomniError('STORE_BUSY', 'Others changed the same memory all the time; nothing was changed.');
}

async function readWhole(store: Store, { graph, workspace, id }: Change): Promise<Memory | undefined> {
  const query = `MATCH (m:Memory {id: $id}) ${WHOLE_MEMORY} RETURN ${WHOLE_COLUMNS}`;
  const [row] = await store.read(graph, query, { id });
  return row && toMemory(row, workspace);
}

const KEEP_STATE = `CREATE (m)-[:WAS]->(h:Version) SET h = $was SET m += $changes`;

/** Only if its records may be written too. */
const storeQuery = (commit: Commit | undefined): string =>
  commit ? `MATCH (g:Store) WHERE ${commit.condition} ${commit.check}` : 'MATCH (g:Store)';
const countQuery = (commit: Commit | undefined): string => (commit ? `, ${commit.assignment}` : '');

const changeFactsQuery = (commit: Commit | undefined): string => `${storeQuery(commit)}
  MATCH (m:Memory {id: $id}) WHERE m.version = $version
  ${KEEP_STATE} SET g.seq = g.seq + 1 ${countQuery(commit)} RETURN g.seq`;

/** What the old text said is no longer believed, and the memory waits to be read again, whoever held it. */
const changeTextQuery = (said: Fragment, commit: Commit | undefined): string => `${storeQuery(commit)}
  MATCH (m:Memory {id: $id})
  WHERE m.version = $version AND g.terms = $generation AND ${said.condition}
  ${KEEP_STATE}
  SET m.textVersion = $version + 1, m.unread = 1, m.asked = 0, m.rules = '', m.reader = '', m.readUntil = 0,
    m.loose = CASE WHEN size($loose) > 0 THEN $loose ELSE m.loose END
  ${said.cypher}
  SET g.next = g.next + size($passages), g.seq = g.seq + 1 ${countQuery(commit)}
  WITH g, m, g.next - size($passages) AS base
  CALL { WITH m OPTIONAL MATCH (m)-[:HAS]->(p:Passage) RETURN collect(p) AS ps }
  CALL { WITH ps UNWIND ps AS p OPTIONAL MATCH (p)-[:VEC]->(v) RETURN collect(v) AS vs }
  CALL { WITH ps UNWIND ps AS p OPTIONAL MATCH (p)<-[:FOR]-(w:Waiting) RETURN collect(w) AS ws }
  CALL { WITH ps UNWIND ps AS p RETURN sum((p.k % 1048576 - p.k % 2) / 2) AS length }
  WITH g, m, base, ps, vs, ws, [p IN ps | p.w] AS words, toInteger(length) AS length
  SET g.passages = g.passages + size($passages) - size(ps), g.length = g.length + $length - length
  FOREACH (x IN vs | DELETE x) FOREACH (x IN ws | DELETE x) FOREACH (x IN ps | DELETE x)
  WITH m, base, words
  CALL { WITH m, base UNWIND $passages AS p ${CREATE_PASSAGE} RETURN count(x) AS made }
  ${ADD_TERMS}
  RETURN base, words`;

/** Undefined when somebody else was quicker. */
async function tryToChange(
  store: Store,
  dictionary: Dictionary,
  change: Change,
  before: Memory,
): Promise<Changed | undefined> {
  const { graph, id, patch } = change;
  const after = applied(before, change);
  const changes = toChanges(before, after);
  const was = { ...toState(before, before.text.length), recordedTo: after.recordedAt };
  const params = { id, version: before.version, changes, was };
  if (!patch.text) {
    const row = await withRecords(store, change, changeFactsQuery, params);
    return row ? { memory: after, passageIds: [] } : undefined;
  }
  const cut = cutText(patch.text, { live: before.supersededBy === null, first: 0 });
  const edit = await GraphEdit.begin(store, graph);
  if (!edit) return undefined;
  const loose = await forgetReading(edit, id, after.recordedAt);
  const passageIds = await changeText(store, dictionary, change, {
    said: await edit.finish(),
    params: {
      loose,
      ...params,
      changes: { ...changes, ...ofText(cut, after) },
      was: { ...was, text: before.text },
    },
    cut,
  });
  return passageIds ? { memory: after, passageIds } : undefined;
}

/** Undefined when nothing was written. */
async function withRecords(
  store: Store,
  { graph, records, at }: Change,
  toQuery: (commit: Commit | undefined) => string,
  params: Params,
): Promise<Row | undefined> {
  const write = async (commit?: Commit): Promise<Row | undefined> => {
    const [row] = await store.write(graph, toQuery(commit), { ...params, ...commit?.params });
    return row;
  };
  if (records.length === 0) return write();
  const done = await changeTogether(store, graph, { writes: records, at }, write);
  return done === 'gone' ? undefined : done?.result;
}

async function changeText(
  store: Store,
  dictionary: Dictionary,
  change: Change,
  { params, cut, said }: { readonly params: Params; readonly cut: CutText; readonly said: Fragment },
): Promise<number[] | undefined> {
  const { graph } = change;
  const { generation, drafts } = await dictionary.missing(graph, cut.terms);
  const more = { generation, terms: drafts, passages: cut.passages, length: cut.length, owner: '', until: 0 };
  const all = { ...params, ...more, ...said.params };
  const row = await withRecords(store, change, (commit) => changeTextQuery(said, commit), all);
  if (!row) return undefined;
  dictionary.note(graph, generation, drafts);
  const [base, words] = row as [number, string[]];
  await takeOut(store, graph, [...new Set(words.flatMap(codesIn))]);
  return cut.passages.map(({ i }) => passageId(graph, base + i));
}

function applied(before: Memory, { patch, at }: Change): Memory {
  const { text, ...facts } = patch;
  const given = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
  const cut = text ? { text: text.text, hash: text.hash, passageCount: text.passages.length } : {};
  // Clocks of other processes may lag; a version never ends before it began.
  const now = Math.max(at, before.recordedAt);
  return { ...before, ...given, ...cut, updatedAt: now, recordedAt: now, version: before.version + 1 };
}

function toChanges(before: Memory, after: Memory): Record<string, Param> {
  const { kind, source, tags, metadata, occurredAt, hash, passageCount, version, recordedAt } = after;
  return {
    kind,
    source,
    tags,
    hash,
    version,
    occurredAt: fromTime(occurredAt),
    metadata: JSON.stringify(metadata),
    passages: passageCount,
    happenedAt: occurredAt ?? before.createdAt,
    updatedAt: recordedAt,
    recordedAt,
    ...keysOf(after),
  };
}

function ofText(cut: CutText, { text }: Memory): Record<string, Param> {
  return { length: text.length, bytes: cut.bytes, preview: previewOf(text), rest: cut.rest };
}
