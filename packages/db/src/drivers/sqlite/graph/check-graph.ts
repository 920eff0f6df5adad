/** What a deep look finds wrong with the graph: rows that contradict each other, and sums that differ from the evidence. */
import type { Database } from '../connection/database.ts';
import { isSameSum, sumOf, type Bearing, type Sum } from '../../../shared/evidence-sum.ts';

/** Each query counts rows that contradict another table. */
export const GRAPH_CONTRADICTIONS: readonly { readonly fault: string; readonly sql: string }[] = [
  {
    fault: 'memories waiting to be read that are gone',
    sql: 'SELECT count(*) FROM reading_queue WHERE memory NOT IN (SELECT id FROM memories)',
  },
  {
    fault: 'mentions of or by what is gone',
    sql: `SELECT count(*) FROM mentions x LEFT JOIN passages p ON p.id = x.passage LEFT JOIN entities e ON e.id = x.entity
          WHERE p.id IS NULL OR e.id IS NULL OR p.memory <> x.memory OR p.workspace <> x.workspace
             OR e.workspace <> x.workspace OR p.live <> x.live`,
  },
  {
    fault: 'entities with a wrong count of mentions',
    sql: `SELECT count(*) FROM entities e LEFT JOIN (
            SELECT coalesce(m.root, m.id) AS root, count(DISTINCT x.passage) AS passages
            FROM mentions x JOIN entities m ON m.id = x.entity WHERE x.live = 1 GROUP BY 1
          ) counted ON counted.root = e.id WHERE e.root IS NULL AND e.mentions <> coalesce(counted.passages, 0)`,
  },
  {
    fault: 'entities merged into what is gone or merged itself',
    sql: `SELECT count(*) FROM entities e LEFT JOIN entities r ON r.id = e.root
          LEFT JOIN entities i ON i.id = e.merged_into LEFT JOIN entity_merges g ON g.from_entity = e.id
          WHERE (e.root IS NULL) <> (e.merged_into IS NULL) OR (g.id IS NULL) <> (e.root IS NULL)
             OR (e.root IS NOT NULL AND (r.id IS NULL OR r.root IS NOT NULL OR r.workspace <> e.workspace
                 OR coalesce(i.root, i.id) IS NOT e.root OR g.into_entity <> e.merged_into))`,
  },
  {
    fault: 'names and words of entities that are gone',
    sql: `SELECT (SELECT count(*) FROM entity_names WHERE entity NOT IN (SELECT id FROM entities)) +
                 (SELECT count(*) FROM entity_terms WHERE entity NOT IN (SELECT id FROM entities))`,
  },
  {
    fault: 'relations between what is gone',
    sql: `SELECT count(*) FROM relations r LEFT JOIN entities s ON s.id = r.source LEFT JOIN entities t ON t.id = r.target
          WHERE s.id IS NULL OR t.id IS NULL OR s.workspace <> r.workspace OR t.workspace <> r.workspace`,
  },
  {
    fault: 'relations that are there twice',
    sql: `SELECT count(*) FROM (SELECT 1 FROM relations GROUP BY workspace, source, type, target HAVING count(*) > 1)`,
  },
  {
    fault: 'relations without evidence',
    sql: 'SELECT count(*) FROM relations WHERE id NOT IN (SELECT relation FROM evidence)',
  },
  {
    fault: 'pieces of evidence without their relation or memory',
    sql: `SELECT count(*) FROM evidence e LEFT JOIN relations r ON r.id = e.relation LEFT JOIN memories m ON m.id = e.memory
          WHERE r.id IS NULL OR r.workspace <> e.workspace OR (e.memory IS NOT NULL AND m.id IS NULL)
             OR (m.id IS NOT NULL AND m.workspace <> e.workspace)`,
  },
  {
    fault: 'pieces of evidence out of their order',
    sql: `SELECT count(*) FROM evidence e LEFT JOIN evidence p ON p.id = e.previous
          WHERE e.recorded_to <= e.recorded_at OR e.valid_to <= e.valid_from
             OR (e.previous IS NOT NULL AND (p.id IS NULL OR p.recorded_to IS NOT e.recorded_at))`,
  },
];

/** Relations whose sum is another than that of the evidence at the beginning of the span it is said to be right for. */
export function countWrongSums(db: Database): number {
  const sql = `SELECT r.id, r.strength, r.evidence, r.valid_from, r.valid_to, e.confidence, e.valid_from, e.valid_to
               FROM relations r LEFT JOIN evidence e ON e.relation = r.id AND e.recorded_to IS NULL
                 AND e.valid_from <= r.fresh_from AND (e.valid_to IS NULL OR e.valid_to > r.fresh_from) ORDER BY r.id`;
  let wrong = 0;
  let carried: (Sum & { readonly id: number }) | undefined;
  let pieces: Bearing[] = [];
  const compare = (): void => {
    if (carried && !isSameSum(carried, sumOf(pieces))) wrong += 1;
  };
  for (const [id, strength, evidence, from, to, confidence, valid_from, valid_to] of db.rows<SumRow>(sql)) {
    if (carried?.id !== id) {
      compare();
      carried = { id, strength, evidence, validFrom: from, validTo: to };
      pieces = [];
    }
    if (confidence !== null && valid_from !== null) pieces.push({ confidence, valid_from, valid_to });
  }
  compare();
  return wrong;
}

type SumRow = readonly [
  id: number,
  strength: number,
  evidence: number,
  validFrom: number,
  validTo: number | null,
  confidence: number | null,
  from: number | null,
  to: number | null,
];
