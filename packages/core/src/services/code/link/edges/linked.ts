/** Edges as objects, for who wants to look at them, and back again. */
import type { EdgeHow, EdgeKind, EdgeTarget, Linked, LinkedSymbol, LinkEdge, UnresolvedCall } from '../types.ts';
import { EdgeBook, MARK } from './edge-book.ts';
import { BUILTIN, EXTERNAL, HOW_NUMBER, HOWS, KIND_NUMBER, KINDS } from './edge-words.ts';

/** What linking found, in rows. */
export interface LinkedBook {
  readonly symbols: readonly LinkedSymbol[];
  /** In the order of their paths; the file of each symbol by its place there. */
  readonly paths: readonly string[];
  readonly fileOf: Int32Array;
  readonly book: EdgeBook;
  readonly cutShort: boolean;
}

export function linkedOf({ symbols, paths, book, cutShort }: LinkedBook): Linked {
  const edges: LinkEdge[] = [];
  const unresolved: UnresolvedCall[] = [];
  for (let file = 0; file < paths.length; file++) {
    for (const edge of book.ofFile(file)) edges.push(edgeOf(book, edge));
    for (const call of book.unresolvedOf(file)) {
      const name = book.words.text(book.openWord(call));
      unresolved.push({ from: book.openFrom(call), line: book.openLine(call), site: book.openSite(call), name });
    }
  }
  return { symbols, edges, unresolved, cutShort };
}

function edgeOf(book: EdgeBook, edge: number): LinkEdge {
  const to = Array.from({ length: book.count(edge) }, (_, i) => targetOf(book, edge, i));
  const [start, args] = [book.start(edge), book.args(edge)];
  return {
    kind: KINDS[book.kind(edge)] as EdgeKind,
    from: book.from(edge),
    line: book.line(edge),
    site: start < 0 ? null : [start, book.siteEnd(edge)],
    to,
    ...(book.has(edge, MARK.implied) ? { implied: true } : {}),
    ...(args < 0 ? {} : { args }),
    ...(book.has(edge, MARK.member) ? { member: true } : {}),
    ...(book.has(edge, MARK.low) ? { low: true } : {}),
    ...(book.has(edge, MARK.cut) ? { cut: true } : {}),
  };
}

function targetOf(book: EdgeBook, edge: number, place: number): EdgeTarget {
  const [what, how] = [book.what(edge, place), book.how(edge, place)];
  if (how === EXTERNAL) return { external: book.words.text(what) };
  return how === BUILTIN ? { builtin: book.words.text(what) } : { symbol: what, how: HOWS[how] as EdgeHow };
}

/** The same symbols with other edges. */
export function bookOf(found: LinkedBook, { edges, unresolved }: Linked): LinkedBook {
  const book = new EdgeBook();
  for (const edge of edges) write(book, found.fileOf[edge.from] as number, edge);
  for (const { from, line, site, name } of unresolved) {
    book.unresolved(found.fileOf[from] as number, from, line);
    book.unresolvedAt(site[0], site[1], name);
  }
  return { ...found, book };
}

function write(book: EdgeBook, file: number, edge: LinkEdge): void {
  book.begin(file, KIND_NUMBER[edge.kind], edge.from, edge.line);
  if (edge.site) book.site(edge.site[0], edge.site[1]);
  for (const mark of ['implied', 'low', 'cut', 'member'] as const) if (edge[mark]) book.mark(MARK[mark]);
  if (edge.args !== undefined) book.written(edge.args);
  for (const target of edge.to) {
    if ('symbol' in target) book.target(target.symbol, HOW_NUMBER[target.how]);
    else if ('external' in target) book.target(book.words.of(target.external), EXTERNAL);
    else book.target(book.words.of(target.builtin), BUILTIN);
  }
}
