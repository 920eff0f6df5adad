/** In which order a class and what it inherits from are asked for a member. */

/**
 * C3, as Python has it: `orders` are those of the bases. Where there is no such order, bases follow in the order in which they are
 * written, each once.
 */
export function linearize(one: number, bases: readonly number[], orders: readonly (readonly number[])[]): number[] {
  if (bases.length === 0) return [one];
  if (bases.length === 1) return [one, ...(orders[0] ?? []).filter((other) => other !== one)];
  const lists = [...orders.map((order) => [...order]), [...bases]];
  return [one, ...(merge(lists) ?? [...new Set(lists.flat())]).filter((other) => other !== one)];
}

function merge(lists: number[][]): number[] | null {
  const result: number[] = [];
  let left = lists.filter((list) => list.length > 0);
  while (left.length > 0) {
    const next = left.map((list) => list[0] as number).find((one) => left.every((list) => !list.includes(one, 1)));
    if (next === undefined) return null;
    result.push(next);
    left = left.map((list) => (list[0] === next ? list.slice(1) : list)).filter((list) => list.length > 0);
  }
  return result;
}
