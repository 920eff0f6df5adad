/** The stages of ranking that `npm run eval -- --ablate` switches off, one at a time. */
import { SEARCH_STAGES } from '@zapomni/core/model';
import type { Environment } from './lib/zapomni.ts';

export interface Stage {
  readonly name: string;
  /** Settings under which the server does without it. */
  readonly off: Environment;
}

export const STAGES: readonly Stage[] = SEARCH_STAGES.map((name) => ({ name, off: { ZAPOMNI_SEARCH_OFF: name } }));
