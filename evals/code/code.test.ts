import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { evaluateCode, type CodeResult } from './evaluate.ts';
import { f1, precision, recall, scoreProgram, sumUp } from './score.ts';

const shared = process.env['ZAPOMNI_SHARED'] ?? path.join(import.meta.dirname, '../../../shared');
const OUTSIDE = path.join(shared, 'bench/code');
const figuresOf = (result: CodeResult | undefined, way: string) =>
  result?.rows.find((row) => row.category === 'all' && row.way === way)?.figures ?? sumUp([]);

describe('call graphs of small programs', () => {
  test('ours, in JavaScript and TypeScript, are what running them shows', async () => {
    const [own] = await evaluateCode([]);
    const linked = figuresOf(own, 'linked');
    expect(linked.programs).toBeGreaterThanOrEqual(60);
    expect(precision(linked)).toBeGreaterThanOrEqual(0.9);
    expect(f1(linked)).toBeGreaterThanOrEqual(0.8);
    expect(f1(linked)).toBeGreaterThan(f1(figuresOf(own, 'by name alone')) + 0.1);
  });

  test.skipIf(!existsSync(OUTSIDE))(
    'those of an outside suite in Python (skipped where its files are not there)',
    async () => {
      const linked = figuresOf((await evaluateCode([OUTSIDE]))[0], 'linked');
      expect(precision(linked)).toBeGreaterThanOrEqual(0.97);
      expect(f1(linked)).toBeGreaterThanOrEqual(0.9);
    },
  );
});

test('edges are compared by the lines of definitions, and those to no function of the program are left out', () => {
  const program = {
    id: 'x',
    category: 'x',
    files: {},
    funcs: { main: ['a.py', 0, 0], f: ['a.py', 2, 1], g: ['a.py', 5, 5] },
    edges: [
      ['main', 'f'],
      ['main', 'g'],
    ],
  } as const;
  const scored = scoreProgram(program, [
    ['a.py', 0, 'a.py', 1],
    ['a.py', 0, 'a.py', 2],
    ['a.py', 2, 'a.py', 5],
    ['a.py', 0, 'a.py', 99],
  ]);
  expect(scored).toEqual({ category: 'x', right: 1, wrong: ['f → g'], missed: ['main → g'] });
  expect([precision, recall, f1].map((figure) => figure(sumUp([scored])))).toEqual([0.5, 0.5, 0.5]);
});
