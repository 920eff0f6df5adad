/** What a relation stands on. */
import type { AsOf, Evidence } from '@zapomni/core/model';
import type { Context } from '../context.ts';
import { relationRows } from './relation-groups.ts';
import { EVIDENCE_COLUMNS, orNull, toEvidenceRow, type EvidenceRow } from './rows.ts';
import { GraphView } from './view.ts';

export async function readEvidence(
  context: Context,
  workspace: string,
  id: string,
  { limit, moment }: { readonly limit: number; readonly moment: AsOf | undefined },
): Promise<Evidence[]> {
  const view = await GraphView.of(context, workspace, moment);
  const rels = view ? relationRows(view.merges, id) : [];
  if (!view || rels.length === 0) return [];
  const rows = await view.read(
    `UNWIND $rels AS rel MATCH (v:Evidence {rel: rel}) ${moment ? `WHERE ${view.holding}` : ''}
     RETURN ${EVIDENCE_COLUMNS} ORDER BY v.confidence DESC, v.n LIMIT $limit`,
    { ...(moment ? view.moment : {}), rels, limit },
  );
  return rows.map((row) => toEvidence(toEvidenceRow(row)));
}

export function toEvidence(row: EvidenceRow): Evidence {
  const { version, start, end, confidence, validFrom, recordedAt } = row;
  return {
    memoryId: row.memory === '' ? null : row.memory,
    version,
    start,
    end,
    confidence,
    validFrom,
    validTo: orNull(row.validTo),
    recordedAt,
    recordedTo: orNull(row.recordedTo),
  };
}
