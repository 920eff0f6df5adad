/** The stages of ranking that `npm run eval -- --ablate` switches off, one at a time, and the graph that some of them go by. */
import { SEARCH_STAGES } from '@zapomni/core/model';
import type { Environment } from './lib/zapomni.ts';

export interface Stage {
  readonly name: string;
  /** Settings under which the server does without it. */
  readonly off: Environment;
  /** What lies in the store depends on it: the memories are stored anew without it. */
  readonly isStored?: boolean;
}

/** There is a cross-encoder only where the environment names one. */
const RANKING: readonly Stage[] = SEARCH_STAGES.filter(
  (name) => name !== 'cross-encoder' || process.env['ZAPOMNI_RERANK_URL'] !== undefined,
).map((name) => ({ name, off: { ZAPOMNI_SEARCH_OFF: name } }));

/** A store whose memories were never read. */
const GRAPH: Stage = { name: 'graph', off: { ZAPOMNI_GRAPH: 'off' }, isStored: true };

export const STAGES: readonly Stage[] = [...RANKING, GRAPH];
