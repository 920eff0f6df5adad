/**
 * What the source of one file says by itself: which symbols it defines, what it imports and exports, how values go from one
 * name to another, and what it calls. Facts depend on the bytes and the language alone, never on other files or on where the
 * file lies, so they are kept by the hash of the bytes; a linker makes edges of them. Everything is plain JSON.
 *
 * Offsets are UTF-16 code units, lines count from 1.
 */
import type { CodeOutline } from './code-outline.ts';

export interface CodeParser {
  /** Names of the languages that it reads. */
  readonly languages: readonly string[];
  /** How many files are parsed at a time: who has twice as many under way keeps it busy. */
  readonly processes: number;
  /** By name and, where that leaves it open (`.h`, no extension, `#!`), by the first bytes. Null: no grammar knows it. */
  languageOf(path: string, head: Uint8Array): string | null;
  /** Why a file is not what people wrote here; null for source. `path` from the repository, `text` as much as there is. */
  notSource(path: string, text: string): NotSource | null;
  /** TOO_LARGE, TIMEOUT-like errors name the limit; a file that kills its child rejects, and the next one is parsed. */
  parse(file: CodeSource, options?: { readonly signal?: AbortSignal }): Promise<CodeFacts>;
  /** The same for who keeps them: packed where they were read, so that they are neither opened nor packed on the way. */
  parsePacked(file: CodeSource, options?: { readonly signal?: AbortSignal }): Promise<PackedParse>;
  close(): Promise<void>;
}

export interface PackedParse {
  /** As `encodeFacts` writes them. */
  readonly packed: Uint8Array;
  readonly outline: CodeOutline;
}

/** By name, first lines and the shape of the lines. */
export type NotSource = 'generated' | 'lock' | 'minified' | 'vendored';

export interface CodeSource {
  readonly language: string;
  readonly text: string;
}

export interface CodeFacts {
  readonly language: string;
  /** `deep`: everything below. `shallow`: symbols and references alone. */
  readonly depth: 'deep' | 'shallow';
  /** First and last line of what the grammar could not read. The rest is as it should be. */
  readonly unreadable: readonly LineSpan[];
  readonly doc: string | null;
  /** The first is the file itself (`module`). A symbol's number is its place here; parents come before what is in them. */
  readonly symbols: readonly CodeSymbol[];
  /** The first is the module's. Parents come before children. */
  readonly scopes: readonly CodeScope[];
  readonly imports: readonly CodeImport[];
  readonly exports: readonly CodeExport[];
  readonly flows: readonly CodeFlow[];
  readonly calls: readonly CodeCall[];
  /**
   * Stretches of the text that may run never (branches of `if`, `match`, `try`, `?:`, `&&`) or again and again (loops; their heads
   * too), in the order of their starts. What stands in none of them runs once, from top to bottom, so there a later value takes
   * the place of an earlier one. Bodies of functions are no regions: their scope says it.
   */
  readonly regions: readonly { readonly start: number; readonly end: number; readonly loop: boolean }[];
  /** Names that are used, of a shallow file: what it calls or refers to, as its grammar can tell. */
  readonly references: readonly { readonly name: string; readonly line: number; readonly symbol: number }[];
}

export type LineSpan = readonly [first: number, last: number];

export type SymbolKind =
  | 'module'
  | 'namespace'
  | 'class'
  | 'struct'
  | 'interface'
  | 'trait'
  | 'enum'
  | 'type'
  | 'function'
  | 'method'
  | 'constructor'
  | 'lambda'
  | 'property'
  | 'field'
  | 'constant'
  | 'variable'
  | 'macro';

export interface CodeSymbol {
  readonly kind: SymbolKind;
  /** '' for a lambda. */
  readonly name: string;
  /** The symbol it stands in; null for the module alone. A method of Go or an `impl` of Rust names its type in `owner`. */
  readonly parent: number | null;
  /** The type that a method belongs to where that is said by name and not by nesting. */
  readonly owner?: string;
  /** Where its name is bound, and the scope it opens. */
  readonly scope: number;
  readonly inner: number | null;
  readonly start: number;
  readonly end: number;
  readonly lines: LineSpan;
  /** Line of the name (`def` line, not that of a decorator). */
  readonly line: number;
  /** One line, white space tidied, without the body. */
  readonly signature: string;
  readonly doc: string | null;
  readonly params: readonly CodeParam[];
  readonly returns: Expr | null;
  /** Of a field, variable or property: its annotation, also where its value is a function. Of a type that only names another: that one. */
  readonly type: Expr | null;
  readonly bases: readonly Expr[];
  readonly decorators: readonly Expr[];
  readonly visibility: 'public' | 'protected' | 'private' | 'internal' | null;
  /** Sorted; those that hold. */
  readonly flags: readonly SymbolFlag[];
}

export type SymbolFlag =
  | 'abstract'
  | 'async'
  | 'exported'
  | 'default'
  | 'generator'
  | 'getter'
  | 'override'
  | 'readonly'
  | 'setter'
  | 'static'
  | 'test';

