/** Two values of an option, and what the others are meanwhile. */
import type { Ground } from './ground.ts';

export type Args = Record<string, unknown>;
/** What came of it, for comparing: the answer by default. */
export type Look = (answer: unknown, ground: Ground, value: unknown) => unknown;
type Value = unknown | ((ground: Ground) => unknown);
export type Pair = readonly [one: Value, other: Value, more?: Args | null, look?: Look];
export interface ToolPairs {
  /** Given with every pair, unless `more` says otherwise. */
  readonly base?: Args | ((ground: Ground) => Args | Promise<Args>);
  readonly pairs: Readonly<Record<string, Pair>>;
}
