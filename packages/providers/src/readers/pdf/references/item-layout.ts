/** Where items begin that have no marks: rows that hang out, or are set in, or stand apart from those above them. */
import type { Row } from './rows.ts';

/** Of the rows of a column. */
export interface ColumnEdges {
  readonly left: number;
  /** Further in; the same where nothing is set in. */
  readonly inner: number;
}

export interface ItemLayout {
  readonly kind: 'hanging' | 'indented' | 'apart';
  readonly starts: ReadonlySet<number>;
}

/** In sizes of the font. */
const SAME = 0.4;
const LEAST_INDENT = 0.5;
const MOST_INDENT = 8;
const LEAST_SHARE = 0.7;
const POOR_SHARE = 0.5;
const FEW_STARTS = 4;
const WIDER = 1.15;
/** Of the width of a column: no more of it is taken by a row that is the last of its item for sure. */
const ROOM = 0.6;

/** The first that makes most of the items begin like such. */
export function itemLayout(rows: readonly Row[], edges: ReadonlyMap<number, ColumnEdges>): ItemLayout | null {
  const layouts = [hanging(rows, edges), indented(rows, edges), apart(rows)];
  return layouts.find((layout) => layout !== null && scoreOf(rows, layout) >= LEAST_SHARE) ?? null;
}

/** Columns in which hardly any item begins like one: a box about the author stands beside the list. */
export function foreignColumns(rows: readonly Row[], { kind, starts }: ItemLayout): Set<number> {
  const columns = Map.groupBy(starts, (i) => rows[i]?.column ?? 0);
  const poor = [...columns].filter(([, own]) => {
    const score = scoreOf(rows, { kind, starts: new Set(own) });
    return own.length >= FEW_STARTS && score < POOR_SHARE;
  });
  return new Set(poor.map(([column]) => column));
}

function hanging(rows: readonly Row[], edges: ReadonlyMap<number, ColumnEdges>): ItemLayout | null {
  const starts = rows.flatMap((row, i) => (isAt(row, edges.get(row.column)?.left) ? [i] : []));
  return isDivided(rows, starts) ? { kind: 'hanging', starts: new Set(starts) } : null;
}

function indented(rows: readonly Row[], edges: ReadonlyMap<number, ColumnEdges>): ItemLayout | null {
  const starts = rows.flatMap((row, i) => {
    const edge = edges.get(row.column);
    return edge && edge.inner > edge.left && isAt(row, edge.inner) ? [i] : [];
  });
  return isDivided(rows, starts) ? { kind: 'indented', starts: new Set(starts) } : null;
}

function apart(rows: readonly Row[]): ItemLayout | null {
  const steps = rows.flatMap((row, i) => stepTo(rows, i) ?? []);
  if (steps.length < 4) return null;
  const usual = steps.toSorted((a, b) => a - b)[Math.floor(steps.length * 0.3)] ?? 0;
  const starts = rows.flatMap((_, i) => {
    const step = stepTo(rows, i);
    return i === 0 || (step === null ? beginsColumn(rows, i) : step > usual * WIDER) ? [i] : [];
  });
  return isDivided(rows, starts) ? { kind: 'apart', starts: new Set(starts) } : null;
}

function stepTo(rows: readonly Row[], i: number): number | null {
  const [before, row] = [rows[i - 1], rows[i]];
  return before && row && before.column === row.column ? before.baseline - row.baseline : null;
}

function isDivided(rows: readonly Row[], starts: readonly number[]): boolean {
  return starts.length >= 2 && starts.length <= rows.length * 0.9;
}

export function isAt(row: Row, left: number | undefined): boolean {
  return left !== undefined && Math.abs(row.left - left) <= SAME * row.size;
}

