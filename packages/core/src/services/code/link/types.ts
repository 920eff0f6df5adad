/** What goes into linking and what comes out. */
import type { CodeFacts, SymbolKind } from '../../../ports/index.ts';
import type { Modules } from './modules/found.ts';

export interface LinkFile {
  readonly path: string;
  readonly facts: CodeFacts;
  /** Only what it gives to the others is asked: nothing is found of it. */
  readonly isOutside?: boolean;
}

export interface LinkInput {
  /** The same for all clones of a repository. */
  readonly repository: string;
  readonly files: readonly LinkFile[];
  /** package.json, tsconfig.json, pyproject.toml, go.mod, Cargo.toml …, by path: what they say of names and places. */
  readonly manifests?: readonly { readonly path: string; readonly text: string }[];
  /** All files of the repository, where these are only some of them: names of modules stand for what they stand for among all. */
  readonly among?: readonly { readonly path: string; readonly language: string }[];
  /** How names of modules are read among those, where that is known already. */
  readonly tables?: ReadonlyMap<string, Modules>;
}

export interface LinkedSymbol {
  readonly id: string;
  readonly path: string;
  /** Its place among the symbols of its file. */
  readonly index: number;
  /** The symbol that it stands in, by its place in `symbols`; null for a file. */
  readonly parent: number | null;
  readonly kind: SymbolKind;
  readonly name: string;
  /** Names from the outermost inwards, by dots; the module's own is ''. */
  readonly qualified: string;
  readonly line: number;
}

export type EdgeKind = 'call' | 'inherits' | 'implements' | 'overrides' | 'references' | 'tests';

/**
 * How a target was found. `scope`: the name is defined around here. `import`: it is imported under that name. `self`: a member of the
 * object itself or of what it inherits. `type`: a member of what the receiver is known to be. `flow`: the value was followed
 * through assignments, arguments and returns. `unique-name`: nothing but the name says it, and no other definition has the name.
 */
export type EdgeHow = 'scope' | 'import' | 'self' | 'type' | 'flow' | 'unique-name';

/** One target: a symbol of ours by its place in `symbols`, or the name of what is not ours. */
export type EdgeTarget =
  | { readonly symbol: number; readonly how: EdgeHow }
  | { readonly external: string }
  | { readonly builtin: string };

/** One call (or other relation) with all that it may mean: several targets are candidates of one call. */
export interface LinkEdge {
  readonly kind: EdgeKind;
  readonly from: number;
  readonly to: readonly EdgeTarget[];
  readonly line: number;
  /** Where it is written, as offsets in the text; null for a relation between symbols. */
  readonly site: readonly [start: number, end: number] | null;
  /** What runs without being written as a call: a decorator, a getter, iteration. */
  readonly implied?: true;
  /** Of a call: how many arguments are written; absent where a spread leaves it open. */
  readonly args?: number;
  /** Of a call: written as a member of something (`a.b()`), not as a name. */
  readonly member?: true;
  /** Only the name speaks for it: shown to who asks for guesses. */
  readonly low?: true;
  /** More targets were possible than are listed. */
  readonly cut?: true;
}

export interface UnresolvedCall {
  readonly from: number;
  readonly line: number;
  readonly site: readonly [start: number, end: number];
  /** As far as it can be said: `a.b.c`, with `()` and `[]` for what is between; '' for a value without a name. */
  readonly name: string;
}

export interface Linked {
  readonly symbols: readonly LinkedSymbol[];
  /** By file, in the order of their lines. */
  readonly edges: readonly LinkEdge[];
  readonly unresolved: readonly UnresolvedCall[];
  /** Whether following values had to stop before it was done. */
  readonly cutShort: boolean;
}
