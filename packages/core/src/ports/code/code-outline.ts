/**
 * What an index says of a file before it is linked, made of its facts: half as long as its text, where all facts are three times that.
 * Whoever has facts and whoever has them made elsewhere has the same.
 */
import type { CodeFacts, CodeSymbol, Expr, LineSpan } from './code-parser.ts';

export interface CodeOutline {
  readonly language: string;
  readonly unreadable: readonly LineSpan[];
  /** In the places that they have in the facts. */
  readonly symbols: readonly OutlineSymbol[];
}

type Same = 'kind' | 'name' | 'parent' | 'owner' | 'lines' | 'line' | 'visibility' | 'flags';

export interface OutlineSymbol extends Pick<CodeSymbol, Same> {
  readonly signature: string;
  /** Its first sentence. */
  readonly doc: string | null;
  /** How many. */
  readonly params: number;
  /** Those that are names, as they are written, without what is given to them. */
  readonly bases: readonly string[];
  readonly decorators: readonly string[];
}

const MOST_NAMES = 100;
const LONGEST = 500;

export function outlineOf({ language, unreadable, symbols, calls }: CodeFacts): CodeOutline {
  return { language, unreadable, symbols: symbols.map((symbol) => outlined(symbol, calls)) };
}

function outlined(symbol: CodeSymbol, calls: CodeFacts['calls']): OutlineSymbol {
  const { kind, name, parent, owner, lines, line, signature, doc, visibility, flags, bases, decorators } = symbol;
  return {
    kind,
    name,
    parent,
    ...(owner === undefined ? {} : { owner }),
    lines,
    line,
    signature: cutText(signature),
    doc: doc === null ? null : firstSentence(doc),
    params: symbol.params.length,
    bases: namesOf(bases, calls),
    decorators: namesOf(decorators, calls),
    visibility,
    flags,
  };
}

/** No longer than a record should be. */
export function cutText(text: string): string {
  return text.slice(0, LONGEST).toWellFormed();
}

function firstSentence(doc: string): string {
  const [first = ''] = doc.trim().split(/(?<=[.!?])\s|\n\s*\n/u, 1);
  return cutText(first.replaceAll(/\s+/gu, ' ').trim());
}

function namesOf(some: readonly Expr[], calls: CodeFacts['calls']): string[] {
  return some.length === 0 ? [] : some.flatMap((one) => said(one, calls)).slice(0, MOST_NAMES);
}

function said(expr: Expr, calls: CodeFacts['calls']): string[] {
  switch (expr[0]) {
    case 'n':
      return [cutText(expr[1])];
    case 'a':
      return said(expr[1], calls).map((of) => cutText(`${of}.${expr[2]}`));
    case 's':
    case 'w':
    case 'v':
      return said(expr[1], calls);
    // `@app.route('/')` is called with something before it decorates.
    case 'c': {
      const callee = calls[expr[1]]?.callee;
      return callee ? said(callee, calls) : [];
    }
    default:
      return [];
  }
}
