import { describe, expect, it } from 'vitest';
import { trialRandom } from '@zapomni/testkit/trial-random';
import type { CodeFacts, CodeSymbol, SymbolKind } from '../../../ports/index.ts';
import { cutUnits, type CodeUnit } from './cut-units.ts';

describe('cutUnits', () => {
  it('gives each function, method and head of a class a unit with the comment above it', () => {
    const text = [
      'const volume = 1;',
      '',
      '/** Says it. */',
      ...body('function say() {', 8),
      '',
      'class Speaker {',
      '  volume = 1;',
      '',
      '  // Louder.',
      ...body('  raise() {', 7),
      ...body('  lower() {', 9),
      '}',
    ].join('\n');
    const at = (line: string) => text.split('\n').indexOf(line) + 1;
    const say = at('function say() {');
    const [raise, lower] = [at('  raise() {'), at('  lower() {')];
    const facts = factsOf(text, [
      ['function', 'say', 0, say, say + 7],
      ['class', 'Speaker', 0, at('class Speaker {'), text.split('\n').length],
      ['method', 'raise', 2, raise, raise + 6],
      ['method', 'lower', 2, lower, lower + 8],
    ]);
    const units = cutUnits(text, facts);
    expect(units.map(({ symbol, first, last }) => [symbol, first, last])).toEqual([
      [-1, 1, 1],
      [1, say - 1, say + 7],
      [2, at('class Speaker {'), at('  volume = 1;')],
      [3, raise - 1, raise + 6],
      [4, lower, lower + 9],
    ]);
  });

  it('joins small neighbours of one class, and never across classes', () => {
    const text = Array.from({ length: 60 }, (_, i) => `line ${i + 1}`).join('\n');
    const small: Given[] = Array.from({ length: 6 }, (_, i) => ['method', `get${i}`, 1, 3 + 3 * i, 4 + 3 * i]);
    const units = cutUnits(
      text,
      factsOf(text, [['class', 'A', 0, 2, 22], ...small, ['function', 'f', 0, 24, 26], ['class', 'B', 0, 28, 60]]),
    );
    expect(units.map(({ symbol, first, last }) => [symbol, first, last])).toEqual([
      [-1, 1, 1],
      [1, 2, 22],
      [8, 23, 27],
      [9, 28, 60],
    ]);
  });

  it('cuts a long function into windows that are all its own, at blank lines where it can', () => {
    const lines = Array.from({ length: 100 }, (_, i) => (i % 30 === 28 ? '' : `  step(${i});`));
    const text = lines.join('\n');
    const units = cutUnits(text, factsOf(text, [['function', 'long', 0, 1, 100]]));
    expect(units.map(({ symbol, first, last }) => [symbol, first, last])).toEqual([
      [1, 1, 28],
      [1, 30, 58],
      [1, 60, 88],
      [1, 90, 100],
    ]);
  });

  it('cuts what has no facts into windows', () => {
    const text = Array.from({ length: 100 }, (_, i) => `word ${i}`).join('\r\n');
    const units = cutUnits(text, null);
    expect(units.map(({ symbol, first, last }) => [symbol, first, last])).toEqual([
      [-1, 1, 36],
      [-1, 37, 72],
      [-1, 73, 100],
    ]);
    expect(text.slice(units[1]?.start, units[1]?.end)).toBe(
      Array.from({ length: 36 }, (_, i) => `word ${i + 36}`).join('\r\n'),
    );
  });

  it.each(['', '   \n\t\n\r\n'])('has nothing of a text without words: %j', (text) => {
    expect(cutUnits(text, null)).toEqual([]);
    expect(cutUnits(text, factsOf(text, []))).toEqual([]);
  });

  it('cuts a line that is too long, and no character in two', () => {
    const text = '😀'.repeat(9001);
    const units = cutUnits(text, null);
    expect(units.every(({ start, end }) => text.slice(start, end).isWellFormed() && end - start <= 4000)).toBe(true);
    expectWhole(text, units);
  });

  it.each([
    ['a million lines', 'x\n'.repeat(1_000_000)],
    ['a line of eight million characters', 'y'.repeat(8_000_000)],
    ['blank lines between', 'z\n\n\n\n'.repeat(300_000)],
  ])('never has more than four thousand: %s', (_, text) => {
    const units = cutUnits(text, null);
    expect(units.length).toBeGreaterThan(100);
    expect(units.length).toBeLessThanOrEqual(4000);
    expectWhole(text, units);
  });

  it('cuts into windows what has more functions than that', () => {
    const text = 'f\n'.repeat(70_000);
    const functions: Given[] = Array.from({ length: 10_000 }, (_, i) => ['function', `f${i}`, 0, 7 * i + 1, 7 * i + 7]);
    const units = cutUnits(text, factsOf(text, functions));
    expect(units.length).toBeLessThanOrEqual(4000);
    expectWhole(text, units);
  });

  it('covers any text once, whatever its symbols say', () => {
    const random = trialRandom();
    const pick = (below: number): number => Math.floor(random() * below);
    for (let trial = 0; trial < 300; trial++) {
      const signs = ['a', 'def b', '  ', '\n', '\r\n', '\n\n', '// c', '}', '😀', '\t', 'é'];
      const text = Array.from({ length: pick(400) }, () => signs[pick(signs.length)]).join('');
      const count = text.split('\n').length;
      const symbols = Array.from({ length: pick(20) }, (_, i): Given => {
        const first = 1 + pick(count + 2);
        const kinds: SymbolKind[] = ['class', 'function', 'method', 'constant', 'lambda', 'enum'];
        return [kinds[pick(kinds.length)] as SymbolKind, `s${i}`, pick(i + 1), first, first + pick(40)];
      });
      const units = cutUnits(text, trial % 4 === 0 ? null : factsOf(text, symbols));
      expectWhole(text, units);
      for (const { symbol } of units) expect(symbol === -1 || (symbol > 0 && symbol <= symbols.length)).toBe(true);
    }
  });
});

