/** What is to become of a document whose bytes have been fetched, or could not be: decided here, written by the caller. */
import { toZapomniError, ZapomniError, type ErrorCode } from '../../errors/index.ts';
import type { ReadDocument } from '../../ports/index.ts';
import type { Deps } from '../deps.ts';
import { textHash } from '../forgotten/index.ts';
import { sha256 } from '../memory/prepare-text.ts';
import { collection } from '../records/collection.ts';
import type { Origin } from './document-facts.ts';
import { DOCUMENTS, type KeptDocument } from './document-record.ts';
import { isGone, isUrl, type Asker, type Fetched } from './fetch-source.ts';
import type { FlatDocument } from './flatten.ts';
import { hasEnded, planAmending, planFailure, planMove, planReading, type DocumentPlan } from './store-document.ts';

export type BroughtStatus = 'read' | 'updated' | 'unchanged' | 'moved' | 'failed' | 'gone' | 'forgotten';

export interface Bringing extends Asker {
  readonly workspace: string;
  /** Throws where what a page gave is not what was asked for. Nothing is written down then. */
  readonly accept?: ((fetched: Fetched) => void) | undefined;
  /** Throws where a file, once read, has not what was asked for. That is no fault of the file, and nothing is written down. */
  readonly fits?: ((flat: FlatDocument) => void) | undefined;
  /** Read it though it seems to be as it was. */
  readonly again?: boolean | undefined;
  /** Leave out what the user has forgotten. Otherwise it counts as said by hand, and may be known again. */
  readonly leaveForgotten?: boolean | undefined;
}

export interface Digesting {
  readonly bringing: Bringing;
  readonly known: KeptDocument | null;
  readonly origin: Origin;
}

export interface FetchedDigesting extends Digesting {
  readonly fetched: Fetched;
  /** Of the bytes. */
  readonly hash: string;
  /** Documents that others of the same batch have taken for moved; null where there were none before, that could have. */
  readonly taken: Set<string> | null;
}

export interface Step {
  readonly status: BroughtStatus;
  /** Null when there is nothing to write. */
  readonly plan: DocumentPlan | null;
  /** Where nothing is written, the document as it is, if there is one. */
  readonly document: KeptDocument | null;
  readonly error: ZapomniError | null;
  /** Of what it says, in bytes and in text: by these it may have been forgotten. */
  readonly hashes: readonly string[];
}

/** Failures that lie in the file itself: as long as it is the same, reading it again says the same. */
const LASTING: ReadonlySet<string> = new Set(['INVALID_INPUT', 'TOO_LARGE']);

export async function findBySource(deps: Deps, workspace: string, source: string): Promise<KeptDocument | null> {
  const query = { index: 'by_place' as const, where: { place: await sha256(source) }, limit: 1 };
  return (await collection(deps, DOCUMENTS).list(workspace, query)).items[0] ?? null;
}

export async function digest(deps: Deps, digesting: FetchedDigesting): Promise<Step> {
  const { bringing, known, hash, fetched, taken } = digesting;
  const origin = { ...digesting.origin, hash, size: fetched.bytes.length };
  if (known && !bringing.again && known.value.hash === hash && known.value.state === 'ok')
    return step('unchanged', await planAmending(deps, known, origin), [hash]);
  const from = known ? null : await movedFrom(deps, digesting);
  if (from) taken?.add(from.key);
  if (from?.value.state === 'ok') return step('moved', await planMove(deps, from, origin), [hash]);
  // Loaded with the first document.
  const { readPaper } = await import('./paper/read-paper.ts');
  const flat = readPaper(await readBytes(deps, fetched, bringing.signal));
  mustFit(bringing, flat);
  const hashes = [hash, await textHash(flat.text)];
  return planRead(deps, { bringing, known: known ?? from, origin }, { flat, hashes });
}

