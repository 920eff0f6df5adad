/**
 * Memories with all that belongs to them, in the place of what the graph has of them: these go, then all are made, then
 * their vectors. Each step can be done again.
 */
import type { MemoryRecord } from '@zapomni/core/model';
import { invalidField, ZapomniError } from '@zapomni/core/errors';
import { previewOf } from '../../../shared/text-bytes.ts';
import type { Context } from '../context.ts';
import type { Param } from '../cypher/literal.ts';
import { ADD_TERMS, takeOut } from '../full-text/dictionary.ts';
import { changeGraph } from '../graph/edit.ts';
import { hash, keysOf } from '../memories/memory-keys.ts';
import { toState } from '../memories/memory-rows.ts';
import { checkVector } from '../vectors/models.ts';
import { CREATE_PASSAGE, cutText, type CutText } from '../memories/passage-drafts.ts';
import { passageId } from '../memories/passage-ids.ts';
import { putVectors } from '../vectors/vector-rows.ts';
import { codesIn } from '../full-text/word-tokens.ts';
import { ensureGraph } from './ensure-graph.ts';
import { putSayings } from './write-graph.ts';

const ATTEMPTS = 50;

/** INVALID_INPUT for what could not be written, before anything is. */
export function checkMemories(records: readonly MemoryRecord[]): void {
  for (const { passages, vectors, mentions } of records) {
    for (const { passage } of [...vectors, ...mentions]) {
      if (passages[passage] === undefined) throw invalidField('passage', 'is not one of the memory');
    }
    for (const { vector } of vectors) checkVector(vector, vector.length);
  }
}

export async function writeMemories(
  context: Context,
  workspace: string,
  records: readonly MemoryRecord[],
): Promise<void> {
  const graph = await ensureGraph(context, workspace, records[0]?.memory.createdAt ?? 0);
  const ids = records.map(({ id }) => id);
  await takeMemoriesAway(context, graph, ids);
  await giveWay(context, graph, records);
  const base = await createAll(context, graph, records);
  await writeVectors(context, { graph, base }, records);
  await writeSayings(context, { graph, base }, records);
}

/** Without a tombstone: they were not removed, or their tombstones are there. */
const TAKE_AWAY = `MATCH (g:Store) MATCH (m:Memory) WHERE m.id IN $ids WITH g, collect(m) AS ms
  CALL { WITH ms UNWIND ms AS m OPTIONAL MATCH (m)-[:WAS]->(h:Version) RETURN collect(h) AS hs }
  CALL { WITH ms UNWIND ms AS m OPTIONAL MATCH (m)-[:HAS]->(p:Passage) RETURN collect(p) AS ps }
  CALL { WITH ps UNWIND ps AS p OPTIONAL MATCH (p)-[:VEC]->(v) RETURN collect(v) AS vs }
  CALL { WITH ps UNWIND ps AS p OPTIONAL MATCH (p)<-[:FOR]-(w:Waiting) RETURN collect(w) AS ws }
  CALL { WITH ps UNWIND ps AS p RETURN sum((p.k % 1048576 - p.k % 2) / 2) AS length }
  WITH g, ms, hs, ps, vs, ws, length, size(ms) AS gone, [p IN ps | p.w] AS words
  SET g.memories = g.memories - gone, g.passages = g.passages - size(ps), g.length = g.length - toInteger(length),
    g.seq = g.seq + 1
  FOREACH (x IN hs | DELETE x) FOREACH (x IN vs | DELETE x) FOREACH (x IN ws | DELETE x)
  FOREACH (x IN ps | DELETE x) FOREACH (x IN ms | DELETE x)
  RETURN gone, words`;

/** How many there were. */
export async function takeMemoriesAway({ store }: Context, graph: number, ids: readonly string[]): Promise<number> {
  const [row] = await store.write(graph, TAKE_AWAY, { ids }, 'repeatable');
  if (!row) return 0;
  const [gone, words] = row as [number, string[]];
  await takeOut(store, graph, [...new Set(words.flatMap(codesIn))]);
  return gone;
}

/** Keys are unique. One that another memory has belongs to these now; that other was removed, and goes soon. */
async function giveWay({ store }: Context, graph: number, records: readonly MemoryRecord[]): Promise<void> {
  const hashes = records.flatMap(({ memory }) => (memory.key === null ? [] : [hash(memory.key)]));
  if (hashes.length === 0) return;
  const query = `MATCH (m:Memory) WHERE m.keyHash IN $hashes SET m.keyHash = 'gone ' + m.id, m.key = ''`;
  await store.write(graph, query, { hashes }, 'repeatable');
}

