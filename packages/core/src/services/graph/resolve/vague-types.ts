/** Types that say little more than that something has a name. */
export const VAGUE_TYPES: ReadonlySet<string> = new Set([
  'concept',
  'entity',
  'misc',
  'name',
  'note',
  'object',
  'other',
  'phrase',
  'term',
  'thing',
  'topic',
  'unknown',
]);

/** Whether things of these two types may be one. */
export function areCompatible(one: string, other: string): boolean {
  return one === other || VAGUE_TYPES.has(one) || VAGUE_TYPES.has(other);
}
