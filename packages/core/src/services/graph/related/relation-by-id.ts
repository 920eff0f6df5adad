/** One relation, looked up by its id. */
import type { AsOf, Evidence, Relation } from '../../../model/index.ts';
import type { Storage } from '../../../ports/index.ts';

/** More evidence than this makes no difference to the strength that anyone could see. */
const MOST_EVIDENCE = 200;

export interface RelationEnds {
  readonly source: string;
  readonly type: string;
  readonly target: string;
}

/** Null for what is no id of a relation. */
export function toEnds(relationId: string): RelationEnds | null {
  const [source, type, target, ...more] = relationId.split('\t');
  return source && type && target && more.length === 0 ? { source, type, target } : null;
}

/** As it stands at the moment; null when it does not. */
export async function relationById(
  { graph }: Storage,
  workspace: string,
  id: string,
  moment: AsOf = {},
): Promise<Relation | null> {
  const ends = toEnds(id);
  const evidence = ends ? await graph.evidence(workspace, id, MOST_EVIDENCE, moment) : [];
  return ends && evidence.length > 0 ? { id, workspace, ...ends, ...weigh(evidence) } : null;
}

/** What the pieces add up to. There must be one at least. */
function weigh(evidence: readonly Evidence[]): Pick<Relation, 'strength' | 'evidence' | 'validFrom' | 'validTo'> {
  const ends = evidence.map(({ validTo }) => validTo ?? Infinity);
  const last = Math.max(...ends);
  return {
    strength: 1 - evidence.reduce((doubt, { confidence }) => doubt * (1 - confidence), 1),
    evidence: evidence.length,
    validFrom: Math.min(...evidence.map(({ validFrom }) => validFrom)),
    validTo: Number.isFinite(last) ? last : null,
  };
}
