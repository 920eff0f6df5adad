/** How grave it is what was done to a paper after it appeared: taken back, warned of, or put right. */
import type { Identifier } from '../../model/papers/index.ts';
import type { Retraction } from '../../ports/index.ts';

const GRAVITY: readonly Retraction['kind'][] = ['retraction', 'withdrawal', 'concern', 'correction'];
const TAKEN_BACK: ReadonlySet<string> = new Set(['retraction', 'withdrawal']);

/** As a record has it, or as a source says it. */
interface Notice {
  readonly kind: string;
  readonly date?: string | null;
  readonly notice?: Identifier | null;
}

/** A paper that was only corrected, or that somebody is concerned about, stands. */
export function isTakenBack(notice: Notice | null | undefined): boolean {
  return notice !== null && notice !== undefined && TAKEN_BACK.has(notice.kind);
}

/** Whoever says that it was retracted is heard; of several who do, whoever says most. */
export function gravest<One extends Notice>(all: readonly One[]): One | undefined {
  return all.toSorted((one, other) => weight(one) - weight(other))[0];
}

function weight({ kind, date, notice }: Notice): number {
  const told = [date, notice].filter((part) => part !== undefined && part !== null).length;
  const place = (GRAVITY as readonly string[]).indexOf(kind);
  return (place < 0 ? GRAVITY.length : place) * 10 - told;
}
