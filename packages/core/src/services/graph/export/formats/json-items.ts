/** Items of a JSON array that is written in parts: one a line, or for people each indented so deep. */
export function jsonItems(items: readonly unknown[], first: boolean, depth: number): string {
  return items.map((item, i) => `${first && i === 0 ? '' : ','}\n${jsonAt(item, depth)}`).join('');
}

/** A value so deep inside a document; on one line at depth 0. */
export function jsonAt(value: unknown, depth: number): string {
  if (depth === 0) return JSON.stringify(value);
  const indent = ' '.repeat(depth);
  return `${indent}${JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`)}`;
}
