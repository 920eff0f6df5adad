/** What was found of all parts, until all of it is known: then each file has what goes out of it, what comes into it, and its numbers. */
import type { FileLinks } from '../../../ports/index.ts';
import { linkDigest, linkDigests, linkState } from '../indexing/link-state.ts';
import { KINDS } from '../link/edges/edge-words.ts';
import type { LinkedBook } from '../link/edges/linked.ts';
import { fileKey, InboundText, packBytes, packedText, packText } from '../store/index.ts';
import { ByteStore } from './byte-store.ts';
import { COLUMN, EdgeRows } from './edge-rows.ts';
import { numbersOf, Ranks, type Numbers } from './numbers.ts';
import { PartLinks } from './part-links.ts';
import { SymbolIds } from './symbol-ids.ts';

/** Edges of one part of what comes in: so many are read at most to know who calls one symbol. */
const MOST_IN_PART = 2000;

interface Outgoing {
  readonly digest: string;
  readonly isKept: boolean;
  readonly counts: FileLinks['counts'];
}

const NOTHING: Outgoing = { digest: linkDigest(null), isKept: false, counts: { edges: 0, external: 0, unresolved: 0 } };

export interface GatheredFile {
  readonly path: string;
  /** See `PackedFacts`. */
  readonly links?: string | null;
}

export class GatheredLinks {
  readonly #files: readonly GatheredFile[];
  readonly #places: ReadonlyMap<string, number>;
  readonly #outgoing: Outgoing[] = [];
  /** What goes out, packed, where it is not kept already. */
  readonly #packed: Uint8Array[] = [];
  readonly #store = new ByteStore();
  readonly #ids = new SymbolIds(this.#store);
  readonly #rows = new EdgeRows();

  /** In the order of their paths. */
  constructor(files: readonly GatheredFile[]) {
    this.#files = files.map(({ path, links }) => ({ path, links: links ?? null }));
    this.#places = new Map(files.map(({ path }, place) => [path, place]));
  }

  /** Of the files at these places; what else is in it is known from elsewhere. */
  *take(found: LinkedBook, part: readonly number[]): Generator<void> {
    const links = new PartLinks(found, (path) => this.#places.get(path) as number, this.#rows);
    const own = new Set(part);
    for (let file = 0; file < found.paths.length; file++) {
      const place = this.#places.get(found.paths[file] as string) as number;
      if (!own.has(place)) continue;
      const { text, counts } = links.outgoing(file);
      const digest = linkDigest(text);
      const isKept = linkDigests(this.#files[place]?.links).edges === digest;
      this.#outgoing[place] = { digest, isKept, counts };
      if (!isKept && text !== null) this.#packed[place] = this.#store.keep(packBytes(text));
      this.#ids.put(place, links.ids(file));
      yield;
    }
  }

  /** In the order of the paths. */
  *files(): Generator<FileLinks> {
    const ranks = new Ranks(this.#ids, this.#files.length);
    const numbers = numbersOf(ranks, this.#rows);
    const { places, first } = this.#rows.byTarget(this.#files.length);
    for (let file = 0; file < this.#files.length; file++) {
      const ids = this.#ids.all(file);
      const texts = this.#inbound(ids, places.subarray(first[file], first[file + 1]));
      yield this.#told(
        file,
        texts,
        withNumbers(ids, (symbol) => ranks.of(file, symbol), numbers),
      );
    }
  }

  #told(file: number, texts: readonly Inbound[], numbers: NonNullable<FileLinks['numbers']>): FileLinks {
    const { path, links } = this.#files[file] as GatheredFile;
    const { digest, isKept, counts } = this.#outgoing[file] ?? NOTHING;
    const bytes = this.#packed[file];
    const known = linkDigests(links);
    const now = {
      edges: digest,
      inbound: linkDigest(texts.length === 0 ? null : texts.map(({ text }) => text).join('\n')),
      numbers: linkDigest(numbers.length === 0 ? null : JSON.stringify(numbers)),
    };
    return {
      path,
      state: linkState(now, texts.length),
      ...(isKept ? {} : { edges: bytes ? packedText(bytes) : null }),
      ...(known.inbound === now.inbound ? {} : { inbound: texts.map(packed) }),
      ...(known.numbers === now.numbers ? {} : { numbers }),
      counts,
    };
  }

  #inbound(ids: readonly (string | null)[], places: Int32Array): Inbound[] {
    const rows = this.#rows;
    const idAt = (place: number): string => ids[rows.get(place, COLUMN.to)] ?? '';
    places.sort((a, b) => compare(idAt(a), idAt(b)) || this.#byCaller(a, b));
    const parts: Inbound[] = [];
    for (let from = 0; from < places.length; from += MOST_IN_PART) {
      const some = places.subarray(from, from + MOST_IN_PART);
      const text = new InboundText();
      for (const place of some) this.#write(text, place, idAt(place));
      parts.push({ first: idAt(some[0] as number), text: text.text() });
    }
    return parts;
  }

  /** Files are in the order of their paths. */
  #byCaller(a: number, b: number): number {
    const rows = this.#rows;
    return (
      rows.get(a, COLUMN.fromFile) - rows.get(b, COLUMN.fromFile) ||
      rows.get(a, COLUMN.line) - rows.get(b, COLUMN.line) ||
      compare(this.#callerOf(a), this.#callerOf(b)) ||
      compare(KINDS[rows.kind(a)] as string, KINDS[rows.kind(b)] as string)
    );
  }

  #callerOf(place: number): string {
    const file = this.#rows.get(place, COLUMN.fromFile);
    const id = this.#ids.of(file, this.#rows.get(place, COLUMN.from));
    return id ?? fileKey((this.#files[file] as GatheredFile).path);
  }

  #write(text: InboundText, place: number, to: string): void {
    const rows = this.#rows;
    const { path } = this.#files[rows.get(place, COLUMN.fromFile)] as GatheredFile;
    text.add(
      { to, from: this.#callerOf(place), path },
      {
        kind: rows.kind(place),
        line: rows.get(place, COLUMN.line),
        how: rows.how(place),
        candidates: rows.get(place, COLUMN.candidates),
        marks: rows.marks(place),
      },
    );
  }
}

function withNumbers(
  ids: readonly (string | null)[],
  rankOf: (symbol: number) => number,
  { callers, callees, importance }: Numbers,
): NonNullable<FileLinks['numbers']> {
  const found: [string, number, number, number][] = [];
  for (let symbol = 0; symbol < ids.length; symbol++) {
    const [id, rank] = [ids[symbol] ?? null, rankOf(symbol)];
    if (id !== null) found.push([id, callers[rank] as number, callees[rank] as number, importance[rank] as number]);
  }
  return found;
}

interface Inbound {
  readonly first: string;
  readonly text: string;
}

function packed({ first, text }: Inbound): { first: string; packed: string } {
  return { first, packed: packText(text) };
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
