/** Items of a JSON array that is written in parts, one a line. */
export function jsonItems(items: readonly unknown[], first: boolean): string {
  return items.map((item, i) => `${first && i === 0 ? '' : ','}\n${JSON.stringify(item)}`).join('');
}
