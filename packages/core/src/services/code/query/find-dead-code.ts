/**
 * Functions and classes that nothing seems to use. Nobody can be sure of that: what is found by its name while a program runs, what
 * other repositories use and what a framework calls leaves no edge. So each comes with why it is believed, and whatever could be used in
 * one of those ways is left out and counted.
 */
import { ZapomniError } from '../../../errors/index.ts';
import type { Deps } from '../../deps.ts';
import { findRepository } from '../store/find-repository.ts';
import type { KeptRepository, KeptSymbol } from '../store/index.ts';
import { CodeReader } from './code-reader.ts';
import { believe, reasonToSpare, type Belief, type Spared } from './belief.ts';
import { filesBelow, folderOf } from './files-below.ts';
import { byPlace } from './get-callers.ts';
import { isNamedElsewhere } from './mentions.ts';

export interface DeadCodeRequest {
  readonly workspace: string;
  readonly repository?: string | undefined;
  /** Only below this folder, or in this file. */
  readonly path?: string | undefined;
  /** Also what is exported: in a program, not a library, nobody else uses it. */
  readonly exported: boolean;
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
}

export interface DeadSymbol {
  readonly symbol: KeptSymbol;
  readonly belief: Belief;
  readonly why: readonly string[];
}

export interface DeadCode {
  readonly repository: KeptRepository;
  readonly found: readonly DeadSymbol[];
  readonly spared: Readonly<Partial<Record<Spared, number>>>;
  /** Symbols that were looked at. */
  readonly looked: number;
  /** False: there may be more. */
  readonly complete: boolean;
}

const KINDS = new Set(['function', 'method', 'class', 'struct']);
/** What stands in these is a promise that others keep. */
const DECLARING = new Set(['interface', 'trait']);
const PORTION = 500;
const MOST_LOOKED = 60_000;

export async function findDeadCode(deps: Deps, request: DeadCodeRequest): Promise<DeadCode> {
  const repository = await findRepository(deps, request.workspace, request.repository);
  if (repository.value.linked !== repository.value.generation) throw unlinked();
  const looking: Looking = { deps, reader: new CodeReader(deps, repository), request, found: [], spared: {} };
  let [looked, complete] = [0, true];
  for await (const symbols of leastImportant(looking.reader, folderOf(request.path))) {
    request.signal?.throwIfAborted();
    complete = looking.found.length < request.limit && looked < MOST_LOOKED;
    if (!complete) break;
    looked += symbols.length;
    await lookAt(looking, symbols);
  }
  const { found, spared } = looking;
  const shown = found.sort(bySize).slice(0, request.limit);
  return { repository, found: shown, spared, looked, complete: complete && shown.length === found.length };
}

interface Looking {
  readonly deps: Deps;
  readonly reader: CodeReader;
  readonly request: DeadCodeRequest;
  readonly found: DeadSymbol[];
  readonly spared: Partial<Record<Spared, number>>;
}

async function lookAt(
  { deps, reader, request, found, spared }: Looking,
  symbols: readonly KeptSymbol[],
): Promise<void> {
  const unused = await unusedOf(reader, symbols.filter(isCandidate));
  const parents = await reader.symbolsOf(unused.flatMap(({ value }) => value.parent ?? []));
  for (const symbol of unused) {
    const parent = parents.get(symbol.value.parent ?? '') ?? null;
    if (parent && DECLARING.has(parent.value.kind)) continue;
    const reason = reasonToSpare(symbol, parent, request.exported);
    const why = reason ?? ((await isNamedElsewhere(deps, reader, symbol)) ? 'named_elsewhere' : null);
    if (why === null) found.push({ symbol, ...believe(symbol) });
    else spared[why] = (spared[why] ?? 0) + 1;
  }
}

/** Until then nothing leads to anything. */
function unlinked(): ZapomniError {
  return new ZapomniError(
    'CONFLICT',
    'repository: who calls whom is not known yet, because it is still being indexed.',
    {
      hint: 'Ask again when list_repositories says that it is ready; index_codebase goes on with one that was interrupted.',
    },
  );
}

/** What nothing uses is of the least importance, so that of a whole repository only the end of the list is looked at. */
async function* leastImportant(reader: CodeReader, folder: string): AsyncGenerator<readonly KeptSymbol[]> {
  if (folder !== '') {
    for (const { key } of await filesBelow(reader, folder)) yield reader.symbolsIn(key);
    return;
  }
  for (let cursor: string | null | undefined; cursor !== null;) {
    const place: { cursor?: string } = cursor === undefined ? {} : { cursor };
    const page = await reader.symbols.list(reader.store, { index: 'by_importance', limit: PORTION, ...place });
    yield page.items;
    cursor = page.next;
  }
}

function isCandidate({ value }: KeptSymbol): boolean {
  return KINDS.has(value.kind) && value.callers === 0 && !value.is_test;
}

/** Those that no edge comes to, but for what they do themselves: a function that only calls itself is not used. */
async function unusedOf(reader: CodeReader, symbols: readonly KeptSymbol[]): Promise<KeptSymbol[]> {
  const inbound = await reader.inboundOf(symbols.map(({ key, value }) => ({ id: key, file: value.file })));
  const used = new Set(inbound.filter(({ from, to }) => from !== to).map(({ to }) => to));
  const inside = await membersUsed(
    reader,
    symbols.filter(({ key }) => !used.has(key)),
  );
  return symbols.filter(({ key }) => !used.has(key) && !inside.has(key));
}

/** A class is used where its constructor or another member is. */
async function membersUsed(reader: CodeReader, symbols: readonly KeptSymbol[]): Promise<ReadonlySet<string>> {
  const classes = symbols.filter(({ value }) => value.kind === 'class' || value.kind === 'struct');
  const inside = await Promise.all(classes.map(({ value }) => reader.symbolsIn(value.file, value.lines)));
  const members = inside.flat().filter(({ value }) => value.parent !== null);
  const inbound = await reader.inboundOf(members.map(({ key, value }) => ({ id: key, file: value.file })));
  const ownerOf = new Map(members.map(({ key, value }) => [key, value.parent as string]));
  const used = new Set<string>();
  for (const { from, to } of inbound) {
    const owner = ownerOf.get(to);
    if (owner !== undefined && ownerOf.get(from) !== owner) used.add(owner);
  }
  return used;
}

/** What is surest first, and of that what there is most of. */
function bySize(a: DeadSymbol, b: DeadSymbol): number {
  const size = ({ symbol: { value } }: DeadSymbol): number => value.lines[1] - value.lines[0];
  if (a.belief !== b.belief) return a.belief === 'likely' ? -1 : 1;
  return size(b) - size(a) || byPlace(a.symbol.value, b.symbol.value);
}
