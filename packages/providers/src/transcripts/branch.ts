/** The way from one message back to the first, turned around: what was shown of a conversation with branches. */
export function branchTo<Node>(
  last: string,
  { get, parentOf }: { get(id: string): Node | undefined; parentOf(node: Node): string },
): Node[] {
  const seen = new Set<string>();
  const nodes: Node[] = [];
  for (let id = last; id !== '' && !seen.has(id);) {
    seen.add(id);
    const node = get(id);
    if (node === undefined) break;
    nodes.push(node);
    id = parentOf(node);
  }
  return nodes.toReversed();
}
