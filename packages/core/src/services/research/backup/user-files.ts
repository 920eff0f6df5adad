/**
 * Files of papers that stay where the user has them: the store knows their paths and hashes alone. A backup that is to have the files has
 * these too, each as it was when it was added, and says in their records that it has them; what was changed or cannot be read is named.
 */
import { createHash } from 'node:crypto';
import { toZapomniError } from '../../../errors/index.ts';
import type { TransferRecord } from '../../../model/index.ts';
import type { BlobStore, Files } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import { isUrl, request, type Asker } from '../../documents/fetch-source.ts';
import { filesOf, papersOf } from '../library/store/index.ts';
import { PAPER_FILES, type KeptPaperFile } from '../library/store/file-record.ts';

/** A file that the backup does not have. */
export interface LostFile {
  readonly workspace: string;
  /** Title of its paper. */
  readonly paper: string;
  readonly file: string;
  /** `gone`: not there, or not below a folder that may be read. */
  readonly reason: 'gone' | 'changed' | 'unreadable' | 'not_kept';
}

interface Place {
  readonly path: string;
  readonly bytes: number;
  /** As it was when its hash was told. */
  readonly version: string;
}

/** The first of them by name, and how many there are. */
export interface LostFiles {
  readonly total: number;
  readonly named: readonly LostFile[];
}

export interface UserFiles {
  readonly lost: LostFiles;
  /** Of the store and of the user's folders together. */
  readonly blobs: Pick<BlobStore, 'stat' | 'verify' | 'read'>;
  /** A record of one of the files, saying that its bytes are kept. */
  readonly change: (record: TransferRecord) => TransferRecord;
}

const MOST_NAMED = 200;

/** `onFile`: after each, because all of them are read. */
export async function findUserFiles(deps: Deps, asker: Asker, onFile?: (done: number) => void): Promise<UserFiles> {
  const places = new Map<string, Place>();
  const named: LostFile[] = [];
  let [done, total] = [0, 0];
  for (const { id: workspace } of await deps.storage.workspaces.list())
    for await (const file of filesOf(deps).each(workspace)) {
      asker.signal?.throwIfAborted();
      const reason = await lookAt(deps, asker, file, places);
      onFile?.(++done);
      if (reason === null) continue;
      total += 1;
      if (total <= MOST_NAMED) named.push({ workspace, ...(await nameOf(deps, workspace, file)), reason });
    }
  const lost = { total, named };
  return { lost, blobs: together(deps, asker, places), change: (record) => withBytes(record, places) };
}

/** Null where the backup can have it. */
async function lookAt(
  deps: Deps,
  asker: Asker,
  { value: { blob, hash, source } }: KeptPaperFile,
  places: Map<string, Place>,
): Promise<LostFile['reason'] | null> {
  if (blob !== null) return (await deps.blobs.stat(blob)) ? null : 'gone';
  // A text that somebody gave is all in the store.
  if (source === null || places.has(hash)) return null;
  if (isUrl(source)) return 'not_kept';
  if (!deps.files) return 'gone';
  try {
    const { version, size } = await deps.files.stat({ path: source }, request(asker));
    if ((await hashOf(deps.files, source, asker)) !== hash) return 'changed';
    places.set(hash, { path: source, bytes: size, version });
    return null;
  } catch (error) {
    const { code } = toZapomniError(error);
    if (code === 'CANCELLED') throw error;
    return code === 'NOT_FOUND' ? 'gone' : 'unreadable';
  }
}

async function hashOf(files: Files, path: string, asker: Asker): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of files.bytes({ path }, request(asker))) hash.update(piece);
  return hash.digest('hex');
}

async function nameOf(
  deps: Deps,
  workspace: string,
  { value: { paper, source, hash } }: KeptPaperFile,
): Promise<Pick<LostFile, 'paper' | 'file'>> {
  const found = await papersOf(deps).get(workspace, paper);
  return { paper: found?.value.item.title ?? '', file: source ?? hash };
}

/** What the store keeps itself is taken from there. */
function together(deps: Deps, asker: Asker, places: ReadonlyMap<string, Place>): UserFiles['blobs'] {
  const { blobs, files } = deps;
  return {
    stat: async (hash) => {
      const place = places.get(hash);
      return (await blobs.stat(hash)) ?? (place ? { hash, bytes: place.bytes, putAt: 0 } : null);
    },
    verify: async (hash, signal) => {
      const [kept, place] = [await blobs.verify(hash, signal), places.get(hash)];
      if (kept !== 'missing' || !place || !files) return kept;
      const now = await files.stat({ path: place.path }, request(asker)).catch(() => null);
      return now?.version === place.version ? 'ok' : 'damaged';
    },
    read: (hash, range) => readEither(deps, asker, { hash, range, place: places.get(hash) }),
  };
}

interface Wanted {
  readonly hash: string;
  readonly range: Parameters<BlobStore['read']>[1];
  readonly place: Place | undefined;
}

async function* readEither(
  { blobs, files }: Deps,
  asker: Asker,
  { hash, range, place }: Wanted,
): AsyncGenerator<Uint8Array> {
  if (!place || !files || (await blobs.stat(hash))) yield* blobs.read(hash, range);
  else yield* files.bytes({ path: place.path }, request(asker));
}

function withBytes(record: TransferRecord, places: ReadonlyMap<string, Place>): TransferRecord {
  if (record.kind !== 'record' || record.collection !== PAPER_FILES.name) return record;
  const value = PAPER_FILES.schema.parse(JSON.parse(record.value));
  if (value.blob !== null || !places.has(value.hash)) return record;
  const blobs = [...new Set([...record.blobs, value.hash])].toSorted();
  return { ...record, value: JSON.stringify({ ...value, blob: value.hash }), blobs };
}
