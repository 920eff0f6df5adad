/**
 * Brings many files at once, each to its own end: they are fetched beside each other, read one after the other in the thread
 * of the readers, and what is to be written of all of them is one transaction. Where that is refused, because another process
 * has brought one of them meanwhile, each is written by itself.
 */
import { toZapomniError, type ZapomniError } from '../../../errors/index.ts';
import type { FileStat } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import { forgottenAmong } from '../../forgotten/index.ts';
import { hashOf } from '../../memory/prepare-text.ts';
import { originOf } from '../bring-document.ts';
import {
  asItWas,
  broughtMeanwhile,
  digest,
  digestFailure,
  isSettled,
  type Bringing,
  type BroughtStatus,
  type Digesting,
  type Step,
} from '../digest.ts';
import type { KeptDocument } from '../document-record.ts';
import { fetchFile, type Fetched } from '../fetch-source.ts';
import { commit, planLeaving } from '../store-document.ts';

/** A file as a walk or a watch has just seen it, and what is known of it. */
export interface SeenFile {
  readonly path: string;
  readonly stat: FileStat;
  readonly known: KeptDocument | null;
}

export interface FileOutcome {
  readonly status: BroughtStatus;
  readonly passages: number;
  readonly error: ZapomniError | null;
}

export interface Batch {
  readonly bringing: Bringing;
  /** Documents that files of this or an earlier batch of the same run are: two cannot have moved from one place. Null where there were none before the run. */
  readonly taken: Set<string> | null;
  /** One more, by its place in the batch, is ready to be written. */
  readonly onReady?: (place: number) => void;
}

/** What is to be written of a file of the batch. */
export interface PlannedFile {
  readonly digesting: Digesting;
  readonly step: Step;
}

/** Only what would be the same for every file ends the batch. */
const ENDING: ReadonlySet<string> = new Set([
  'CANCELLED',
  'STORE_UNAVAILABLE',
  'STORE_BUSY',
  'STORE_FULL',
  'STORE_READ_ONLY',
  'STORE_CORRUPT',
  'STORE_TOO_NEW',
]);

/** A look at its stamp is all that it costs. */
export function isAsItWas({ stat, known }: SeenFile, bringing: Bringing): boolean {
  return known !== null && known.value.modified === stat.version && isSettled(known, bringing);
}

export async function planFiles(deps: Deps, files: readonly SeenFile[], batch: Batch): Promise<PlannedFile[]> {
  const { bringing } = batch;
  const fetched = await Promise.all(files.map((file) => fetchOne(deps, file, bringing)));
  const hashes = fetched.flatMap((one) => ('hash' in one ? [one.hash] : []));
  const forgotten = await forgottenAmong(deps, bringing.workspace, hashes);
  const planned = await Promise.all(
    files.map(async (file, i) => {
      const one = fetched[i] as FetchedFile;
      const digesting = { bringing, known: file.known, origin: originOf(file.path, file.stat) };
      const isLeft = 'hash' in one && forgotten.has(one.hash) && !isSame(file, one.hash);
      const step = isLeft ? await leave(deps, digesting, one.hash) : await planOne(deps, digesting, one, batch);
      batch.onReady?.(i);
      return { digesting, step };
    }),
  );
  return withoutForgotten(deps, bringing.workspace, planned);
}

type FetchedFile = { readonly fetched: Fetched; readonly hash: string } | { readonly error: unknown };

async function fetchOne(deps: Deps, { path, stat }: SeenFile, bringing: Bringing): Promise<FetchedFile> {
  try {
    const fetched = await fetchFile(deps, path, bringing, stat);
    return { fetched, hash: await hashOf(fetched.bytes) };
  } catch (error) {
    return { error };
  }
}

async function leave(deps: Deps, { bringing, known, origin }: Digesting, hash: string): Promise<Step> {
  const plan = await planLeaving(deps, bringing.workspace, known, { ...origin, hash });
  return { status: 'forgotten', plan, document: null, error: null, hashes: [hash] };
}

function isSame({ known }: SeenFile, hash: string): boolean {
  return known?.value.state === 'ok' && known.value.hash === hash;
}

async function planOne(deps: Deps, digesting: Digesting, one: FetchedFile, { taken }: Batch): Promise<Step> {
  try {
    if ('error' in one) throw one.error;
    return await digest(deps, { ...digesting, ...one, taken });
  } catch (error) {
    const failure = toZapomniError(error);
    if (digesting.bringing.signal?.aborted || ENDING.has(failure.code)) throw error;
    return digestFailure(deps, digesting, failure).catch((other: unknown) => failed(other));
  }
}

/** The text of a file may have been forgotten under other bytes. */
async function withoutForgotten(
  deps: Deps,
  workspace: string,
  planned: readonly PlannedFile[],
): Promise<PlannedFile[]> {
  const bringsText = ({ step }: PlannedFile) => (step.plan?.passages ?? 0) > 0;
  const hashes = planned.filter(bringsText).flatMap(({ step }) => step.hashes);
  const forgotten = hashes.length === 0 ? new Set() : await forgottenAmong(deps, workspace, hashes);
  const isLeft = (one: PlannedFile) => bringsText(one) && one.step.hashes.some((hash) => forgotten.has(hash));
  return Promise.all(
    planned.map(async (one) =>
      isLeft(one) ? { ...one, step: await leave(deps, one.digesting, one.step.hashes[0] ?? '') } : one,
    ),
  );
}

/** What became of each, in the order given. */
export async function commitFiles(
  deps: Deps,
  workspace: string,
  planned: readonly PlannedFile[],
): Promise<FileOutcome[]> {
  try {
    await commit(
      deps,
      workspace,
      planned.flatMap(({ step }) => (step.plan && !step.plan.change ? [step.plan] : [])),
    );
  } catch (error) {
    if (ENDING.has(toZapomniError(error).code)) throw error;
    return inTurn(planned, (one) => commitOne(deps, workspace, one));
  }
  return inTurn(planned, (one) =>
    one.step.plan?.change ? commitOne(deps, workspace, one) : Promise.resolve(toOutcome(one.step)),
  );
}

async function commitOne(deps: Deps, workspace: string, { step, digesting }: PlannedFile): Promise<FileOutcome> {
  try {
    if (step.plan) await commit(deps, workspace, [step.plan]);
    return toOutcome(step);
  } catch (error) {
    const failure = toZapomniError(error);
    if (ENDING.has(failure.code)) throw error;
    const other = await broughtMeanwhile(deps, digesting);
    return toOutcome(other ? asItWas(other) : failed(failure));
  }
}

async function inTurn<Item, Result>(items: readonly Item[], one: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await one(item));
  return results;
}

function toOutcome({ status, plan, error }: Step): FileOutcome {
  return { status, passages: plan?.passages ?? 0, error };
}

function failed(error: unknown): Step {
  return { status: 'failed', plan: null, document: null, error: toZapomniError(error), hashes: [] };
}