export interface CodeParam {
  readonly name: string;
  /** `rest`: `*args`, `...rest`; `named`: `**kwargs`, `{a, b}` by keys; `self`: a receiver that is written down. */
  readonly kind: 'plain' | 'keyword' | 'rest' | 'named' | 'self';
  readonly type: Expr | null;
  readonly value: Expr | null;
}

export interface CodeScope {
  readonly kind: 'module' | 'class' | 'function' | 'block';
  readonly parent: number | null;
  /** The symbol whose scope it is; of a block, the one it stands in. */
  readonly symbol: number;
}

export interface CodeImport {
  readonly scope: number;
  readonly line: number;
  /** As written: `a.b`, `./x`, `crate::y`; the dots of a relative import of Python included. */
  readonly from: string;
  /** What is taken of it: a name, `*` for all names into the scope, null for the module itself. `default` for a default import. */
  readonly name: string | null;
  /** What it is called here; null where nothing is bound (`import './x'`, `*`). Of `import a.b` in Python it is `a`. */
  readonly as: string | null;
  readonly typeOnly?: true;
}

export interface CodeExport {
  readonly line: number;
  /** What others take: a name, `default`, `*` for all of `from`; `=` for what `module.exports =` or `export =` is. */
  readonly name: string;
  readonly value: Expr | null;
  /** Of another module: `export { x as y } from './z'`. */
  readonly from?: string;
  readonly taken?: string;
}

/**
 * A value goes to a name, a field or an element. Also what a loop, `with … as`, `catch` or a pattern gives a name.
 *   - A pattern is one flow whose target is a list or an object of targets (`a, (b, *c) = …` is `['l', [a, ['l', [b, ['e', c]]]]]`).
 *   - `iterate`: the target gets the elements of `value` (`for x in value`); `enter`: what `with value as x` gives.
 *   - `except E as e` is a `declare` of `e` with the value `['v', E]`; `raise` has no target.
 *   - A decorated definition is, beside its symbol, a `declare` of its name with the call of its outermost decorator as value.
 *   - A name that `global` or `nonlocal` gives to another scope is an `assign`: the value is read here, the name is found outward. One
 *     that only functions give to the module has a `declare` of nothing known there, at offset 0.
 */
export interface CodeFlow {
  readonly scope: number;
  readonly line: number;
  /** Of the whole statement: what it reads is read after `start`, what it writes is written at `end`. */
  readonly start: number;
  readonly end: number;
  /** `declare` binds the name in `scope`; `assign` goes to whatever the name is there. `return` and `yield` have no target. */
  readonly how: 'declare' | 'assign' | 'return' | 'yield' | 'iterate' | 'enter' | 'raise';
  readonly target: Expr | null;
  readonly value: Expr;
  /** Of a `declare`: the annotation. */
  readonly type?: Expr;
}

/** A decorator is a call with what it decorates as its argument: `['d', symbol]`, or the call of the decorator below it. */
export interface CodeCall {
  readonly scope: number;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly callee: Expr;
  readonly args: readonly { readonly name?: string; readonly spread?: true; readonly value: Expr }[];
  readonly isNew?: true;
  /** A call that no parentheses show: decorator applied, property read where the language calls a getter, operator. */
  readonly implied?: 'decorator' | 'operator' | 'iteration' | 'context' | 'tag';
}

/**
 * A value as far as following it needs: short tuples, because a file has thousands.
 *   n name · a attribute of · s subscript of, by a literal key where there is one, else by what the key is · i slice of, with literal bounds
 *   c value of a call (its number) · d a symbol defined here (lambda, nested class) · l list, tuple, set · o object, dictionary
 *   m a collection all of whose elements are this (comprehension, generator expression) · e all of these in its place (`*x`, `...x`, `**x`)
 *   u one of several · k string or number · t this/self · p super (`super()` of Python too) · w awaited · y an element of (iterated)
 *   As a type, an object is its members with their types, and a function one with its parameters as `(0)`, `(1)` … and its result as `()`.
 *   v an instance of (what `except E` catches) · b the same, with the names of that scope (in a comprehension) · ? anything else
 */
export type Expr =
  | readonly ['n', name: string]
  | readonly ['a', of: Expr, name: string]
  | readonly ['s', of: Expr, key: string | number | Expr | null]
  | readonly ['i', of: Expr, from: number | null, to: number | null]
  | readonly ['c', call: number]
  | readonly ['d', symbol: number]
  | readonly ['l', items: readonly Expr[]]
  | readonly ['o', entries: readonly (readonly [key: string | null, value: Expr])[]]
  | readonly ['m', element: Expr]
  | readonly ['e', of: Expr]
  | readonly ['u', choices: readonly Expr[]]
  | readonly ['k', text: string | number]
  | readonly ['t']
  | readonly ['p']
  | readonly ['w', of: Expr]
  | readonly ['y', of: Expr]
  | readonly ['v', of: Expr]
  | readonly ['b', of: Expr, scope: number]
  | readonly ['?'];
