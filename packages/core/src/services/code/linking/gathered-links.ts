/** What was found of all parts, until all of it is known: then each file has what goes out of it, what comes into it, and its numbers. */
import type { FileLinks } from '../../../ports/index.ts';
import type { Linked } from '../link/index.ts';
import { encodeEdges, encodeInbound, fileKey, type InEdge } from '../store/index.ts';
import { EdgeRows, type EdgeRow } from './edge-rows.ts';
import { numbersOf, Ranks, type Numbers } from './numbers.ts';
import { PartLinks } from './part-links.ts';

/** Edges of one part of what comes in: so many are read at most to know who calls one symbol. */
const MOST_IN_PART = 2000;

interface Outgoing {
  readonly packed: string | null;
  readonly counts: FileLinks['counts'];
}

const NOTHING: Outgoing = { packed: null, counts: { edges: 0, external: 0, unresolved: 0 } };

export class GatheredLinks {
  readonly #paths: readonly string[];
  readonly #places: ReadonlyMap<string, number>;
  readonly #outgoing: Outgoing[] = [];
  readonly #ids: (readonly (string | null)[])[];
  readonly #rows = new EdgeRows();

  /** In their order. */
  constructor(paths: readonly string[]) {
    this.#paths = paths;
    this.#places = new Map(paths.map((path, place) => [path, place]));
    this.#ids = paths.map(() => []);
  }

  /** Of the files at these places; what else is in it is known from elsewhere. */
  *take(linked: Linked, part: readonly number[]): Generator<void> {
    const links = new PartLinks(
      linked,
      (path) => this.#places.get(path) as number,
      (row) => this.#rows.push(row),
    );
    yield* links.run();
    for (const place of part) {
      const file = links.files.get(this.#paths[place] as string);
      if (!file) continue;
      const isEmpty = file.edges.length === 0 && file.unresolved.length === 0;
      this.#outgoing[place] = { packed: isEmpty ? null : encodeEdges(file), counts: file.counts };
      this.#ids[place] = file.ids;
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
    const edges = Array.from(places, (place) => this.#seen(this.#rows.at(place))).sort(byPlace);
    return Array.from({ length: Math.ceil(edges.length / MOST_IN_PART) }, (_, part) => {
      const some = edges.slice(part * MOST_IN_PART, (part + 1) * MOST_IN_PART);
      return { first: (some[0] as InEdge).to, packed: encodeInbound(some) };
    });
  }

  #seen(row: EdgeRow): InEdge {
    const { kind, toFile, to, fromFile, from, line, how, candidates } = row;
    const path = this.#paths[fromFile] as string;
    return {
      kind,
      to: this.#ids[toFile]?.[to] ?? '',
      from: this.#ids[fromFile]?.[from] ?? fileKey(path),
      path,
      line,
      how,
      candidates,
      ...marksOf(row),
    };
  }

  #numbers(file: number, ranks: Ranks, { callers, callees, importance }: Numbers): FileLinks['numbers'] {
    return (this.#ids[file] ?? []).flatMap((id, symbol) => {
      const rank = ranks.of(file, symbol);
      return id === null ? [] : [[id, callers[rank] as number, callees[rank] as number, importance[rank] as number]];
    });
  }
}

function marksOf({ implied, low, args, member }: EdgeRow): Pick<InEdge, 'implied' | 'low' | 'args' | 'member'> {
  return {
    ...(implied ? { implied } : {}),
    ...(low ? { low } : {}),
    ...(args < 0 ? {} : { args }),
    ...(member ? { member } : {}),
  };
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
