/**
 * Definitions and references of a language by one query. What a pattern finds is named by its captures:
 *   @class, @function, … (a kind of symbol)  the whole definition     @name  its name     @ref  a name that is used
 * A definition stands in the nearest one around it.
 */
import { Query, type Language as Grammar, type Tree } from 'web-tree-sitter';
import type { SymbolKind } from '@zapomni/core/ports';
import { Facts } from '../tree/facts.ts';
import { Lines } from '../tree/lines.ts';

export interface ShallowLanguage {
  readonly query: string;
}

interface Found {
  readonly kind: SymbolKind;
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly at: number;
}

const CLASS_LIKE: ReadonlySet<SymbolKind> = new Set(['class', 'struct', 'interface', 'trait', 'enum', 'type']);
const MOST_SIGNATURE = 160;

export class ShallowReader {
  readonly #query: Query;

  constructor(grammar: Grammar, { query }: ShallowLanguage) {
    this.#query = new Query(grammar, query);
  }

  read(tree: Tree, text: string): Facts {
    const facts = new Facts(new Lines(text), text.length);
    const definitions: Found[] = [];
    const references: { name: string; at: number }[] = [];
    for (const { captures } of this.#query.matches(tree.rootNode)) {
      const named = captures.find(({ name }) => name === 'name')?.node;
      for (const { name, node } of captures) {
        if (name === 'ref') references.push({ name: text.slice(node.startIndex, node.endIndex), at: node.startIndex });
        if (name === 'ref' || name === 'name' || !named) continue;
        const { startIndex: start, endIndex: end } = node;
        const at = named.startIndex;
        definitions.push({ kind: name as SymbolKind, name: tidy(text.slice(at, named.endIndex)), start, end, at });
      }
    }
    const names = new Set(this.#define(facts, definitions, text));
    refer(
      facts,
      references.filter(({ at }) => !names.has(at)).sort((a, b) => a.at - b.at),
    );
    return facts;
  }

  /** Offsets of the names of what was defined. */
  #define(facts: Facts, definitions: Found[], text: string): number[] {
    definitions.sort((a, b) => a.start - b.start || b.end - a.end || rank(a) - rank(b));
    const open = [0];
    const taken = new Set<number>();
    for (const one of definitions) {
      if (taken.has(one.at)) continue;
      taken.add(one.at);
      while (open.length > 1 && (facts.symbols[open.at(-1) as number]?.end ?? 0) <= one.start) open.pop();
      const parent = open.at(-1) as number;
      const inside = facts.symbols[parent]?.kind;
      const isMethod = one.kind === 'function' && inside && CLASS_LIKE.has(inside);
      const symbol = facts.symbol({ ...one, kind: isMethod ? 'method' : one.kind, parent, scope: 0 });
      const draft = facts.symbols[symbol];
      if (draft) draft.signature = firstLine(text, one.start, one.end);
      open.push(symbol);
    }
    return [...taken];
  }
}

/** Of two patterns that find the same, the one that says more counts: a function that is put into a variable is a function. */
const rank = ({ kind }: Found) => (kind === 'variable' || kind === 'property' ? 1 : 0);

/** Each name at its place, with the innermost symbol around it. */
function refer(facts: Facts, references: readonly { name: string; at: number }[]): void {
  const open = [0];
  let next = 1;
  for (const { name, at } of references) {
    for (; next < facts.symbols.length && (facts.symbols[next]?.start ?? 0) <= at; next++) open.push(next);
    while (open.length > 1 && (facts.symbols[open.at(-1) as number]?.end ?? 0) <= at) open.pop();
    facts.references.push({ name, line: facts.lines.at(at), symbol: open.at(-1) as number });
  }
}

const tidy = (name: string) => name.replace(/\s+/gu, ' ').trim().slice(0, 200);

function firstLine(text: string, start: number, end: number): string {
  const [line = ''] = text.slice(start, Math.min(end, start + MOST_SIGNATURE)).split('\n');
  return line
    .replace(/\s+/gu, ' ')
    .replace(/\s*[{:=]?\s*$/u, '')
    .trim();
}
