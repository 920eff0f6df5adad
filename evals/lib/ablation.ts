/** What a stage of ranking is worth: the same questions of the same stored memories, with it and without it. */
import type { Answer } from './ask.ts';
import { currentFirst, primaryScores, type PackResult, type Share } from './evaluate.ts';
import { mean, pairedPValue } from './statistics.ts';

export interface Ablation {
  readonly pack: string;
  readonly stage: string;
  readonly without: number;
  /** What the primary metric loses without the stage. */
  readonly worth: number;
  readonly p: number;
  readonly currentFirst: Share | null;
}

export function toAblation(stage: string, whole: PackResult, answers: readonly Answer[]): Ablation {
  const scores = [...primaryScores(whole.metric, answers).values()];
  return {
    pack: whole.pack,
    stage,
    without: mean(scores),
    worth: whole.primary - mean(scores),
    p: pairedPValue(Object.values(whole.scores), scores),
    currentFirst: currentFirst(answers),
  };
}
