/** Facts without what linking alone asks for. */
import type { CodeFacts, Expr } from '@zapomni/core/ports';

/** What decorates, or is a base, by being called (`@app.route('/')`) is there by the name of what is called. */
export function outlineOf(facts: CodeFacts): CodeFacts {
  const named = (expr: Expr): Expr => {
    if (expr[0] === 'a') return ['a', named(expr[1]), expr[2]];
    return expr[0] === 'c' ? named(facts.calls[expr[1]]?.callee ?? ['?']) : expr;
  };
  const symbols = facts.symbols.map((symbol) => {
    const { decorators, bases } = symbol;
    if (decorators.length === 0 && bases.length === 0) return symbol;
    return { ...symbol, decorators: decorators.map(named), bases: bases.map(named) };
  });
  return { ...facts, symbols, flows: [], calls: [], regions: [] };
}
