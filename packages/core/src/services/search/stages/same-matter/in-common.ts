/** How many members two sets share; every hit is compared with every other, so that no set is made for it. */
export function inCommon(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [fewer, more] = a.size < b.size ? [a, b] : [b, a];
  let common = 0;
  for (const one of fewer) if (more.has(one)) common++;
  return common;
}