const BEGINNING =
  /^["“„‘'«([]?(?:\p{Lu}|\d|[–—_-]{2}|(?:van|von|de|der|den|del|di|da|du|la|le|el|al|bin|ten|ter|zu)\s|d['’]\p{Lu}|https?:)/u;
const ENDED = /(?:[.!?)\]”"’»]|\d|\/\S*|\.\p{L}{2,4})$/u;

function begins(rows: readonly Row[], i: number): boolean {
  const [before, row] = [rows[i - 1], rows[i]];
  return row !== undefined && BEGINNING.test(row.text) && (before === undefined || hasEnded(before));
}

/** The row above stands in another column; one that leaves room at its end is the last of its item. */
function beginsColumn(rows: readonly Row[], i: number): boolean {
  const [before, row] = [rows[i - 1], rows[i]];
  if (!before || !row || !BEGINNING.test(row.text)) return false;
  const widest = Math.max(...rows.filter(({ column }) => column === before.column).map(({ right }) => right));
  return hasEnded(before) || (!before.hyphenated && before.right - before.left < ROOM * (widest - before.left));
}

export function hasEnded({ text, hyphenated }: Row): boolean {
  return !hyphenated && ENDED.test(text);
}

/** How many of the starts look like one. Room above says by itself that what stands there has ended. */
function scoreOf(rows: readonly Row[], { kind, starts }: ItemLayout): number {
  const good = [...starts].filter((i) => (kind === 'apart' ? BEGINNING.test(rows[i]?.text ?? '') : begins(rows, i)));
  return good.length / starts.size;
}

/** The two left edges of each column, where rows have two. A column with one has that of the columns like it. */
export function columnEdges(rows: readonly Row[]): Map<number, ColumnEdges> {
  const columns = Map.groupBy(rows, ({ column }) => column);
  const pairs = new Map<number, ColumnEdges>();
  for (const [column, own] of columns) {
    const pair = pairOf(own);
    if (pair) pairs.set(column, pair);
  }
  const indent = usualIndent([...pairs.values()]);
  const edges = new Map<number, ColumnEdges>();
  for (const [column, own] of columns) edges.set(column, edgeOf(own, pairs.get(column), indent, [...pairs.values()]));
  return edges;
}

function pairOf(rows: readonly Row[]): ColumnEdges | null {
  const size = rows[0]?.size ?? 10;
  const clusters = clustersOf(rows, size).filter(({ count }) => count >= Math.max(1, rows.length * 0.06));
  const [first, ...others] = clusters;
  const inner = others.find(({ left }) => left - (first?.left ?? 0) >= LEAST_INDENT * size);
  if (!first || !inner || inner.left - first.left > MOST_INDENT * size) return null;
  return { left: first.left, inner: inner.left };
}

function clustersOf(rows: readonly Row[], size: number): { left: number; count: number }[] {
  const clusters: { left: number; count: number }[] = [];
  for (const { left } of rows.toSorted((one, other) => one.left - other.left)) {
    const last = clusters.at(-1);
    if (last && left - last.left <= SAME * size) last.count++;
    else clusters.push({ left, count: 1 });
  }
  return clusters;
}

function usualIndent(pairs: readonly ColumnEdges[]): number | null {
  const indents = pairs.map(({ left, inner }) => inner - left).toSorted((a, b) => a - b);
  return indents[Math.floor(indents.length / 2)] ?? null;
}

function edgeOf(
  rows: readonly Row[],
  own: ColumnEdges | undefined,
  indent: number | null,
  pairs: readonly ColumnEdges[],
): ColumnEdges {
  const size = rows[0]?.size ?? 10;
  const near = (a: number, b: number) => Math.abs(a - b) <= SAME * size;
  if (own && indent !== null && near(own.inner - own.left, indent)) return own;
  const left = Math.min(...rows.map((row) => row.left));
  if (indent === null) return own ?? { left, inner: left };
  const like = pairs.find((pair) => near(pair.left, left)) ?? pairs.find((pair) => near(pair.inner, left));
  return like ?? own ?? { left, inner: left + indent };
}
