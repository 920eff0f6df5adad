/** What a call did to what is remembered, for whoever keeps account of it: its kind, and the memories that its answer names. */
import type { ZapomniTool } from './define-tool.ts';

export type DeedKind = 'read' | 'stored' | 'changed' | 'forgot';

const MOST_NAMED = 5;
const DEEPEST = 4;
/** An answer that holds a whole library is not gone through to its end. */
const MOST_LOOKED_AT = 2000;

export function kindOf({ annotations }: Pick<ZapomniTool, 'annotations'>): DeedKind {
  const { readOnlyHint, destructiveHint, idempotentHint } = annotations;
  if (readOnlyHint) return 'read';
  if (destructiveHint) return 'forgot';
  return idempotentHint ? 'changed' : 'stored';
}

/** The first few, and how many there are. */
export function memoriesIn(answer: unknown): { readonly ids: readonly string[]; readonly count: number } {
  const found = new Set<string>();
  const left = { looks: MOST_LOOKED_AT };
  collect(answer, found, left, 0);
  return { ids: [...found].slice(0, MOST_NAMED), count: found.size };
}

function collect(value: unknown, found: Set<string>, left: { looks: number }, depth: number): void {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return;
  for (const [name, inner] of Object.entries(value)) {
    if (left.looks-- <= 0) return;
    if (name === 'memory_id' && typeof inner === 'string') found.add(inner);
    else collect(inner, found, left, depth + 1);
  }
}
