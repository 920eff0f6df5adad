/** The figures that the specification sets: each is in a results file with its goal, how it was measured, and was met. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { verifies } from '@zapomni/testkit/verifies';
import { describe, expect, it } from 'vitest';
import type { Line } from '../bench/lib/lines.ts';

interface Results<Result> {
  readonly command: string;
  readonly commit: string;
  readonly date: string;
  readonly machine: { readonly cpu: string; readonly cores: number; readonly node: string };
  readonly result: Result;
}

function results<Result>(name: string): Results<Result> {
  const file = path.join(import.meta.dirname, '../bench/results', `${name}.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as Results<Result>;
}

const LINES = ['R063', 'R064', 'R065', 'R066', 'R070', 'R114', 'R116', 'R168', 'R170', 'R278', 'R281', 'R286'];

describe('bench/results/overhead.json', () => {
  const { result, ...record } = results<{ readonly lines: Readonly<Record<string, Line>> }>('overhead');

  it('says how, where and at which commit it was measured', () => {
    expect(record).toMatchObject({
      command: 'npm run bench -- overhead',
      commit: expect.stringMatching(/^[0-9a-f]{7,40}/),
      date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      machine: { cores: expect.any(Number), node: expect.any(String) },
    });
  });

  it('has each line with its goal, and every goal that is cited here was met', () => {
    verifies('R063', 'R064', 'R066', 'R070', 'R114', 'R116', 'R168', 'R170', 'R278', 'R281');
    const lines = Object.entries(result.lines);
    expect(lines.map(([id]) => id)).toEqual(LINES);
    for (const [id, { what, goal, measured }] of lines) {
      expect([id, what !== '', /[<≤≥]/.test(goal)]).toEqual([id, true, true]);
      expect(Object.values(measured).every((value) => Number.isFinite(value))).toBe(true);
    }
    // These are in test/requirements/uncited.ts.
    const missed = new Set(['R065', 'R286']);
    expect(lines.filter(([id, { met }]) => !met && !missed.has(id)).map(([id]) => id)).toEqual([]);
  });
});

it('bench/results/http.json has a thousand messages a second over streams, and more', () => {
  verifies('R283');
  interface Streams {
    readonly streams: Readonly<
      Record<'session' | 'stateless', { readonly errors: number; readonly perSecond: number }>
    >;
  }
  const { streams } = results<Streams>('http').result;
  for (const { errors, perSecond } of [streams.session, streams.stateless]) {
    expect(errors).toBe(0);
    expect(perSecond).toBeGreaterThanOrEqual(1000);
  }
});
