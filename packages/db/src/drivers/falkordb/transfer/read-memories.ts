/** Memories with all that belongs to them, each as one record. */
import {
  arrangeVectors,
  type MemoryRecord,
  type PassageSpan,
  type VectorState,
  type VersionState,
} from '@zapomni/core/model';
import type { Context } from '../context.ts';
import type { Row, Value } from '../cypher/rows.ts';
import { COLUMN_COUNT, columns, lengthOf, toFacts } from '../memories/memory-rows.ts';
import { labelOf, type StoredModel } from '../vectors/models.ts';
import { readGraphStates } from './graph-states.ts';
import { joinText, type TextPiece } from '../memories/passage-texts.ts';

/** Those that exist. */
export async function readMemories(
  context: Context,
  workspace: string,
  ids: readonly string[],
): Promise<MemoryRecord[]> {
  const { store, registry, models } = context;
  const entry = await registry.find(workspace);
  if (!entry) return [];
  const read = (query: string): Promise<Row[]> => store.read(entry.number, query, { ids });
  // A few at a time: others need connections too.
  const [wholes, versions] = await Promise.all([read(WHOLE), read(VERSIONS)]);
  const [stateOf, vectors] = await Promise.all([
    readGraphStates(store, entry.number, ids),
    readVectors(await models.all(), read),
  ]);
  const versionsById = Map.groupBy(versions, ([id]) => id as string);
  const vectorsById = Map.groupBy(vectors, ({ id }) => id);
  return wholes.map((row): MemoryRecord => {
    const { id, memory, passages } = toWhole(row);
    return {
      kind: 'memory',
      workspace,
      id,
      memory,
      versions: (versionsById.get(id) ?? []).map(toVersion),
      passages,
      vectors: arrangeVectors((vectorsById.get(id) ?? []).map(({ vector }) => vector)),
      ...stateOf(id),
    };
  });
}

const WHOLE = `UNWIND $ids AS id MATCH (m:Memory {id: id}) OPTIONAL MATCH (m)-[:HAS]->(p:Passage)
  WITH m, p ORDER BY p.o WITH m, collect([p.s, p.e, p.t]) AS pieces RETURN ${columns('m')}, m.rest, pieces`;

function toWhole(row: Row): Pick<MemoryRecord, 'id' | 'memory' | 'passages'> {
  const pieces = (row[COLUMN_COUNT + 1] as Value[][]).flatMap(([start, end, text]): TextPiece[] =>
    text === null ? [] : [{ start, end, text } as TextPiece],
  );
  const { id, workspace: _workspace, ...facts } = toFacts(row, '');
  const text = joinText(pieces, row[COLUMN_COUNT] as string, lengthOf(row));
  return { id, memory: { ...facts, text }, passages: pieces.map(({ start, end }): PassageSpan => ({ start, end })) };
}

const VERSIONS = `UNWIND $ids AS id MATCH (:Memory {id: id})-[:WAS]->(h:Version)
  WITH id, h ORDER BY h.version RETURN id, h.recordedTo, h.text, ${columns('h')}`;

function toVersion([, recordedTo, text, ...row]: Row): VersionState {
  const { id: _id, workspace: _workspace, ...facts } = toFacts(row, '');
  return { ...facts, text: text as string | null, recordedTo: recordedTo as number };
}

function ofModel(model: StoredModel): string {
  return `UNWIND $ids AS id MATCH (:Memory {id: id})-[:HAS]->(p:Passage)-[:VEC]->(v:${labelOf(model)})
    RETURN id, p.o, v.e, v.tokens`;
}

interface OwnedVector {
  readonly id: string;
  readonly vector: VectorState;
}

async function readVectors(
  models: ReadonlyMap<string, StoredModel>,
  read: (query: string) => Promise<Row[]>,
): Promise<OwnedVector[]> {
  const vectors: OwnedVector[] = [];
  for (const [name, model] of models) vectors.push(...toVectors(name, model, await read(ofModel(model))));
  return vectors;
}

/** A vector of zeros is stored without its numbers. */
function toVectors(model: string, { dimensions }: StoredModel, rows: readonly Row[]): OwnedVector[] {
  return rows.map(([id, passage, parts, tokens]) => ({
    id: id as string,
    vector: {
      passage: passage as number,
      model,
      vector: parts === null ? new Float32Array(dimensions) : Float32Array.from(parts as number[]),
      tokens: tokens === null ? null : new Uint8Array(Buffer.from(tokens as string, 'base64')),
    },
  }));
}
