/**
 * What linking found of the files of a part, as it is kept. Symbols that nobody can ask for (lambdas, what functions keep to themselves)
 * stand for those around them: what they call is called by the symbol that they are in. A call of one is told as a call of what it was
 * put into (`const retry = () => …`), and left out where that is only a function that happens to be around.
 */
import { keptAmong } from '../indexing/kept-symbols.ts';
import type { LinkedSymbol } from '../link/index.ts';
import type { LinkedBook } from '../link/edges/linked.ts';
import { fileKey, PackedEdges } from '../store/index.ts';
import type { EdgeRows } from './edge-rows.ts';

export interface OutgoingFile {
  /** To be packed; null where nothing goes out. */
  readonly text: string | null;
  readonly counts: { readonly edges: number; readonly external: number; readonly unresolved: number };
}

const RUNS: ReadonlySet<string> = new Set(['function', 'method', 'constructor', 'macro']);
const NOBODY = -1;

export class PartLinks {
  readonly #found: LinkedBook;
  readonly #kept: readonly boolean[];
  /** The place in the repository of each file of the part. */
  readonly #places: Int32Array;
  readonly #rows: EdgeRows;
  /** By symbol: the nearest around it that is kept, or the file's own; what it is told as where it is called, or nobody. */
  readonly #holders: Int32Array;
  readonly #meant: Int32Array;
  /** By file, its first symbol; one more than there are files. */
  readonly #firsts: Int32Array;
  #counts = { edges: 0, external: 0, unresolved: 0 };

  /** `placeOf`: the place of a file in the repository. All edges to symbols go to `rows`. */
  constructor(found: LinkedBook, placeOf: (path: string) => number, rows: EdgeRows) {
    const { symbols, paths } = found;
    this.#found = found;
    this.#kept = keptAmong(symbols);
    this.#places = Int32Array.from(paths, placeOf);
    this.#rows = rows;
    this.#holders = new Int32Array(symbols.length);
    this.#meant = new Int32Array(symbols.length);
    this.#firsts = new Int32Array(paths.length + 1).fill(symbols.length);
    for (let at = 0; at < symbols.length; at++) {
      const { parent, index } = this.#symbol(at);
      if (index === 0) this.#firsts[found.fileOf[at] as number] = at;
      // Those around come before what is in them.
      this.#holders[at] = this.#kept[at] || parent === null ? at : (this.#holders[parent] as number);
      this.#meant[at] = this.#kept[at] ? at : this.#toldAs(parent);
    }
  }

  /** Of what is called and is not kept: what it was put into, if that is kept and does not run by itself. */
  #toldAs(parent: number | null): number {
    if (parent === null) return NOBODY;
    if (!this.#kept[parent]) return this.#meant[parent] as number;
    return RUNS.has(this.#symbol(parent).kind) ? NOBODY : parent;
  }

  /** Of the symbols of a file, by their number; null for one that nobody can ask for. */
  ids(file: number): (string | null)[] {
    const ids: (string | null)[] = [];
    const end = this.#firsts[file + 1] as number;
    for (let at = this.#firsts[file] as number; at < end; at++) ids.push(this.#kept[at] ? this.#symbol(at).id : null);
    return ids;
  }

  /** What goes out of a file, by its place in the part. */
  outgoing(file: number): OutgoingFile {
    const { book } = this.#found;
    const packed = new PackedEdges(
      (symbol) => this.#idOf(symbol),
      (word) => book.words.text(word),
    );
    this.#counts = { edges: 0, external: 0, unresolved: 0 };
    for (const edge of book.ofFile(file)) this.#take(edge, file, packed);
    for (const call of book.unresolvedOf(file)) {
      packed.leaveOpen(this.#holders[book.openFrom(call)] as number, book.openLine(call), book.openWord(call));
      this.#counts.unresolved += 1;
    }
    return { text: packed.isEmpty ? null : packed.text(), counts: this.#counts };
  }

  #symbol(place: number): LinkedSymbol {
    return this.#found.symbols[place] as LinkedSymbol;
  }

  #idOf(place: number): string {
    return this.#kept[place] ? this.#symbol(place).id : fileKey(this.#symbol(place).path);
  }

  #take(edge: number, file: number, packed: PackedEdges): void {
    const { book } = this.#found;
    const count = book.count(edge);
    let [candidates, ours] = [0, 0];
    for (let i = 0; i < count; i++) {
      const isOurs = book.how(edge, i) >= 0;
      if (isOurs && this.#meant[book.what(edge, i)] === NOBODY) continue;
      candidates += 1;
      if (isOurs) ours += 1;
    }
    if (candidates === 0) return;
    const from = this.#holders[book.from(edge)] as number;
    packed.begin(book, edge, from);
    this.#counts[ours > 0 ? 'edges' : 'external'] += 1;
    for (let i = 0; i < count; i++) {
      const [what, how] = [book.what(edge, i), book.how(edge, i)];
      const meant = how < 0 ? what : (this.#meant[what] as number);
      if (meant === NOBODY) continue;
      packed.target(meant, how);
      if (how >= 0) this.#tell(edge, { file, from, to: meant, how, candidates, ours });
    }
  }

  #tell(
    edge: number,
    { file, from, to, how, candidates, ours }: Record<'file' | 'from' | 'to' | 'how' | 'candidates' | 'ours', number>,
  ): void {
    const { book, fileOf } = this.#found;
    this.#rows.push(book, edge, {
      toFile: this.#places[fileOf[to] as number] as number,
      to: this.#symbol(to).index,
      fromFile: this.#places[file] as number,
      from: this.#kept[from] ? this.#symbol(from).index : NOBODY,
      how,
      candidates,
      ours,
    });
  }
}