async function planRead(
  deps: Deps,
  { bringing, known, origin }: Digesting,
  { flat, hashes }: { readonly flat: FlatDocument; readonly hashes: readonly string[] },
): Promise<Step> {
  const plan = await planReading(deps, bringing.workspace, known, { origin, flat });
  const isElsewhere = known !== null && known.value.source !== origin.source;
  const status = isElsewhere ? 'moved' : known?.value.memory && !hasEnded(known) ? 'updated' : 'read';
  return step(status, plan, hashes);
}

/** What is wrong with the file is written down; that somebody stopped it, or that the store is away, is not its fault. */
export async function digestFailure(deps: Deps, { known, origin }: Digesting, error: unknown): Promise<Step> {
  if (error instanceof Unfit) throw error.cause;
  const failure = toZapomniError(error);
  if (!isOfTheFile(failure)) throw failure;
  const plan = await planFailure(deps, known, { origin, error: failure });
  return { ...step('failed', plan, []), error: failure };
}

function step(status: BroughtStatus, plan: DocumentPlan, hashes: readonly string[]): Step {
  return { status, plan, document: null, error: null, hashes };
}

class Unfit extends Error {
  override readonly name = 'Unfit';
}

function mustFit({ fits }: Bringing, flat: FlatDocument): void {
  try {
    fits?.(flat);
  } catch (cause) {
    throw new Unfit('has not what was asked for', { cause });
  }
}

export function asItWas(document: KeptDocument): Step & { readonly document: KeptDocument } {
  const { state, error } = document.value;
  const isFailed = state === 'failed' && error !== null;
  const failure = isFailed ? new ZapomniError(error.code as ErrorCode, error.message) : null;
  const status = isFailed ? 'failed' : state === 'forgotten' ? state : 'unchanged';
  return { status, plan: null, document, error: failure, hashes: [] };
}

/** Read as it is, known to be unreadable as it is, or left out as it is by those who leave out what was forgotten. */
export function isSettled({ value: { state, error } }: KeptDocument, { leaveForgotten = false }: Bringing): boolean {
  if (state === 'forgotten') return leaveForgotten;
  return state === 'ok' || (state === 'failed' && LASTING.has(error?.code ?? ''));
}

/** Another process was quicker. */
export async function broughtMeanwhile(deps: Deps, { bringing, origin }: Digesting): Promise<KeptDocument | null> {
  const known = origin.source === null ? null : await findBySource(deps, bringing.workspace, origin.source);
  return known && known.value.modified === origin.modified && isSettled(known, bringing) ? known : null;
}

export function readBytes(deps: Deps, { bytes, name, mimeType }: Fetched, signal?: AbortSignal): Promise<ReadDocument> {
  const source = { bytes, name, ...(mimeType === undefined ? {} : { mimeType }) };
  // A character may take two code units; how many characters there are is counted when it is stored.
  const limits = { maxCharacters: deps.config.max_text_length * 2 };
  return deps.documentReader.read(source, { limits, ...(signal ? { signal } : {}) });
}

/** A document with the same bytes whose file is not there any more. */
async function movedFrom(
  deps: Deps,
  { bringing, origin, hash, taken }: FetchedDigesting,
): Promise<KeptDocument | null> {
  const { source } = origin;
  if (source === null || isUrl(source) || taken === null) return null;
  for (const kept of await withHash(deps, bringing.workspace, hash)) {
    const { source: was, state } = kept.value;
    if (state === 'failed' || state === 'forgotten' || was === null || isUrl(was) || taken.has(kept.key)) continue;
    if (await isGone(deps, was, bringing)) return taken.has(kept.key) ? null : kept;
  }
  return null;
}

const MOST_ALIKE = 50;

export async function withHash(deps: Deps, workspace: string, hash: string): Promise<readonly KeptDocument[]> {
  const query = { index: 'by_hash' as const, where: { hash }, limit: MOST_ALIKE };
  return (await collection(deps, DOCUMENTS).list(workspace, query)).items;
}

function isOfTheFile({ code }: ZapomniError): boolean {
  return LASTING.has(code) || ['FORBIDDEN', 'NOT_FOUND', 'TIMEOUT', 'INTERNAL'].includes(code);
}
