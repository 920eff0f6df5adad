/**
 * Forgetting without a trace. A deletion removes memories from the store; what is left of them elsewhere goes here:
 *
 *   store ── texts, versions, passages, vectors, words, graph, records        in the transaction of the deletion
 *   blobs ── those that nobody else refers to                                 at once, not after their grace
 *   tasks ── ended ones, whose reports name files
 *   caches ─ embeddings by their text, pages of the network                   all of them: what is quick to find is soon kept again
 *   files ── journals, logs and free pages of the engine                      `scrub`
 *
 * What stays are hashes, so that it is not brought back, copies that the user made, and what the files of an indexed repository say
 * (code-saying.ts); the receipt names them.
 */
import { ZapomniError } from '../../errors/index.ts';
import type { DeletionReceipt, StoreCopy } from '../../ports/index.ts';
import type { Deps } from '../deps.ts';
import { findDocument } from '../documents/find-document.ts';
import { removeDocument } from '../documents/list-documents.ts';
import { hashesOfMemories, type ForgottenHash } from '../forgotten/index.ts';
import { deleteMemories } from '../memory/memories.ts';
import { codeSaying, wholeTexts } from './code-saying.ts';
import { referredBlobs, removeUnreferred, type RemovedBlobs } from './purge-blobs.ts';

export interface PurgeRequest {
  readonly workspace: string;
  /** Of memories. None of these and no documents: what was deleted before leaves no trace either. */
  readonly ids: readonly string[];
  /** By id, name, path or URL. */
  readonly documents?: readonly string[] | undefined;
  /** What they were found by: looked for in code too. Without it, their texts are. */
  readonly saying?: readonly string[] | undefined;
}

export interface PurgeReceipt {
  readonly at: number;
  readonly workspace: string;
  readonly ids: readonly string[];
  /** Of what was forgotten: whoever has it can prove that it was this. */
  readonly hashes: readonly ForgottenHash[];
  readonly removed: DeletionReceipt;
  readonly blobs: RemovedBlobs;
  readonly tasks: number;
  readonly cacheFiles: number;
  /** What was done with the files of the store, and where it may still be. */
  readonly did: readonly string[];
  readonly remains: readonly string[];
  /** Made before; they may hold it. */
  readonly copies: readonly StoreCopy[];
}

const NOTHING: DeletionReceipt = {
  memories: 0,
  passages: 0,
  versions: 0,
  mentions: 0,
  relations: 0,
  entities: 0,
  records: 0,
  bytes: 0,
};

/** Kinds of work whose payloads and reports name what was read. */
const TELLING_WORK = ['read_folder', 'build_graph', 'index_codebase'];

export async function purge(deps: Deps, request: PurgeRequest): Promise<PurgeReceipt> {
  const { workspace } = request;
  const at = deps.clock.now();
  const referred = await referredBlobs(deps);
  const { ids, hashes, removed, texts } = await remove(deps, request);
  const blobs = await removeUnreferred(deps, referred, at);
  const tasks = await deps.storage.work.prune(at + 1, TELLING_WORK);
  const cacheFiles = (await deps.traces?.clearCaches()) ?? 0;
  const { did, remains: inFiles } = await deps.storage.scrub();
  const remains = [...inFiles, ...(await codeSaying(deps, workspace, request.saying ?? wholeTexts(texts)))];
  const copies = (await deps.traces?.copies()) ?? [];
  deps.logger.log('info', 'purged', { workspace, memory_ids: ids, remains: remains.length });
  return { at, workspace, ids, hashes, removed, blobs, tasks, cacheFiles, did, remains, copies };
}

interface Removed {
  readonly ids: readonly string[];
  readonly hashes: readonly ForgottenHash[];
  readonly removed: DeletionReceipt;
  readonly texts: readonly string[];
}

/** All of it is looked up before anything goes. */
async function remove(deps: Deps, { workspace, ids: named, documents = [] }: PurgeRequest): Promise<Removed> {
  const kept = await Promise.all(documents.map((document) => findDocument(deps, workspace, document)));
  const texts = kept.flatMap(({ value }) => value.memory ?? []);
  const alone = [...new Set(named)].filter((id) => !texts.includes(id));
  await requireAll(deps, workspace, alone);
  const ids = [...alone, ...new Set(texts)];
  const said = await hashesOfMemories(deps, workspace, ids);
  const whole = (await deps.storage.memories.get(workspace, ids)).map(({ text }) => text);
  const bytes = kept.flatMap(({ value }) => (value.hash === null ? [] : [{ hash: value.hash, of: 'bytes' as const }]));
  const hashes = [...new Map([...said, ...bytes].map((one) => [one.hash, one])).values()];
  const receipts = alone.length > 0 ? [await deleteMemories(deps, workspace, alone)] : [];
  for (const one of new Map(kept.map((document) => [document.key, document])).values())
    receipts.push(await removeDocument(deps, workspace, one));
  return { ids, hashes, removed: receipts.reduce(sum, NOTHING), texts: whole };
}

async function requireAll(deps: Deps, workspace: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0 || (await deps.storage.memories.summaries(workspace, ids)).length === ids.length) return;
  throw new ZapomniError('NOT_FOUND', 'Not all of the memories exist in this workspace; nothing was purged.');
}

function sum(one: DeletionReceipt, other: DeletionReceipt): DeletionReceipt {
  const names = Object.keys(NOTHING) as (keyof DeletionReceipt)[];
  return Object.fromEntries(names.map((name) => [name, one[name] + other[name]])) as unknown as DeletionReceipt;
}
