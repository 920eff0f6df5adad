/** Numbers that count upwards among such as do not: a year or a volume at the beginning of a line does not fit into the count. */

export interface Numbered {
  /** Where it stands; they come in their order. */
  readonly at: number;
  readonly n: number;
}

/** So many numbers may be missing, such as those that a page lost. */
const MOST_MISSING = 3;
/** A number that is missing comes no later than so many places on. */
const SOON = 20;

export function longestCount<One extends Numbered>(found: readonly One[]): One[] {
  const first = found.filter(({ n }) => n <= 1 + MOST_MISSING);
  let best: One[] = [];
  for (const begin of new Set([...first.slice(0, 4), ...found.slice(0, 2)])) {
    const count = countFrom(found, begin);
    if (count.length > best.length) best = count;
  }
  return best;
}

function countFrom<One extends Numbered>(found: readonly One[], begin: One): One[] {
  const count = [begin];
  for (const one of found) {
    const last = count.at(-1) as One;
    if (one.at <= last.at || one.n <= last.n) continue;
    if (one.n === last.n + 1 || (one.n <= last.n + 1 + MOST_MISSING && !isComing(found, last, one))) count.push(one);
  }
  return count;
}

/** The number that should come next does come, a little later. */
function isComing(found: readonly Numbered[], last: Numbered, one: Numbered): boolean {
  return found.some(({ at, n }) => n === last.n + 1 && at > one.at && at < one.at + SOON);
}
