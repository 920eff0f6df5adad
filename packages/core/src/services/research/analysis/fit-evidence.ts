/** Evidence within so many characters: every paper keeps its best passage as long as that is possible, and what is left out is counted. */
import type { Evidence, EvidencePassage } from './evidence.ts';

/** What stands round a quote: citation, ids, scores. */
const AROUND = 160;

export function fitEvidence(evidence: Evidence, maxChars: number): Evidence {
  const firsts = new Set([...Map.groupBy(evidence.passages, ({ paper }) => paper.id).values()].map(([first]) => first));
  const inOrder = [...firsts, ...evidence.passages.filter((passage) => !firsts.has(passage))];
  const kept = new Set<EvidencePassage | undefined>();
  let left = maxChars;
  for (const passage of inOrder) {
    if (!passage) continue;
    left -= passage.quote.length + AROUND;
    if (left < 0 && kept.size > 0) break;
    kept.add(passage);
  }
  const passages = evidence.passages.filter((passage) => kept.has(passage));
  const labels = new Set(passages.map(({ label }) => label));
  return {
    ...evidence,
    passages: passages.map((one) => ({ ...one, conflicts: one.conflicts.filter((label) => labels.has(label)) })),
    leftOut: evidence.leftOut + evidence.passages.length - passages.length,
  };
}
