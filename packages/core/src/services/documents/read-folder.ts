/**
 * Reads all documents of a folder, each as cheaply as it can be (see bring-document.ts). Whoever is stopped in the middle, by
 * a signal or a crash, has stored what it has read; doing it again does the rest.
 */
import { toZapomniError } from '../../errors/index.ts';
import type { WalkedEntry, WorkData } from '../../ports/index.ts';
import type { Deps } from '../deps.ts';
import { collection } from '../records/collection.ts';
import { bringFile, bury, type Brought, type BroughtStatus } from './bring-document.ts';
import { DOCUMENTS, type KeptDocument } from './document-record.ts';
import { filesOf, isBelow, isGone, isUrl, request, type Asker } from './fetch-source.ts';
import { beginningOf } from './store-document.ts';

export interface FolderRequest extends Asker {
  readonly workspace: string;
  /** Absolute. */
  readonly folder: string;
  /** Patterns as in ignore files. */
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
  /** Whether `.gitignore` and the like count; true. */
  readonly ignoreFiles?: boolean | undefined;
  readonly onProgress?: ((progress: FolderProgress) => void) | undefined;
}

export interface FolderProgress {
  readonly done: number;
  readonly total: number;
  /** The file that is read next, from the folder; empty at the end. */
  readonly file: string;
  readonly passages: number;
}

export interface FailedFile {
  readonly file: string;
  readonly code: string;
  readonly message: string;
}

export interface FolderReport extends Record<BroughtStatus, number> {
  readonly failures: readonly FailedFile[];
  /** Files that are there and were not looked at, with the reason of the walk. */
  readonly leftOut: readonly { readonly file: string; readonly reason: string }[];
  readonly passages: number;
}

const MOST_FILES = 100_000;
const MOST_TOLD = 1000;
const PAGE = 500;

export async function readFolder(deps: Deps, asked: FolderRequest): Promise<FolderReport> {
  const { workspace, signal } = asked;
  const { entries, leftOut, folder } = await walk(deps, asked);
  const known = await knownIn(deps, workspace, folder);
  const counts: Record<BroughtStatus, number> = {
    read: 0,
    updated: 0,
    unchanged: 0,
    moved: 0,
    failed: 0,
    gone: 0,
    forgotten: 0,
  };
  const failures: FailedFile[] = [];
  let passages = 0;
  const total = entries.length;
  for (const [done, entry] of entries.entries()) {
    signal?.throwIfAborted();
    asked.onProgress?.({ done, total, file: entry.relative, passages });
    const brought = await bring(deps, asked, entry, known.get(entry.path) ?? null);
    counts[brought.status] += 1;
    passages += brought.passages;
    if (brought.error) failures.push(toFailure(entry.relative, brought.error));
  }
  const seen = new Set(entries.map(({ path }) => path));
  // What was not told may be there all the same; a folder without any file may be one whose disk is not there.
  const isWhole = total > 0 && leftOut.every(({ reason }) => !HIDING.has(reason));
  if (isWhole)
    counts.gone += await buryMissing(
      deps,
      asked,
      [...known.values()].filter(({ value }) => !seen.has(value.source ?? '')),
    );
  asked.onProgress?.({ done: total, total, file: '', passages });
  return { ...counts, failures: failures.slice(0, MOST_TOLD), leftOut: leftOut.slice(0, MOST_TOLD), passages };
}

/** Reasons for which a walk does not see what lies behind. */
const HIDING = new Set(['unreadable', 'too_many', 'too_deep', 'changed']);

async function bring(
  deps: Deps,
  asked: FolderRequest,
  entry: WalkedEntry,
  known: KeptDocument | null,
): Promise<Brought | { status: 'failed'; passages: 0; error: unknown }> {
  try {
    return await bringFile(deps, entry.path, { ...asked, leaveForgotten: true }, { stat: entry, known });
  } catch (error) {
    // Only what would be the same for every file ends the batch.
    if (asked.signal?.aborted || ENDING.has(toZapomniError(error).code)) throw error;
    return { status: 'failed', passages: 0, error };
  }
}

const ENDING: ReadonlySet<string> = new Set([
  'CANCELLED',
  'STORE_UNAVAILABLE',
  'STORE_BUSY',
  'STORE_FULL',
  'STORE_READ_ONLY',
  'STORE_CORRUPT',
  'STORE_TOO_NEW',
]);

function toFailure(file: string, error: unknown): FailedFile {
  const { code, message } = toZapomniError(error);
  return { file, code, message };
}

async function walk(deps: Deps, asked: FolderRequest) {
  const entries: WalkedEntry[] = [];
  const leftOut: { file: string; reason: string }[] = [];
  const { include, exclude, ignoreFiles } = asked;
  const options = {
    ...request(asked),
    ...(include ? { include } : {}),
    ...(exclude ? { exclude } : {}),
    ...(ignoreFiles === undefined ? {} : { ignoreFiles }),
    maxFiles: MOST_FILES,
  };
  const folder = asked.folder.length > 1 ? asked.folder.replace(/[/\\]+$/, '') : asked.folder;
  for await (const item of filesOf(deps).walk({ path: folder }, options)) {
    if (item.kind === 'left_out') leftOut.push({ file: item.relative, reason: item.reason });
    else entries.push(item);
  }
  return { entries, leftOut, folder };
}

/** By source. */
async function knownIn(deps: Deps, workspace: string, folder: string): Promise<Map<string, KeptDocument>> {
  const documents = collection(deps, DOCUMENTS);
  const known = new Map<string, KeptDocument>();
  let cursor: string | undefined;
  do {
    const place = cursor === undefined ? {} : { cursor };
    const page = await documents.list(workspace, {
      index: 'by_path',
      prefix: beginningOf(folder),
      limit: PAGE,
      ...place,
    });
    for (const kept of page.items) {
      const { source } = kept.value;
      if (source !== null && !isUrl(source) && isBelow(folder, source)) known.set(source, kept);
    }
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return known;
}

/** Not seen may also mean that it is ignored now: only what is not there any more is gone. A moved one has another source. */
async function buryMissing(deps: Deps, asked: FolderRequest, unseen: readonly KeptDocument[]): Promise<number> {
  let gone = 0;
  for (const one of unseen) {
    if (one.value.state === 'gone') continue;
    const now = await collection(deps, DOCUMENTS).get(asked.workspace, one.key);
    if (!now || now.value.source !== one.value.source || !(await isGone(deps, one.value.source ?? '', asked))) continue;
    await bury(deps, asked.workspace, now);
    gone += 1;
  }
  return gone;
}

/** As the result of work is kept. */
export function toWorkData({ failures, leftOut, ...counts }: FolderReport): WorkData {
  return {
    ...counts,
    failures: failures.slice(0, 50).map((failure) => ({ ...failure })),
    leftOut: leftOut.slice(0, 50).map((item) => ({ ...item })),
  };
}
