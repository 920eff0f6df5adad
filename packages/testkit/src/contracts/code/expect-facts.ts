/** What holds for the facts of any file. */
import type { CodeFacts, Expr } from '@zapomni/core/ports';
import { expect } from 'vitest';

/** Numbers point to what is there, parents come first, places are in the text. */
export function expectSound(facts: CodeFacts, text: string): void {
  const { symbols, scopes, calls, flows, imports, regions } = facts;
  const lastLine = text.split('\n').length;
  expect(symbols[0]).toMatchObject({ kind: 'module', parent: null, start: 0, end: text.length });
  const faults: string[] = [];
  const check = (holds: boolean, what: string) => holds || faults.push(what);
  symbols.forEach(({ parent, scope, inner, start, end, lines, line }, i) => {
    check(i === 0 || (parent !== null && symbols[parent] !== undefined), `parent of symbol ${i}`);
    check(scopes[scope] !== undefined && (inner === null || scopes[inner]?.symbol === i), `scopes of symbol ${i}`);
    check(0 <= start && start <= end && end <= text.length, `place of symbol ${i}`);
    check(lines[0] >= 1 && lines[0] <= line && line <= lines[1] && lines[1] <= lastLine, `lines of symbol ${i}`);
  });
  scopes.forEach(({ parent, symbol }, i) => {
    check((i === 0) === (parent === null) && (parent ?? -1) < i && symbols[symbol] !== undefined, `scope ${i}`);
  });
  calls.forEach(({ scope, start, end, callee, args }, i) => {
    check(scopes[scope] !== undefined && start < end && end <= text.length, `call ${i}`);
    for (const value of [callee, ...args.map((one) => one.value)]) check(isSound(value, facts), `value in call ${i}`);
  });
  flows.forEach(({ scope, start, end, target, value }, i) => {
    check(scopes[scope] !== undefined && start <= end && end <= text.length, `flow ${i}`);
    check(isSound(value, facts) && (target === null || isSound(target, facts)), `value in flow ${i}`);
  });
  imports.forEach(({ scope, line }, i) => check(scopes[scope] !== undefined && line <= lastLine, `import ${i}`));
  regions.forEach(({ start, end }, i) => check(start <= end && start >= (regions[i - 1]?.start ?? 0), `region ${i}`));
  expect(faults).toEqual([]);
}

function isSound(value: Expr, { calls, symbols }: CodeFacts): boolean {
  const open: unknown[] = [value];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (!Array.isArray(one)) continue;
    if (one[0] === 'c' && !(Number(one[1]) < calls.length)) return false;
    if (one[0] === 'd' && !(Number(one[1]) < symbols.length)) return false;
    open.push(...one.filter(Array.isArray));
  }
  return true;
}
