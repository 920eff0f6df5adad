/** What memories say of the graph, and what was asserted, as records have it. */
import {
  arrangeEvidence,
  arrangeMentions,
  arrangeNames,
  compareTexts,
  type EvidenceState,
  type MemoryRecord,
  type MentionState,
  type NameState,
} from '@zapomni/core/model';
import type { Row } from '../cypher/rows.ts';
import { EVIDENCE_COLUMNS, orNull, partsOf, toEvidenceRow, type EntityRow, type EvidenceRow } from '../graph/rows.ts';
import type { Store } from '../store.ts';

export type GraphState = Pick<MemoryRecord, 'mentions' | 'names' | 'evidence' | 'unread'>;

const MENTIONS = `UNWIND $ids AS id MATCH (:Memory {id: id})-[:HAS]->(p:Passage)-[x:MENTIONS]->(e:Entity)
  RETURN id, p.o, x.s, x.e, e.id`;
const NAMES = 'UNWIND $ids AS id MATCH (e:Entity) WHERE id IN e.givers RETURN id, e.id, e.forms';
const EVIDENCE = `UNWIND $ids AS id MATCH (v:Evidence {memory: id}) RETURN ${EVIDENCE_COLUMNS}`;
/** Entities that are gone since are left out. */
const UNREAD = `UNWIND $ids AS id MATCH (m:Memory {id: id}) WHERE m.unread = 1
  UNWIND CASE WHEN size(m.loose) = 0 THEN [''] ELSE m.loose END AS name
  OPTIONAL MATCH (e:Entity {id: name}) RETURN id, collect(e.id)`;

/** By memory; each has one. */
export async function readGraphStates(
  store: Store,
  graph: number,
  ids: readonly string[],
): Promise<(id: string) => GraphState> {
  const read = (query: string): Promise<Row[]> => store.read(graph, query, { ids });
  const [mentions, names] = await Promise.all([MENTIONS, NAMES].map(read));
  const [evidence, unread] = await Promise.all([EVIDENCE, UNREAD].map(read));
  const mentionsOf = Map.groupBy(mentions ?? [], ([id]) => id);
  const namesOf = Map.groupBy(names ?? [], ([id]) => id);
  const evidenceOf = Map.groupBy((evidence ?? []).map(toEvidenceRow), ({ memory }) => memory);
  const unreadOf = new Map((unread ?? []).map(([id, entities]) => [id as string, entities as string[]]));
  return (id) => ({
    mentions: arrangeMentions((mentionsOf.get(id) ?? []).map(toMention)),
    names: arrangeNames((namesOf.get(id) ?? []).flatMap(toNames)),
    evidence: toStates(evidenceOf.get(id) ?? []),
    unread: unreadOf.get(id)?.toSorted(compareTexts) ?? null,
  });
}

function toMention(row: Row): MentionState {
  const [, passage, start, end, entity] = row as [string, number, number, number, string];
  return { passage, start, end, entity };
}

function toNames(row: Row): NameState[] {
  const [id, entity, forms] = row as [string, string, string];
  const given = JSON.parse(forms) as EntityRow['forms'];
  return given.filter(([, giver]) => giver === id).map(([form]) => ({ entity, form }));
}

export function toStates(rows: readonly EvidenceRow[]): EvidenceState[] {
  return arrangeEvidence(
    rows.map((row) => {
      const [source, type, target] = partsOf(row.rel);
      const { n, previous, version, start, end, confidence, asserted, validFrom, recordedAt } = row;
      const [validTo, recordedTo] = [orNull(row.validTo), orNull(row.recordedTo)];
      const place = { source, type, target, version, start, end };
      const clocks = { validFrom, validTo, recordedAt, recordedTo };
      return { id: n, previous: previous === 0 ? null : previous, ...place, asserted, confidence, ...clocks };
    }),
  );
}
