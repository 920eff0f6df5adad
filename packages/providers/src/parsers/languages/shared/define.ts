/** The symbol of a definition, and the scope that opens in its parts. */
import type { CodeScope, CodeSymbol, SymbolFlag, SymbolKind } from '@zapomni/core/ports';
import { NONE } from '../../tree/flat-tree.ts';
import type { Walk } from '../../tree/walk.ts';

export interface Definition {
  readonly kind: SymbolKind;
  readonly name: string;
  /** Where its name stands; NONE for what has none. */
  readonly named: number;
  /** Where the definition begins, with its decorators and modifiers; its own start where nothing is said. */
  readonly start?: number;
  readonly scope?: CodeScope['kind'];
  /** The parts in which that scope holds. */
  readonly parts?: readonly number[];
}

const symbols = (walk: Walk) => walk.notes as Map<number, number>;

export function define(walk: Walk, node: number, definition: Definition): number {
  const { kind, name, named, start = walk.start(node), scope, parts = [] } = definition;
  const { facts } = walk;
  const at = walk.start(named === NONE ? node : named);
  const symbol = facts.symbol({ kind, name, parent: walk.symbol, scope: walk.scope, start, end: walk.end(node), at });
  symbols(walk).set(node, symbol);
  if (scope) {
    const inner = facts.open(symbol, scope, walk.scope);
    for (const part of parts) walk.openAt(part, inner);
  }
  return symbol;
}

/** The symbol that was made of a node. */
export const symbolOf = (walk: Walk, node: number): number | undefined => symbols(walk).get(node);

export function setFlag(walk: Walk, symbol: number, flag: SymbolFlag): void {
  const { flags } = walk.draft(symbol);
  if (!flags.includes(flag)) flags.push(flag);
}

/** A field of a declaration that may hold several: its modifiers are the declaration's. */
export function defineField(
  walk: Walk,
  node: number,
  { holder, named, type }: { readonly holder: number; readonly named: number; readonly type: number },
): void {
  const start = walk.start(holder);
  const draft = walk.draft(define(walk, node, { kind: 'field', name: walk.textOf(named), named, start }));
  const head = walk.oneLine(start, walk.start(named));
  draft.signature = walk.oneLine(start, Math.min(walk.end(node), start + MOST_SHOWN));
  draft.type = type === NONE ? null : walk.value(type);
  draft.visibility = writtenVisibility(head);
  if (/\bstatic\b/u.test(head)) draft.flags.push('static');
  if (/\b(?:final|readonly|const)\b/u.test(head)) draft.flags.push('readonly');
}
const MOST_SHOWN = 160;

/** What the words before a name say about who may use it. */
export function writtenVisibility(head: string): CodeSymbol['visibility'] {
  const word = /\b(?:public|protected|private|internal)\b/u.exec(head)?.[0];
  return (word as CodeSymbol['visibility'] | undefined) ?? null;
}

/** The signature: from the start of a definition to its body, or to its end. */
export function headOf(walk: Walk, start: number, node: number, body: number): string {
  return walk.oneLine(start, body === NONE ? walk.end(node) : walk.start(body)).replace(/\s*(?:[{:;]|=>?)\s*$/u, '');
}
