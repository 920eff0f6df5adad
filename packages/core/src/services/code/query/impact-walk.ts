/**
 * From a symbol to all that stands on it, level by level. What a change does to a caller is less with each step, less where a call may
 * mean several, and more where several ways lead to the same one: 1 is the symbol itself.
 */
import type { EdgeKind } from '../link/index.ts';
import type { InEdge } from '../store/index.ts';
import { fileOf, type CodeReader } from './code-reader.ts';

export interface Touched {
  readonly id: string;
  readonly path: string;
  readonly depth: number;
  /** The way that it was first reached by: the strongest of its level. */
  readonly by: InEdge;
  score: number;
  isTest: boolean;
}

export interface Walk {
  readonly touched: readonly Touched[];
  /** False: there were too many to follow all of them; the strongest were. */
  readonly complete: boolean;
}

const DECAY = 0.7;
const WEIGHTS: Readonly<Record<EdgeKind, number>> = {
  call: 1,
  tests: 1,
  inherits: 0.9,
  implements: 0.9,
  overrides: 0.7,
  references: 0.7,
};

/** Symbols of a level that are followed, and of all levels that are kept. */
const MOST_FOLLOWED = 200;
const MOST_TOUCHED = 20_000;

interface Place {
  readonly id: string;
  readonly file: string;
}

export async function walkImpact(reader: CodeReader, start: readonly Place[], depth: number): Promise<Walk> {
  const touched = new Map<string, Touched>();
  const scores = new Map(start.map(({ id }) => [id, 1]));
  const tests = new Set<string>();
  let level: readonly Place[] = start;
  let complete = true;
  for (let at = 1; at <= depth && level.length > 0; at++) {
    const inbound = (await reader.inboundOf(level)).filter(({ low }) => !low);
    for (const { kind, from, to } of inbound) if (kind === 'tests' || tests.has(to)) tests.add(from);
    const reached = levelOf(inbound, { at, scores, touched });
    for (const one of reached) {
      touched.set(one.id, one);
      scores.set(one.id, one.score);
    }
    const strongest = reached.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
    level = strongest.slice(0, MOST_FOLLOWED).map(({ id, by }) => ({ id, file: fileOf(by) }));
    if (at < depth && strongest.length > level.length) complete = false;
    if (touched.size > MOST_TOUCHED) return { touched: marked(touched, tests), complete: false };
  }
  return { touched: marked(touched, tests), complete };
}

interface Level {
  readonly at: number;
  readonly scores: ReadonlyMap<string, number>;
  readonly touched: ReadonlyMap<string, Touched>;
}

/** Those that are reached for the first time. */
function levelOf(inbound: readonly InEdge[], { at, scores, touched }: Level): Touched[] {
  const reached = new Map<string, Touched>();
  const strength = new Map<string, number>();
  for (const edge of inbound) {
    // The call beside it says the same.
    if (edge.kind === 'tests' || scores.has(edge.from) || touched.has(edge.from)) continue;
    const score = ((scores.get(edge.to) ?? 0) * DECAY * WEIGHTS[edge.kind]) / edge.candidates;
    const before = reached.get(edge.from);
    if (!before || score > (strength.get(edge.from) ?? 0)) {
      strength.set(edge.from, score);
      reached.set(edge.from, toTouched(edge, at, either(before?.score ?? 0, score)));
    } else before.score = either(before.score, score);
  }
  return [...reached.values()];
}

/** What two ways make together, if either may matter. */
function either(a: number, b: number): number {
  return 1 - (1 - a) * (1 - b);
}

function toTouched(edge: InEdge, depth: number, score: number): Touched {
  return { id: edge.from, path: edge.path, depth, by: edge, score, isTest: false };
}

function marked(touched: ReadonlyMap<string, Touched>, tests: ReadonlySet<string>): Touched[] {
  for (const one of touched.values()) one.isTest = tests.has(one.id);
  return [...touched.values()].sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}
