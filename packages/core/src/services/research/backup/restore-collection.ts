/**
 * Brings papers back from a backup that are not in the library any more. What is there stays as it is: a paper whose id or identifier the
 * library has is not touched, so that nobody's edits are lost by looking for something else. The whole of a store is restored by
 * `zapomni restore`.
 *
 *   check all of it ── which papers are missing ── their files, records and texts ── each paper in one transaction
 */
import type { BackupFile, RecordPut } from '../../../ports/index.ts';
import { allIdentifiers, decides } from '../library/keep/identifiers.ts';
import {
  identifierKey,
  type BibliographicItem,
  type CollectionRecord,
  type MemoryRecord,
} from '../../../model/index.ts';
import { backupBlobs, checkBackup } from '../../backup/read-backup.ts';
import type { BackupManifest } from '../../backup/backup-format.ts';
import type { Deps } from '../../deps.ts';
import { forgottenAmong, liftForgotten } from '../../forgotten/index.ts';
import { assignCitekeys } from '../library/keep/assign-citekeys.ts';
import { hashesOfPaper } from '../library/keep/forgotten-papers.ts';
import { identifiersOf, papersOf } from '../library/store/index.ts';
import { PAPERS, type PaperRecord } from '../library/store/paper-record.ts';
import { collectParts, recordsOf, type PaperParts } from './collect-parts.ts';

export interface RestoreRequest {
  readonly workspace: string;
  readonly file: BackupFile;
  /** Otherwise nothing is written. */
  readonly apply: boolean;
  /** Also what the user has deleted since. */
  readonly deleted: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

export interface RestoredCollection {
  readonly manifest: BackupManifest;
  /** Papers in the backup. */
  readonly papers: number;
  /** Of them, in the library already. */
  readonly present: number;
  /** Left out because the user has deleted them. */
  readonly forgotten: number;
  readonly missing: readonly { readonly id: string; readonly title: string }[];
  readonly restored: number;
  /** Of the papers that were brought back. */
  readonly files: RestoredFiles;
}

export interface RestoredFiles {
  /** In the store now. */
  readonly kept: number;
  /** Neither in the backup nor in the store. */
  readonly lost: number;
}

const NO_FILES: RestoredFiles = { kept: 0, lost: 0 };

export async function restoreCollection(deps: Deps, request: RestoreRequest): Promise<RestoredCollection> {
  const { workspace, file, apply, deleted, signal } = request;
  const manifest = await checkBackup(file.read());
  const found = await findMissing(deps, request);
  const counts = { papers: found.papers, present: found.present, forgotten: deleted ? 0 : found.forgotten.size };
  const wanted = new Map([...found.missing].filter(([id]) => deleted || !found.forgotten.has(id)));
  const missing = [...wanted].map(([id, { item }]) => ({ id, title: item.title ?? '' }));
  if (!apply) return { manifest, ...counts, missing, restored: 0, files: NO_FILES };
  const parts = await collectParts(file, workspace, wanted, signal);
  const files = await putBlobs(deps, file, parts.blobs, signal);
  const restored = await writePapers(deps, request, wanted, parts);
  return { manifest, ...counts, missing, restored, files };
}

type Missing = ReadonlyMap<string, PaperRecord>;

interface Found {
  readonly papers: number;
  readonly present: number;
  readonly missing: Missing;
  readonly forgotten: ReadonlySet<string>;
}

async function findMissing(deps: Deps, { workspace, file, signal }: RestoreRequest): Promise<Found> {
  const missing = new Map<string, PaperRecord>();
  const forgotten = new Set<string>();
  let [papers, present] = [0, 0];
  for await (const record of recordsOf(file, workspace, signal)) {
    if (record.kind !== 'record' || record.collection !== PAPERS.name) continue;
    papers++;
    const value = PAPERS.schema.parse(JSON.parse(record.value));
    if (await isPresent(deps, workspace, record.key, value.item)) present++;
    else missing.set(record.key, value);
    const hashes = missing.has(record.key) ? await hashesOfPaper(value.item) : [];
    if ((await forgottenAmong(deps, workspace, hashes)).size > 0) forgotten.add(record.key);
  }
  return { papers, present, missing, forgotten };
}

async function isPresent(deps: Deps, workspace: string, id: string, item: BibliographicItem): Promise<boolean> {
  if (await papersOf(deps).get(workspace, id)) return true;
  const ids = allIdentifiers(item.identifiers).filter((one) => decides(one, item.type));
  return (await identifiersOf(deps).getMany(workspace, ids.map(identifierKey))).length > 0;
}

async function putBlobs(
  { blobs }: Deps,
  file: BackupFile,
  wanted: ReadonlySet<string>,
  signal: AbortSignal | undefined,
): Promise<RestoredFiles> {
  if (wanted.size === 0) return NO_FILES;
  const lost = new Set(wanted);
  for await (const { hash, pieces } of backupBlobs(file.read())) {
    signal?.throwIfAborted();
    if (!lost.delete(hash)) for await (const piece of pieces) void piece;
    else await blobs.put(pieces, signal ? { signal } : {});
  }
  for (const hash of lost) if (await blobs.stat(hash)) lost.delete(hash);
  return { kept: wanted.size - lost.size, lost: lost.size };
}

async function writePapers(
  deps: Deps,
  { workspace, signal, onProgress }: RestoreRequest,
  wanted: Missing,
  { records, memories }: PaperParts,
): Promise<number> {
  let done = 0;
  for (const [id, paper] of wanted) {
    signal?.throwIfAborted();
    await liftForgotten(deps, workspace, await hashesOfPaper(paper.item));
    const [keyed] =
      paper.citekey === null ? [] : await assignCitekeys(deps, workspace, [{ ...paper.item, citekey: paper.citekey }]);
    const puts = (records.get(id) ?? []).map((record) =>
      record.collection === PAPERS.name
        ? papersOf(deps).writeFor(id, { ...paper, citekey: keyed?.citekey ?? null }, { ifVersion: 0 })
        : toPut(record),
    );
    const texts = (memories.get(id) ?? []).map(toMemory);
    if (texts.length > 0) await deps.storage.memories.add(texts, deps.clock.now(), undefined, inOrder(puts));
    else await deps.storage.records.write(workspace, inOrder(puts), deps.clock.now());
    onProgress?.(++done, wanted.size);
  }
  return done;
}

/** What others belong to comes before them. */
function inOrder(puts: readonly RecordPut[]): RecordPut[] {
  const order = ['papers', 'documents', 'document_structures', 'document_papers', 'paper_files'];
  const place = ({ collection }: RecordPut): number => {
    const at = order.indexOf(collection);
    return at < 0 ? order.length : at;
  };
  return puts.toSorted((one, other) => place(one) - place(other));
}

function toPut({ collection, key, value, entries, parent, blobs }: CollectionRecord): RecordPut {
  return { op: 'put', collection, key, value, entries, parent, blobs };
}

function toMemory({ workspace, id, memory, passages }: MemoryRecord) {
  const { text, kind, tags, source, metadata, hash, key, occurredAt, validFrom } = memory;
  return {
    id,
    workspace,
    text,
    kind,
    tags,
    source,
    metadata,
    hash,
    key,
    occurredAt,
    validFrom,
    supersedes: null,
    passages,
  };
}
