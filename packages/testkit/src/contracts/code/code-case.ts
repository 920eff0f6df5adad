/** A source that a test has made, with what a parser must find in it. */
import type { CodeFacts } from '@zapomni/core/ports';

export interface CodeCase {
  readonly language: string;
  /** What it is called; the language must follow from it. */
  readonly file: string;
  readonly depth: CodeFacts['depth'];
  readonly text: string;
  /** `kind path.of.names:line`, in the order of the text; all of them but those of lambdas. */
  readonly symbols: readonly string[];
  /** Calls as `name:line`, or names that are used, of a shallow language. All that are named here must be there. */
  readonly uses: readonly string[];
  readonly imports?: readonly string[];
  /** How a comment begins that goes to the end of the line. */
  readonly comment?: string;
  /** Put before the last line, it cannot be read; the rest can. */
  readonly broken?: string;
}

/** The names of a symbol and of those it stands in. */
function pathOf({ symbols }: CodeFacts, symbol: number): string {
  const names: string[] = [];
  for (let at: number | null = symbol; at !== null; at = symbols[at]?.parent ?? null) {
    const { name = '', owner } = symbols[at] ?? {};
    if (name) names.unshift(name);
    if (owner) names.unshift(owner);
  }
  return names.join('.');
}

export function symbolLines(facts: CodeFacts): string[] {
  return facts.symbols
    .map((symbol, i) => ({ ...symbol, i }))
    .filter(({ kind, i }) => i > 0 && kind !== 'lambda')
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .map(({ kind, line, i }) => `${kind} ${pathOf(facts, i)}:${line}`);
}

export function useLines({ calls, references }: CodeFacts): string[] {
  const called = calls.map(({ callee, line }) => {
    const name = callee[0] === 'n' ? callee[1] : callee[0] === 'a' ? callee[2] : callee[0];
    return `${name}:${line}`;
  });
  return [...called, ...references.map(({ name, line }) => `${name}:${line}`)];
}

export const importLines = ({ imports }: CodeFacts): string[] =>
  imports.map(({ from, name, as }) => `${from} ${name ?? '-'} ${as ?? '-'}`);
