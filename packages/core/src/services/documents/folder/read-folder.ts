/**
 * Reads all documents of a folder, each as cheaply as it can be (see bring-document.ts). Whoever is stopped in the middle, by
 * a signal or a crash, has stored what it has read; doing it again does the rest.
 */
import type { ZapomniError } from '../../../errors/index.ts';
import type { WalkedEntry, WorkData } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import { collection } from '../../records/collection.ts';
import { asItWas, type Bringing, type BroughtStatus } from '../digest.ts';
import { beginningOf } from '../document-facts.ts';
import { DOCUMENTS, type KeptDocument } from '../document-record.ts';
import { filesOf, isBelow, isGone, isUrl, request, type Asker } from '../fetch-source.ts';
import { commit, planBurial } from '../store-document.ts';
import { commitFiles, isAsItWas, planFiles, type FileOutcome, type PlannedFile, type SeenFile } from './bring-files.ts';

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
  /** Passages were stored that wait for their vectors; told once for each batch. */
  readonly onStored?: (() => void) | undefined;
}

export interface FolderProgress {
  readonly done: number;
  readonly total: number;
  /** A file that is being read, from the folder; empty at the end. */
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
/** Of a batch: so much is read again after a crash, and no more is held in memory. */
const MOST_IN_BATCH = 100;
const MOST_BYTES = 1_000_000;

export async function readFolder(deps: Deps, asked: FolderRequest): Promise<FolderReport> {
  const { entries, leftOut, folder } = await walk(deps, asked);
  const known = await knownIn(deps, asked.workspace, folder);
  const files = entries.map((entry) => ({ ...entry, stat: entry, known: known.get(entry.path) ?? null }));
  const isFirst = (await collection(deps, DOCUMENTS).count(asked.workspace)) === 0;
  const reading = new Reading(deps, asked, files, isFirst ? null : new Set());
  await reading.bringAll();
  const seen = new Set(entries.map(({ path }) => path));
  // What was not told may be there all the same; a folder without any file may be one whose disk is not there.
  const isWhole = entries.length > 0 && leftOut.every(({ reason }) => !HIDING.has(reason));
  const unseen = isWhole ? [...known.values()].filter(({ value }) => !seen.has(value.source ?? '')) : [];
  const gone = await buryMissing(deps, asked, unseen);
  return { ...reading.report(), gone, leftOut: leftOut.slice(0, MOST_TOLD) };
}

/** Reasons for which a walk does not see what lies behind. */
const HIDING = new Set(['unreadable', 'too_many', 'too_deep', 'changed']);

type WalkedFile = SeenFile & WalkedEntry;

/** While the store writes a batch, the next one is read. */
class Reading {
  readonly #deps: Deps;
  readonly #asked: FolderRequest;
  readonly #bringing: Bringing;
  readonly #files: readonly WalkedFile[];
  readonly #counts = { read: 0, updated: 0, unchanged: 0, moved: 0, forgotten: 0, failed: 0, gone: 0 };
  readonly #failures: FailedFile[] = [];
  readonly #taken: Set<string> | null;
  #passages = 0;
  #done = 0;

  constructor(deps: Deps, asked: FolderRequest, files: readonly WalkedFile[], taken: Set<string> | null) {
    this.#deps = deps;
    this.#asked = asked;
    this.#bringing = { workspace: asked.workspace, client: asked.client, signal: asked.signal, leaveForgotten: true };
    this.#files = files;
    this.#taken = taken;
  }

  async bringAll(): Promise<void> {
    const { signal } = this.#asked;
    let writing: Promise<void> = Promise.resolve();
    try {
      for (const batch of batches(this.#changed())) {
        signal?.throwIfAborted();
        this.#tell(batch[0]);
        const [planned] = await Promise.all([this.#plan(batch), writing]);
        writing = this.#write(batch, planned);
      }
    } finally {
      // Whatever ends it, what was read before is written.
      await writing;
    }
    this.#done = this.#files.length;
    this.#tell();
  }

  report(): Omit<FolderReport, 'leftOut'> {
    return { ...this.#counts, failures: this.#failures.slice(0, MOST_TOLD), passages: this.#passages };
  }

  *#changed(): Generator<WalkedFile> {
    for (const file of this.#files) {
      if (file.known && isAsItWas(file, this.#bringing)) {
        this.#done += 1;
        this.#count(file, { ...asItWas(file.known), passages: 0 });
      } else yield file;
    }
  }

  #plan(batch: readonly WalkedFile[]): Promise<PlannedFile[]> {
    const onReady = (place: number) => {
      this.#done += 1;
      this.#tell(batch[place]);
    };
    return planFiles(this.#deps, batch, { bringing: this.#bringing, taken: this.#taken, onReady });
  }

  async #write(batch: readonly WalkedFile[], planned: readonly PlannedFile[]): Promise<void> {
    const outcomes = await commitFiles(this.#deps, this.#asked.workspace, planned);
    for (const [i, outcome] of outcomes.entries()) this.#count(batch[i] as WalkedFile, outcome);
    if (this.#passages > 0) this.#asked.onStored?.();
  }

  #count({ relative }: WalkedFile, { status, passages, error }: FileOutcome): void {
    this.#counts[status] += 1;
    this.#passages += passages;
    if (error) this.#failures.push(toFailure(relative, error));
  }

  #tell(next?: WalkedFile): void {
    const [done, total] = [this.#done, this.#files.length];
    this.#asked.onProgress?.({ done, total, file: next?.relative ?? '', passages: this.#passages });
  }
}

function* batches(files: Iterable<WalkedFile>): Generator<WalkedFile[]> {
  let [batch, bytes]: [WalkedFile[], number] = [[], 0];
  for (const file of files) {
    if (batch.length > 0 && bytes + file.size > MOST_BYTES) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(file);
    bytes += file.size;
    if (batch.length < MOST_IN_BATCH) continue;
    yield batch;
    [batch, bytes] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

function toFailure(file: string, { code, message }: ZapomniError): FailedFile {
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
export async function knownIn(deps: Deps, workspace: string, folder: string): Promise<Map<string, KeptDocument>> {
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
export async function buryMissing(
  deps: Deps,
  asked: Asker & { readonly workspace: string },
  unseen: readonly KeptDocument[],
): Promise<number> {
  const { workspace } = asked;
  let gone = 0;
  for (let at = 0; at < unseen.length; at += MOST_IN_BATCH) {
    const some = unseen.slice(at, at + MOST_IN_BATCH).filter(({ value }) => value.state !== 'gone');
    const now = await collection(deps, DOCUMENTS).getMany(
      workspace,
      some.map(({ key }) => key),
    );
    const sources = new Map(some.map(({ key, value }) => [key, value.source]));
    for (const one of now) {
      asked.signal?.throwIfAborted();
      const { source } = one.value;
      if (source === null || source !== sources.get(one.key) || !(await isGone(deps, source, asked))) continue;
      await commit(deps, workspace, [await planBurial(deps, workspace, one)]);
      gone += 1;
    }
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
