/** Looking things up below an element of a feed. */
import { plainIn } from './feed-text.ts';
import type { FeedNode } from './feed-tree.ts';

export function childrenOf(node: FeedNode | undefined, name: string): FeedNode[] {
  const found: FeedNode[] = [];
  for (const child of node?.children ?? []) if (typeof child !== 'string' && child.name === name) found.push(child);
  return found;
}

/** The first by the first of these names that there is, and that says something. */
export function firstOf(node: FeedNode | undefined, ...names: readonly string[]): FeedNode | undefined {
  for (const name of names) {
    const found = childrenOf(node, name).find((one) => one.children.length > 0);
    if (found) return found;
  }
  return undefined;
}

export function plainOf(node: FeedNode | undefined, ...names: readonly string[]): string | null {
  return plainIn(firstOf(node, ...names));
}