const CREATE = `MATCH (g:Store) WHERE g.terms = $generation AND g.closed IS NULL
  OPTIONAL MATCH (clash:Memory) WHERE clash.id IN $ids
  WITH g, count(clash) AS clashes WHERE clashes = 0
  SET g.next = g.next + $passages, g.nextMemory = g.nextMemory + $memories, g.memories = g.memories + $memories,
    g.passages = g.passages + $passages, g.length = g.length + $length, g.seq = g.seq + 1
  WITH g, g.next - $passages AS base, g.nextMemory - $memories AS first
  CALL { WITH base, first
    UNWIND $rows AS r CREATE (m:Memory) SET m = r.state, m.n = first + r.i
    FOREACH (was IN r.was | CREATE (m)-[:WAS]->(h:Version) SET h = was)
    WITH m, r, base UNWIND r.passages AS p ${CREATE_PASSAGE} RETURN count(x) AS made }
  ${ADD_TERMS}
  RETURN base`;

/** The number of the first passage. */
async function createAll(
  { store, dictionary }: Context,
  graph: number,
  records: readonly MemoryRecord[],
): Promise<number> {
  const cuts = cutAll(records);
  const terms = new Set(cuts.flatMap((cut) => [...cut.terms]));
  const params = {
    ids: records.map(({ id }) => id),
    rows: records.map((record, i) => toRow(record, cuts[i] as CutText, i)),
    memories: records.length,
    passages: cuts.reduce((sum, cut) => sum + cut.passages.length, 0),
    length: cuts.reduce((sum, cut) => sum + cut.length, 0),
    owner: '',
    until: 0,
  };
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { generation, drafts } = await dictionary.missing(graph, terms);
    const [row] = await store.write(graph, CREATE, { ...params, generation, terms: drafts });
    if (row) {
      dictionary.note(graph, generation, drafts);
      return row[0] as number;
    }
    await dictionary.refresh(graph);
  }
  throw new ZapomniError('STORE_BUSY', 'Others changed the same workspace all the time; not all was written.');
}

function cutAll(records: readonly MemoryRecord[]): CutText[] {
  let first = 0;
  return records.map(({ memory, passages }) => {
    const cut = cutText({ text: memory.text, passages }, { live: memory.supersededBy === null, first });
    first += cut.passages.length;
    return cut;
  });
}

function toRow({ id, memory, versions, unread }: MemoryRecord, cut: CutText, i: number): Param {
  const { text, ...facts } = memory;
  const state = {
    ...toState({ ...facts, id, workspace: '', passageCount: cut.passages.length }, text.length),
    happenedAt: memory.occurredAt ?? memory.createdAt,
    bytes: cut.bytes,
    preview: previewOf(text),
    rest: cut.rest,
    ...(memory.key === null ? {} : { keyHash: hash(memory.key) }),
    ...keysOf(memory),
    textVersion: 1 + versions.reduce((last, { text: old, version }) => (old === null ? last : version), 0),
    ...(unread ? { unread: 1, loose: unread } : { unread: 0, loose: [] }),
    reader: '',
    readUntil: 0,
  };
  return { i, state, was: toVersions(id, memory.text, versions), passages: cut.passages };
}

/** A version knows the length of its text, though it may have that of the one after it. */
function toVersions(id: string, present: string, versions: MemoryRecord['versions']): Param[] {
  let { length } = present;
  const states = versions.toReversed().map(({ text, recordedTo, ...facts }) => {
    length = text?.length ?? length;
    const state = { ...toState({ ...facts, id, workspace: '' }, length), recordedTo };
    return text === null ? state : { ...state, text };
  });
  return states.toReversed();
}

interface Made {
  readonly graph: number;
  /** The number of the first passage. */
  readonly base: number;
}

async function writeVectors(
  { store, models }: Context,
  { graph, base }: Made,
  records: readonly MemoryRecord[],
): Promise<void> {
  const firsts = firstNumbers(base, records);
  const vectors = records.flatMap((record) =>
    record.vectors.map((state) => ({
      ...state,
      id: passageId(graph, (firsts.get(record.id) as number) + state.passage),
    })),
  );
  for (const [name, group] of Map.groupBy(vectors, ({ model }) => model)) {
    const model = await models.ensure(name, group[0]?.vector.length ?? 0);
    for (const { vector } of group) checkVector(vector, model.dimensions);
    const rows = group.map(({ id, vector, tokens }) => ({ passageId: id, vector, ...(tokens ? { tokens } : {}) }));
    await putVectors(store, name, model, rows);
  }
}

async function writeSayings(
  { store }: Context,
  { graph, base }: Made,
  records: readonly MemoryRecord[],
): Promise<void> {
  const firsts = firstNumbers(base, records);
  await changeGraph(store, graph, (edit) =>
    putSayings(edit, records, ({ id }, passage) => (firsts.get(id) as number) + passage),
  );
}

/** The number of each memory's first passage. */
function firstNumbers(base: number, records: readonly MemoryRecord[]): Map<string, number> {
  let next = base;
  return new Map(
    records.map(({ id, passages }) => {
      const first = next;
      next += passages.length;
      return [id, first];
    }),
  );
}
