/** What one pass over notes works with. */
import { toZapomniError } from '../../../errors/index.ts';
import type { FolderWriter, RecordWrite } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import { filesOf, request } from '../../documents/fetch-source.ts';
import { collection } from '../../records/collection.ts';
import type { MirrorRequest, Tally } from '../mirror-request.ts';
import { MIRRORED, noteKey, type NoteRecord } from '../state/mirror-record.ts';
import type { MirrorView, SeenFile } from '../state/mirror-view.ts';
import { readText } from '../state/read-text.ts';

export interface Pass {
  readonly deps: Deps;
  readonly asked: MirrorRequest;
  readonly view: MirrorView;
  readonly writer: FolderWriter;
  readonly tally: Tally;
  /** Called between portions of work: keeps the lease. */
  breathe(): Promise<void>;
  /** Files that were changed by somebody else meanwhile: they are looked at again. */
  readonly busy: Set<string>;
}

export function putOf({ deps, view }: Pass, note: Omit<NoteRecord, 'mirror'>): RecordWrite {
  const { id: mirror } = view.place;
  return collection(deps, MIRRORED).writeFor(noteKey(mirror, note.memory), { ...note, mirror });
}

export function dropOf({ deps, view }: Pass, memory: string): RecordWrite {
  return collection(deps, MIRRORED).deletionOf(noteKey(view.place.id, memory));
}

export function remember({ view }: Pass, note: Omit<NoteRecord, 'mirror'>): void {
  view.notes.set(note.memory, { ...note, mirror: view.place.id });
}

/** Both in the store and here. */
export async function writeNotesOf(pass: Pass, notes: readonly Omit<NoteRecord, 'mirror'>[]): Promise<void> {
  if (notes.length === 0) return;
  const { deps, asked } = pass;
  await deps.storage.records.write(
    asked.workspace,
    notes.map((note) => putOf(pass, note)),
    deps.clock.now(),
  );
  for (const note of notes) remember(pass, note);
}

/** The text of a file that was looked at; null when it is another by now. */
export async function textOfSeen(
  { deps, asked, busy }: Pass,
  { path, relative, hash }: SeenFile,
): Promise<string | null> {
  try {
    const found = await readText(filesOf(deps), path, request(asked));
    if (found.hash === hash) return found.text;
  } catch (error) {
    if (toZapomniError(error).code !== 'NOT_FOUND') throw error;
  }
  busy.add(relative);
  return null;
}

/**
 * Does something with one file. What is wrong with that file alone is reported, and the others go on; one that was changed
 * meanwhile is looked at again.
 */
export async function withFile<T>(pass: Pass, relative: string, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    const { code, message } = toZapomniError(error);
    if (code === 'CONFLICT' || code === 'NOT_FOUND') pass.busy.add(relative);
    else if (code === 'INVALID_INPUT' || code === 'TOO_LARGE' || code === 'FORBIDDEN')
      pass.tally.skipped.push({ file: relative, reason: message });
    else throw error;
    return null;
  }
}

/** A few at a time, in any order. */
export async function eachOf<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values();
  const workers = Array.from({ length: Math.min(AT_ONCE, items.length) }, async () => {
    for (const item of waiting) await work(item);
  });
  await Promise.all(workers);
}

const AT_ONCE = 16;
