/** How many call a symbol, how many it calls, and how much of the repository stands on it. */
import { importanceOf, type WeightedEdge } from '../importance.ts';
import { COLUMN, type EdgeRows } from './edge-rows.ts';
import type { SymbolIds } from './symbol-ids.ts';

export interface Numbers {
  readonly callers: Int32Array;
  readonly callees: Int32Array;
  readonly importance: Float64Array;
}

/** Symbols that can be asked for, counted through all files. */
export class Ranks {
  readonly count: number;
  readonly #within: Int32Array[];

  constructor(ids: SymbolIds, files: number) {
    let count = 0;
    this.#within = Array.from({ length: files }, (_, file) => {
      const ranks = new Int32Array(ids.count(file));
      for (let symbol = 0; symbol < ranks.length; symbol++) ranks[symbol] = ids.has(file, symbol) ? count++ : -1;
      return ranks;
    });
    this.count = count;
  }

  of(file: number, symbol: number): number {
    return this.#within[file]?.[symbol] ?? -1;
  }

  /** Files that call when they are loaded come after all symbols. */
  caller(file: number, symbol: number): number {
    return symbol < 0 ? this.count + file : this.of(file, symbol);
  }
}

export function numbersOf(ranks: Ranks, rows: EdgeRows): Numbers {
  const importance = importanceOf(ranks.count, weighted(ranks, rows), rows.count);
  const callers = new Int32Array(ranks.count);
  const callees = new Int32Array(ranks.count);
  let before = -1;
  for (const pair of pairsOf(ranks, rows)) {
    if (pair === before) continue;
    before = pair;
    const [from, to] = [Math.floor(pair / ranks.count), pair % ranks.count];
    callers[to] = (callers[to] as number) + 1;
    if (from < ranks.count) callees[from] = (callees[from] as number) + 1;
  }
  return { callers, callees, importance };
}

function* weighted(ranks: Ranks, rows: EdgeRows): Generator<WeightedEdge> {
  for (let place = 0; place < rows.count; place++) {
    const from = rows.get(place, COLUMN.from);
    if (from < 0 || !rows.isCounted(place)) continue;
    yield {
      from: ranks.of(rows.get(place, COLUMN.fromFile), from),
      to: ranks.of(rows.get(place, COLUMN.toFile), rows.get(place, COLUMN.to)),
      weight: 1 / rows.get(place, COLUMN.ours),
    };
  }
}

/** Who calls whom, each pair as one number, in order. */
function pairsOf(ranks: Ranks, rows: EdgeRows): Float64Array {
  const pairs = new Float64Array(rows.count);
  let length = 0;
  for (let place = 0; place < rows.count; place++) {
    if (!rows.isCall(place) || !rows.isCounted(place)) continue;
    const from = ranks.caller(rows.get(place, COLUMN.fromFile), rows.get(place, COLUMN.from));
    const to = ranks.of(rows.get(place, COLUMN.toFile), rows.get(place, COLUMN.to));
    if (from !== to && from >= 0 && to >= 0) pairs[length++] = from * ranks.count + to;
  }
  return pairs.subarray(0, length).sort();
}
