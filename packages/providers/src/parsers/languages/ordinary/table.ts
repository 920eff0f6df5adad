/**
 * Most languages say the same things in the same ways: functions with parameters, types with bases and members, calls, assignments.
 * One that does is a table of which node of its grammar is what. A part of a node is named by its field (`name`) or by
 * its kind in brackets (`<identifier>`); of several the first that is there counts.
 */
import type { CodeSymbol, SymbolKind } from '@zapomni/core/ports';
import { NONE } from '../../tree/flat-tree.ts';
import type { Visitor, Walk } from '../../tree/walk.ts';

export type Part = string | ((walk: Walk, node: number) => number);
/** Kinds of node, separated by blanks. */
export type Kinds = string;

export interface FunctionRow {
  /** `function`, in a class `method`, where nothing is said. */
  readonly kind?: SymbolKind;
  readonly name?: Part;
  readonly params?: Part;
  readonly body?: Part;
  readonly returns?: Part;
  /** The type that it belongs to, said by name. */
  readonly owner?: (walk: Walk, node: number) => string | null;
  /** The parameter that it is called on. */
  readonly receiver?: Part;
}

export interface TypeRow {
  readonly kind: SymbolKind | ((walk: Walk, node: number) => SymbolKind | null);
  readonly name: Part;
  readonly body?: Part;
  /** Where the bases are written. */
  readonly bases?: readonly Part[];
}

export interface MemberRow {
  readonly kind: SymbolKind;
  readonly name: Part;
  readonly type?: Part;
  readonly value?: Part;
  /** Counts only in a type or a module, not among the statements of a function. */
  readonly isOuter?: true;
}

export interface CallRow {
  readonly callee?: Part;
  /** Or what it is called on, and the name. */
  readonly of?: Part;
  readonly name?: Part;
  readonly args?: Part;
  readonly isNew?: true;
}

export interface OrdinaryLanguage {
  readonly comments: Kinds;
  readonly names: Kinds;
  readonly self?: Kinds;
  readonly super?: Kinds;
  readonly strings: Kinds;
  readonly numbers: Kinds;
  readonly functions: Readonly<Record<string, FunctionRow>>;
  readonly types: Readonly<Record<string, TypeRow>>;
  readonly members: Readonly<Record<string, MemberRow>>;
  readonly attributes: Readonly<Record<string, readonly [of: Part, name: Part]>>;
  readonly subscripts?: Readonly<Record<string, readonly [of: Part, key: Part]>>;
  readonly calls: Readonly<Record<string, CallRow>>;
  readonly declares: Readonly<Record<string, readonly [target: Part, value: Part]>>;
  readonly assigns: Readonly<Record<string, readonly [target: Part, value: Part]>>;
  readonly iterates?: Readonly<Record<string, readonly [target: Part, value: Part]>>;
  /** Worth what their first or last part is worth. */
  readonly first?: Kinds;
  readonly last?: Kinds;
  readonly lists?: Kinds;
  /** A type with arguments: the first part of the second. */
  readonly generics?: Kinds;
  readonly awaits?: Kinds;
  readonly returns?: Kinds;
  readonly raises?: Kinds;
  readonly yields?: Kinds;
  readonly loops: Kinds;
  readonly branches: Kinds;
  readonly decorators?: Kinds;
  /** Nodes around a definition that belong to it. */
  readonly around?: Kinds;
  readonly visibility?: (name: string, head: string) => CodeSymbol['visibility'];
  readonly isTest?: (name: string, head: string) => boolean;
  readonly constructors?: RegExp;
  /** What the table cannot say: imports, and ways of its own. */
  readonly visitor: Partial<Visitor>;
}

const parsed = new Map<string, readonly { readonly field?: string; readonly kind?: string }[]>();

export function partOf(walk: Walk, node: number, part: Part | undefined): number {
  if (part === undefined || node === NONE) return NONE;
  if (typeof part === 'function') return part(walk, node);
  for (const { field, kind } of alternatives(part)) {
    const found = field === undefined ? walk.child(node, kind as string) : walk.field(node, field);
    if (found !== NONE) return found;
  }
  return NONE;
}

function alternatives(part: string) {
  let known = parsed.get(part);
  if (!known) {
    known = part.split(' ').map((one) => (one.startsWith('<') ? { kind: one.slice(1, -1) } : { field: one }));
    parsed.set(part, known);
  }
  return known;
}

export const split = (kinds: Kinds | undefined): string[] => (kinds ? kinds.split(' ') : []);

/** The same for each of these kinds. */
export const each = <T>(kinds: Kinds | undefined, made: T): Record<string, T> =>
  Object.fromEntries(split(kinds).map((kind) => [kind, made]));
