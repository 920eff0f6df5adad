/**
 * The way through a file's tree: every node is entered before and left after what is in it. A language says, by kind of node, what
 * to note on entering (symbols, scopes: parents come before children) and which value a node has on leaving it (calls,
 * assignments: parts come before the whole). There is no recursion: a line can be a million nodes deep.
 */
import type { CodeFlow, CodeScope, Expr } from '@zapomni/core/ports';
import { isNested, UNKNOWN } from './expr.ts';
import { Facts, type DraftSymbol } from './facts.ts';
import { NONE, type FlatTree } from './flat-tree.ts';
import { Lines } from './lines.ts';

export type Enter = (walk: Walk, node: number) => void;
export type Leave = (walk: Walk, node: number) => Expr | undefined | void;

export interface Visitor {
  readonly enter: Readonly<Record<string, Enter>>;
  readonly leave: Readonly<Record<string, Leave>>;
  /** Values of nodes that are asked for only when somebody wants them: names, literals. They hold no other values. */
  readonly leaf: Readonly<Record<string, (walk: Walk, node: number) => Expr>>;
  /** After the last node. */
  readonly end?: (walk: Walk) => void;
}

/** Values that are nested deeper than this are followed by nobody, and would be too deep for JSON. */
const MOST_DEPTH = 48;

/** A visitor with its functions by the numbers of one grammar. */
export class Plan {
  readonly enter: readonly (Enter | undefined)[];
  readonly leave: readonly (Leave | undefined)[];
  readonly leaf: readonly (Leave | undefined)[];
  readonly visitor: Visitor;

  constructor(visitor: Visitor, kinds: readonly string[]) {
    this.visitor = visitor;
    this.enter = kinds.map((kind) => visitor.enter[kind]);
    this.leave = kinds.map((kind) => visitor.leave[kind]);
    this.leaf = kinds.map((kind) => visitor.leaf[kind]);
  }
}

interface Flow extends Pick<CodeFlow, 'how' | 'target' | 'value' | 'type'> {
  readonly node: number;
  readonly scope?: number;
  readonly end?: number;
}

export class Walk {
  readonly tree: FlatTree;
  readonly text: string;
  readonly facts: Facts;
  /** Where the walk is. */
  scope = 0;
  /** The language's own notes about this file. */
  readonly notes = new Map<unknown, unknown>();
  readonly #plan: Plan;
  readonly #values: (Expr | undefined)[] = [];
  /** How deep the deepest value under a node is nested. */
  readonly #depths: Uint8Array;
  /** Scope + 1 that a node opens. */
  readonly #opens: Int32Array;

  constructor(tree: FlatTree, plan: Plan) {
    this.tree = tree;
    this.text = tree.text;
    this.facts = new Facts(new Lines(tree.text), tree.text.length);
    this.#plan = plan;
    this.#values.length = tree.count;
    this.#depths = new Uint8Array(tree.count);
    this.#opens = new Int32Array(tree.count);
  }

