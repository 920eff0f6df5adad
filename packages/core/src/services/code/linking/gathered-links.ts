/** What was found of all parts, until all of it is known: then each file has what goes out of it, what comes into it, and its numbers. */
import type { FileLinks } from '../../../ports/index.ts';
import type { LinkedBook } from '../link/edges/linked.ts';
import { encodeInbound, fileKey, type InEdge } from '../store/index.ts';
import { COLUMN, EdgeRows } from './edge-rows.ts';
import { numbersOf, Ranks, type Numbers } from './numbers.ts';
import { PartLinks, type OutgoingFile } from './part-links.ts';

/** Edges of one part of what comes in: so many are read at most to know who calls one symbol. */
const MOST_IN_PART = 2000;

const NOTHING: OutgoingFile = { packed: null, counts: { edges: 0, external: 0, unresolved: 0 } };

export class GatheredLinks {
  readonly #paths: readonly string[];
  readonly #places: ReadonlyMap<string, number>;
  readonly #outgoing: OutgoingFile[] = [];
  readonly #ids: (readonly (string | null)[])[];
  readonly #rows = new EdgeRows();

  /** In their order. */
  constructor(paths: readonly string[]) {
    this.#paths = paths;
    this.#places = new Map(paths.map((path, place) => [path, place]));
    this.#ids = paths.map(() => []);
  }

  /** Of the files at these places; what else is in it is known from elsewhere. */
  *take(found: LinkedBook, part: readonly number[]): Generator<void> {
    const links = new PartLinks(found, (path) => this.#places.get(path) as number, this.#rows);
    const own = new Set(part);
    for (let file = 0; file < found.paths.length; file++) {
      const place = this.#places.get(found.paths[file] as string) as number;
      if (!own.has(place)) continue;
      this.#outgoing[place] = links.outgoing(file);
      this.#ids[place] = links.ids(file);
      yield;
    }
  }

  /** In the order of the paths. */
  *files(): Generator<FileLinks> {
    const ranks = new Ranks(this.#ids);
    const numbers = numbersOf(ranks, this.#rows);
    const { places, first } = this.#rows.byTarget(this.#paths.length);
    for (const [file, path] of this.#paths.entries()) {
      const { packed, counts } = this.#outgoing[file] ?? NOTHING;
      const inbound = this.#inbound(places.subarray(first[file], first[file + 1]));
      yield { path, edges: packed, inbound, numbers: this.#numbers(file, ranks, numbers), counts };
    }
  }

  #inbound(places: Int32Array): FileLinks['inbound'] {
    const edges = Array.from(places, (place) => this.#seen(place)).sort(byPlace);
    return Array.from({ length: Math.ceil(edges.length / MOST_IN_PART) }, (_, part) => {
      const some = edges.slice(part * MOST_IN_PART, (part + 1) * MOST_IN_PART);
      return { first: (some[0] as InEdge).to, packed: encodeInbound(some) };
    });
  }

  #seen(row: number): InEdge {
    const rows = this.#rows;
    const fromFile = rows.get(row, COLUMN.fromFile);
    const path = this.#paths[fromFile] as string;
    return {
      kind: rows.kind(row),
      to: this.#ids[rows.get(row, COLUMN.toFile)]?.[rows.get(row, COLUMN.to)] ?? '',
      from: this.#ids[fromFile]?.[rows.get(row, COLUMN.from)] ?? fileKey(path),
      path,
      line: rows.get(row, COLUMN.line),
      how: rows.how(row),
      candidates: rows.get(row, COLUMN.candidates),
      ...rows.marks(row),
    };
  }

  #numbers(file: number, ranks: Ranks, { callers, callees, importance }: Numbers): FileLinks['numbers'] {
    return (this.#ids[file] ?? []).flatMap((id, symbol) => {
      const rank = ranks.of(file, symbol);
      return id === null ? [] : [[id, callers[rank] as number, callees[rank] as number, importance[rank] as number]];
    });
  }
}

function byPlace(a: InEdge, b: InEdge): number {
  return (
    compare(a.to, b.to) ||
    compare(a.path, b.path) ||
    a.line - b.line ||
    compare(a.from, b.from) ||
    compare(a.kind, b.kind)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
