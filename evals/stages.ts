/** The stages of ranking that `npm run eval -- --ablate` switches off, one at a time. */
import { SEARCH_STAGES } from '@zapomni/core/model';
import type { Environment } from './lib/zapomni.ts';

export interface Stage {
  readonly name: string;
  /** Settings under which the server does without it. */
  readonly off: Environment;
}

/** There is a cross-encoder only where the environment names one. */
export const STAGES: readonly Stage[] = SEARCH_STAGES.filter(
  (name) => name !== 'cross-encoder' || process.env['ZAPOMNI_RERANK_URL'] !== undefined,
).map((name) => ({ name, off: { ZAPOMNI_SEARCH_OFF: name } }));
