/** An edge is (caller, callee), compared by file and line of the definitions, as the outside suite's own scorer does. */
import type { GoldProgram } from './gold.ts';

export type PlacedEdge = readonly [callerFile: string, callerLine: number, calleeFile: string, calleeLine: number];

export interface Figures {
  readonly programs: number;
  readonly right: number;
  readonly wrong: number;
  readonly missed: number;
}

export interface Scored {
  readonly category: string;
  readonly wrong: readonly string[];
  readonly missed: readonly string[];
  readonly right: number;
}

export function scoreProgram({ category, funcs, edges }: GoldProgram, predicted: readonly PlacedEdge[]): Scored {
  const nameAt = new Map<string, string>();
  for (const [name, [file, line, first]] of Object.entries(funcs)) {
    nameAt.set(`${file}:${line}`, name).set(`${file}:${first}`, name);
  }
  const gold = new Set(edges.map((edge) => edge.join(' → ')));
  const said = new Set<string>();
  for (const [fromFile, fromLine, toFile, toLine] of predicted) {
    const [from, to] = [nameAt.get(`${fromFile}:${fromLine}`), nameAt.get(`${toFile}:${toLine}`)];
    if (from !== undefined && to !== undefined) said.add(`${from} → ${to}`);
  }
  return {
    category,
    right: [...said].filter((edge) => gold.has(edge)).length,
    wrong: [...said].filter((edge) => !gold.has(edge)),
    missed: [...gold].filter((edge) => !said.has(edge)),
  };
}

export function sumUp(scored: readonly Scored[]): Figures {
  const sum = (count: (one: Scored) => number): number => scored.reduce((all, one) => all + count(one), 0);
  return {
    programs: scored.length,
    right: sum(({ right }) => right),
    wrong: sum(({ wrong }) => wrong.length),
    missed: sum(({ missed }) => missed.length),
  };
}

export function precision({ right, wrong }: Figures): number {
  return right / Math.max(1, right + wrong);
}

export function recall({ right, missed }: Figures): number {
  return right / Math.max(1, right + missed);
}

export function f1({ right, wrong, missed }: Figures): number {
  return (2 * right) / Math.max(1, 2 * right + wrong + missed);
}