  run(): Facts {
    const { count, kinds, nexts, parents } = this.tree;
    const { enter, leave } = this.#plan;
    const scopes: number[] = [];
    let open = NONE;
    for (let node = 0; node <= count; node++) {
      while (open !== NONE && nexts[open] === node) {
        this.#left(open, leave[kinds[open] as number]);
        if (this.#opens[open]) this.scope = scopes.pop() as number;
        open = parents[open] as number;
      }
      if (node === count) break;
      if (this.#opens[node]) {
        scopes.push(this.scope);
        this.scope = (this.#opens[node] as number) - 1;
      }
      enter[kinds[node] as number]?.(this, node);
      open = node;
    }
    this.#plan.visitor.end?.(this);
    return this.facts;
  }

  #left(node: number, leave: Leave | undefined): void {
    const value = leave?.(this, node) ?? undefined;
    let depth = this.#depths[node] as number;
    if (value) {
      depth = isNested(value) ? depth + 1 : 0;
      this.#values[node] = depth > MOST_DEPTH ? UNKNOWN : value;
      if (depth > MOST_DEPTH) depth = 0;
    }
    const parent = this.tree.parents[node] as number;
    if (depth > 0 && parent !== NONE && depth > (this.#depths[parent] as number)) this.#depths[parent] = depth;
  }

  /** What the node stands for; of a node that has been left, or a leaf. */
  value(node: number): Expr {
    if (node === NONE) return UNKNOWN;
    return this.#values[node] ?? (this.#plan.leaf[this.tree.kinds[node] as number]?.(this, node) as Expr) ?? UNKNOWN;
  }

  kind(node: number): string {
    return node === NONE ? '' : (this.tree.names.kinds[this.tree.kinds[node] as number] as string);
  }

  textOf(node: number): string {
    return node === NONE ? '' : this.text.slice(this.tree.starts[node], this.tree.ends[node]);
  }

  start(node: number): number {
    return this.tree.starts[node] as number;
  }

  end(node: number): number {
    return this.tree.ends[node] as number;
  }

  line(node: number): number {
    return this.facts.lines.at(this.start(node));
  }

  parent(node: number): number {
    return this.tree.parents[node] as number;
  }

  /** The first child with this field, or NONE. */
  field(node: number, name: string): number {
    if (node === NONE) return NONE;
    const { fields, nexts, names } = this.tree;
    const field = names.field(name);
    const last = nexts[node] as number;
    for (let child = node + 1; child < last; child = nexts[child] as number) if (fields[child] === field) return child;
    return NONE;
  }

  isField(node: number, name: string): boolean {
    return this.tree.fields[node] === this.tree.names.field(name);
  }

  /** All children that are no tokens or comments. */
  children(node: number): number[] {
    if (node === NONE) return [];
    const { kinds, nexts, names } = this.tree;
    const found: number[] = [];
    const last = nexts[node] as number;
    for (let child = node + 1; child < last; child = nexts[child] as number) {
      if (!names.aside[kinds[child] as number]) found.push(child);
    }
    return found;
  }

  firstChild(node: number): number {
    return this.children(node)[0] ?? NONE;
  }

  /** A child of this kind; tokens are in quotes: `"async"`. */
  child(node: number, ...kinds: readonly string[]): number {
    if (node === NONE) return NONE;
    const { nexts } = this.tree;
    const last = nexts[node] as number;
    for (let child = node + 1; child < last; child = nexts[child] as number)
      if (kinds.includes(this.kind(child))) return child;
    return NONE;
  }

  has(node: number, ...kinds: readonly string[]): boolean {
    return this.child(node, ...kinds) !== NONE;
  }

  /** The nearest node above it of one of these kinds, or NONE. */
  above(node: number, kinds: ReadonlySet<string>): number {
    let at = this.parent(node);
    while (at !== NONE && !kinds.has(this.kind(at))) at = this.parent(at);
    return at;
  }

  /** From here to the node's end the scope is this one. */
  openAt(node: number, scope: number): void {
    if (node !== NONE) this.#opens[node] = scope + 1;
  }

  /** The scope that a node opens, or the one that the walk is in. */
  scopeAt(node: number): number {
    return this.#opens[node] ? (this.#opens[node] as number) - 1 : this.scope;
  }

  /** The scope that is no block, from this one outward. */
  holding(scope = this.scope): number {
    let at = scope;
    while (this.facts.scopes[at]?.kind === 'block') at = this.facts.scopes[at]?.parent as number;
    return at;
  }

  get scopeKind(): CodeScope['kind'] {
    return (this.facts.scopes[this.scope] as CodeScope).kind;
  }

  /** The symbol whose scope the walk is in. */
  get symbol(): number {
    return (this.facts.scopes[this.scope] as CodeScope).symbol;
  }

  draft(symbol: number): DraftSymbol {
    return this.facts.symbols[symbol] as DraftSymbol;
  }

  flow(node: number, how: CodeFlow['how'], target: Expr | null, value: Expr): void {
    this.flowAs({ node, how, target, value });
  }

  /** A flow that ends before its node does, or is of another scope than the walk is in. */
  flowAs({ node, how, target, value, scope = this.scope, end = this.end(node), type }: Flow): void {
    const start = this.start(node);
    const flow = { scope, line: this.facts.lines.at(start), start, end, how, target, value };
    this.facts.flows.push(type ? { ...flow, type } : flow);
  }

  region(node: number, loop = false): void {
    if (node !== NONE) this.facts.regions.push({ start: this.start(node), end: this.end(node), loop });
  }

  /** Text from one offset to another on one line. */
  oneLine(start: number, end: number): string {
    return this.text
      .slice(start, Math.min(end, start + MOST_SIGNATURE))
      .replace(/\s+/gu, ' ')
      .trim();
  }
}

const MOST_SIGNATURE = 1000;
