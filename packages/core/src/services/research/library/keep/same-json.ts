/** Whether two values say the same: the order in which fields were written down says nothing, and a field that is undefined is not there. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [mine, theirs] = [saidKeys(one), saidKeys(other)];
  return (
    mine.length === theirs.length &&
    mine.every((key) => sameJson((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]))
  );
}

function saidKeys(value: object): string[] {
  return Object.keys(value).filter((key) => (value as Record<string, unknown>)[key] !== undefined);
}
