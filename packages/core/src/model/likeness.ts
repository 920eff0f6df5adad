/** When two texts say the same in almost the same words. */

/** Share of terms in common from which two passages say the same. */
const SAME = 0.9;
const FIGURE = /\p{N}/u;

/** By their terms. Other figures make another statement, however alike the words are. */
export function saysTheSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return isAlike(a, b) && differences(a, b).every((term) => !FIGURE.test(term));
}

/** How many members two sets share; every hit is compared with every other, so that no set is made for it. */
export function inCommon(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [fewer, more] = a.size < b.size ? [a, b] : [b, a];
  let common = 0;
  for (const one of fewer) if (more.has(one)) common++;
  return common;
}

function isAlike(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (Math.min(a.size, b.size) < SAME * Math.max(a.size, b.size)) return false;
  const common = inCommon(a, b);
  return common >= SAME * (a.size + b.size - common);
}

function differences(a: ReadonlySet<string>, b: ReadonlySet<string>): string[] {
  return [...[...a].filter((term) => !b.has(term)), ...[...b].filter((term) => !a.has(term))];
}