function body(head: string, lines: number): string[] {
  return [head, ...Array.from({ length: lines - 2 }, (_, i) => `    call(${i});`), '  }'];
}

/** Nothing but white space between the units, which are in order and whose lines are those of their text. */
function expectWhole(text: string, units: readonly CodeUnit[]): void {
  let at = 0;
  let line = 1;
  for (const { start, end, first, last } of units) {
    if (start < at || end <= start) expect.fail(`a unit from ${start} to ${end} follows one to ${at}`);
    const between = text.slice(at, start);
    if (between.trim() !== '') expect.fail(`${JSON.stringify(between.slice(0, 80))} is in no unit`);
    line += breaks(between);
    if (line !== first) expect.fail(`line ${line} is said to be ${first}`);
    line += breaks(text.slice(start, end));
    if (line !== last) expect.fail(`line ${line} is said to be ${last}`);
    at = end;
  }
  expect(text.slice(at).trim()).toBe('');
}

function breaks(text: string): number {
  return text.split('\n').length - 1;
}

type Given = [kind: SymbolKind, name: string, parent: number, first: number, last: number];

function factsOf(text: string, given: readonly Given[]): CodeFacts {
  const symbol = ([kind, name, parent, first, last]: Given): CodeSymbol =>
    Object.assign({ kind, name, parent, lines: [first, last] as const, line: first, signature: name }, EMPTY);
  const module: CodeSymbol = { ...symbol(['module', '', 0, 1, text.split('\n').length]), parent: null };
  const symbols = [module, ...given.map(symbol)];
  const lists = { scopes: [], imports: [], exports: [], flows: [], calls: [], regions: [], references: [] };
  return Object.assign({ language: 'typescript', depth: 'deep' as const, unreadable: [], doc: null, symbols }, lists);
}

const PLACE = { scope: 0, inner: null, start: 0, end: 0 };
const TYPES = { params: [], returns: null, type: null, bases: [], decorators: [] };
const EMPTY = Object.assign({ doc: null, visibility: null, flags: [] }, PLACE, TYPES);
