/** What a relation stands on. */
import { relationId, type AsOf, type Evidence } from '@zapomni/core/model';
import type { RecordedEvidence } from '@zapomni/core/ports';
import type { Database } from '../connection/database.ts';
import type { EvidenceRow } from './evidence-rows.ts';
import { holding } from './judge-relations.ts';
import { rowsOfRelation } from './relation-groups.ts';
import { GraphView } from './view.ts';

export interface EvidenceOfMemory extends EvidenceRow {
  readonly uuid: string | null;
}

export function readEvidence(
  db: Database,
  workspace: string,
  id: string,
  { limit, moment }: { readonly limit: number; readonly moment: AsOf | undefined },
): Evidence[] {
  const view = GraphView.of(db, workspace, moment);
  const { sql, params } = moment ? holding(view.moment) : { sql: '1', params: [] };
  const rows = db.all<EvidenceOfMemory>(
    `SELECT e.*, m.uuid FROM json_each(?) r CROSS JOIN evidence e ON e.relation = r.value
     LEFT JOIN memories m ON m.id = e.memory WHERE ${sql} ORDER BY e.confidence DESC, e.id LIMIT ?`,
    JSON.stringify(rowsOfRelation(view, id)),
    ...params,
    limit,
  );
  return rows.map(toEvidence);
}

function toEvidence(row: EvidenceOfMemory): Evidence {
  return {
    memoryId: row.uuid,
    version: row.version,
    start: row.start,
    end: row.end,
    confidence: row.confidence,
    validFrom: row.valid_from,
    validTo: row.valid_to,
    recordedAt: row.recorded_at,
    recordedTo: row.recorded_to,
  };
}

/** With the relation that each is for. */
export function toRecorded(view: GraphView, rows: readonly EvidenceOfMemory[]): RecordedEvidence[] {
  const ends = new Map(
    view.db
      .all<{ id: number; source: number; type: string; target: number }>(
        'SELECT r.id, r.source, r.type, r.target FROM json_each(?) w CROSS JOIN relations r ON r.id = w.value',
        JSON.stringify([...new Set(rows.map(({ relation }) => relation))]),
      )
      .map((row) => [row.id, row]),
  );
  const uids = view.uidsOf(
    [...ends.values()].flatMap(({ source, target }) => [view.rootOf(source), view.rootOf(target)]),
  );
  return rows.map((row) => {
    const { source = 0, type = '', target = 0 } = ends.get(row.relation) ?? {};
    const [from, to] = [uids.get(view.rootOf(source)) ?? '', uids.get(view.rootOf(target)) ?? ''];
    return { ...toEvidence(row), relationId: relationId(from, type, to) };
  });
}
