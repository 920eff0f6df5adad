/**
 * How much of a repository stands on a symbol: PageRank. Who calls, names or extends a symbol gives it a share of its own importance,
 * so that what important symbols use is important. What nobody uses keeps the little that everybody has.
 */
export interface WeightedEdge {
  readonly from: number;
  readonly to: number;
  /** Of a call that may mean several, each has its part. */
  readonly weight: number;
}

const DAMPING = 0.85;
const MOST_ROUNDS = 60;
/** The sum of all changes in a round: what is below is invisible after rounding. */
const SETTLED = 1e-4;

/**
 * All have 1 together, but for rounding: two digits are enough to put symbols in order, and an edit that moves everybody by a
 * thousandth must not change everybody's record. The order in which edges come does not matter. Edges of a symbol to itself, and those
 * to what is not among the symbols, do not count. `expected`: how many edges there will be, about.
 */
export function importanceOf(count: number, edges: Iterable<WeightedEdge>, expected = 1024): Float64Array {
  const graph = gather(count, edges, expected);
  let rank = new Float64Array(count).fill(1 / count);
  let next = new Float64Array(count);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const change = step(graph, rank, next);
    [rank, next] = [next, rank];
    if (change < SETTLED) break;
  }
  return rank.map(twoDigits);
}

interface Graph {
  /** Edges in order of `to`, then of `from`: the additions are the same whatever order they came in. */
  readonly from: Int32Array;
  /** Of what the symbol has to give, how much goes along the edge. */
  readonly share: Float64Array;
  /** Where the edges to a symbol begin; one more than there are symbols. */
  readonly first: Int32Array;
  /** Symbols that use nothing: what they have goes to all. */
  readonly idle: Int32Array;
}

function gather(count: number, edges: Iterable<WeightedEdge>, expected: number): Graph {
  const room = Math.max(1, expected);
  let [from, to, weight] = [new Int32Array(room), new Int32Array(room), new Float64Array(room)];
  let length = 0;
  for (const edge of edges) {
    if (!counts(edge, count)) continue;
    if (length === from.length) [from, to, weight] = [doubled(from), doubled(to), doubledFloats(weight)];
    from[length] = edge.from;
    to[length] = edge.to;
    weight[length++] = edge.weight;
  }
  const ordered = inOrder(count, from.subarray(0, length), to.subarray(0, length));
  const total = new Float64Array(count);
  const { edges: order, first } = ordered;
  for (let i = 0; i < length; i++) add(total, from[order[i] as number] as number, weight[order[i] as number] as number);
  const [sources, share] = [new Int32Array(length), new Float64Array(length)];
  for (let i = 0; i < length; i++) {
    const edge = order[i] as number;
    sources[i] = from[edge] as number;
    share[i] = (weight[edge] as number) / (total[from[edge] as number] as number);
  }
  return { first, from: sources, share, idle: idleIn(total) };
}

function idleIn(total: Float64Array): Int32Array {
  const idle = new Int32Array(total.length);
  let length = 0;
  for (let symbol = 0; symbol < total.length; symbol++) if (total[symbol] === 0) idle[length++] = symbol;
  return idle.subarray(0, length);
}

function counts({ from, to, weight }: WeightedEdge, count: number): boolean {
  return from !== to && weight > 0 && from >= 0 && from < count && to >= 0 && to < count;
}

function doubled(row: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(row.length * 2);
  larger.set(row);
  return larger;
}

function doubledFloats(row: Float64Array): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(row.length * 2);
  larger.set(row);
  return larger;
}

/** The numbers of the edges by `to`, and of those with the same by `from`. */
function inOrder(count: number, from: Int32Array, to: Int32Array): Sorted {
  const edges = new Int32Array(from.length);
  for (let edge = 0; edge < edges.length; edge++) edges[edge] = edge;
  return sortBy(count, to, sortBy(count, from, edges).edges);
}

interface Sorted {
  readonly edges: Int32Array;
  readonly first: Int32Array;
}

/** Counting sort, which keeps the order of equals. */
function sortBy(count: number, keys: Int32Array, edges: Int32Array): Sorted {
  const first = new Int32Array(count + 1);
  for (let i = 0; i < keys.length; i++) add(first, (keys[i] as number) + 1, 1);
  for (let i = 0; i < count; i++) add(first, i + 1, first[i] as number);
  const at = first.slice();
  const sorted = new Int32Array(edges.length);
  for (let i = 0; i < edges.length; i++) {
    const edge = edges[i] as number;
    const key = keys[edge] as number;
    sorted[at[key] as number] = edge;
    add(at, key, 1);
  }
  return { edges: sorted, first };
}

function add(row: Int32Array | Float64Array, place: number, more: number): void {
  row[place] = (row[place] as number) + more;
}

/** One round; says how much moved. */
function step({ from, share, first, idle }: Graph, rank: Float64Array, next: Float64Array): number {
  let resting = 0;
  for (let i = 0; i < idle.length; i++) resting += rank[idle[i] as number] as number;
  const floor = (1 - DAMPING + DAMPING * resting) / rank.length;
  let change = 0;
  for (let symbol = 0; symbol < rank.length; symbol++) {
    let given = 0;
    const end = first[symbol + 1] as number;
    for (let edge = first[symbol] as number; edge < end; edge++)
      given += (rank[from[edge] as number] as number) * (share[edge] as number);
    const value = floor + DAMPING * given;
    change += Math.abs(value - (rank[symbol] as number));
    next[symbol] = value;
  }
  return change;
}

function twoDigits(value: number): number {
  if (value === 0) return 0;
  const unit = 10 ** (1 - Math.floor(Math.log10(value)));
  return Math.round(value * unit) / unit;
}
