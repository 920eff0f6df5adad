/** What is to be done about one paper and its note. Nothing is written here. */
import { toZapomniError } from '../../../../errors/index.ts';
import type { WalkedEntry } from '../../../../ports/index.ts';
import type { Deps } from '../../../deps.ts';
import type { PaperNoteRecord } from '../../library/store/note-record.ts';
import type { KeptPaper } from '../../library/store/paper-record.ts';
import { paperFileName } from '../note/file-name.ts';
import { mergeNote, type Merged, type Written } from '../note/merge-note.ts';
import { toPaperNote } from '../note/paper-note.ts';
import type { NotesRequest, NotesTally } from '../notes-request.ts';
import { surroundingsOf } from './surroundings.ts';
import { idIn, type VaultView } from './vault.ts';

export interface NotesPass {
  readonly deps: Deps;
  readonly asked: NotesRequest;
  readonly view: VaultView;
  readonly tally: NotesTally;
  readonly template: string;
  /** Papers whose record or note was changed by somebody else meanwhile: they are looked at again. */
  readonly busy: Set<string>;
}

export interface Job {
  readonly paper: KeptPaper;
  readonly record: PaperNoteRecord | undefined;
  readonly path: string;
  /** As it was read; null for a note that is to be made. */
  readonly before: { readonly text: string; readonly hash: string; readonly stamp: string } | null;
  /** Null where the user has removed the note, and only that is to be noted. */
  readonly merged: Merged | null;
}

export async function lookAtNote(pass: NotesPass, paper: KeptPaper): Promise<Job | null> {
  const { view, tally, asked } = pass;
  const record = view.records.get(paper.key);
  const found = await findNote(pass, paper, record);
  if (found === 'unreadable') return null;
  if (!found && record && record.seen !== null && asked.recreate !== true) {
    tally.removed.push(record.path);
    return record.removed ? null : { paper, record, path: record.path, before: null, merged: null };
  }
  const path = found?.entry.relative ?? newPath(pass, paper, record);
  const merged = await mergeFound(pass, paper, record, found);
  if (!merged) {
    tally.skipped.push({
      file: path,
      reason: 'Its front matter cannot be read, or not be changed without touching yours.',
    });
    return null;
  }
  const before = found && { text: found.text, hash: found.hash, stamp: found.entry.version };
  tell(pass, { path, before, merged, record });
  return { paper, record, path, before, merged };
}

async function mergeFound(
  { deps, asked }: NotesPass,
  paper: KeptPaper,
  record: PaperNoteRecord | undefined,
  found: Found | null,
): Promise<Merged | null> {
  return mergeNote({
    content: found?.text ?? null,
    ours: toPaperNote(paper, await surroundingsOf(deps, asked.workspace, paper)),
    // A note that is made is a new one: nothing can have been taken out of it.
    written: writtenIn(found ? record : undefined),
    isFileNewer: (found?.entry.modifiedAt ?? 0) >= paper.value.updated_at,
    day: new Date(deps.clock.now()).toISOString().slice(0, 10),
  });
}

function tell({ tally }: NotesPass, { path, before, merged, record }: Omit<Job, 'paper'>): void {
  if (!merged) return;
  if (before === null) tally.created += 1;
  else if (before.text !== merged.content) tally.updated += 1;
  else tally.unchanged += 1;
  if (Object.keys(merged.taken).length > 0) tally.taken += 1;
  if (merged.conflicts.length > 0) tally.conflicts.push({ file: path, parts: merged.conflicts });
  if (record && before && record.path !== path) tally.moved += 1;
}

function writtenIn(record: PaperNoteRecord | undefined): Written {
  const both = (now: Readonly<Record<string, string>> = {}, next: Readonly<Record<string, string>> = {}) =>
    Object.fromEntries(
      [...new Set([...Object.keys(now), ...Object.keys(next)])].map((name) => [
        name,
        [...new Set([now[name], next[name]])].filter((one) => one !== undefined),
      ]),
    );
  return { keys: both(record?.keys, record?.pending?.keys), regions: both(record?.regions, record?.pending?.regions) };
}

type Found = { readonly entry: WalkedEntry; readonly text: string; readonly hash: string };

/** Where it was, if the file there is not another paper's; else wherever one says that it is. */
async function findNote(
  pass: NotesPass,
  { key }: KeptPaper,
  record: PaperNoteRecord | undefined,
): Promise<Found | 'unreadable' | null> {
  const { view, tally } = pass;
  const known = record && view.files.get(record.path);
  for (const look of [
    async () => known,
    () => (record && record.seen === null && !known ? undefined : view.find(key)),
  ]) {
    const entry = await look();
    if (!entry) continue;
    try {
      const { text, hash } = await view.read(entry);
      const id = idIn(text);
      if (id === key || (id === null && entry === known)) return { entry, text, hash };
    } catch (error) {
      const { code, message } = toZapomniError(error);
      if (code === 'CANCELLED') throw error;
      if (code === 'NOT_FOUND') pass.busy.add(key);
      else tally.skipped.push({ file: entry.relative, reason: message });
      return 'unreadable';
    }
  }
  return null;
}

/** That of a note that was begun and never seen, if nothing else is there now. */
function newPath({ view, template }: NotesPass, paper: KeptPaper, record: PaperNoteRecord | undefined): string {
  const begun = record !== undefined && record.seen === null && !view.files.has(record.path) ? record.path : null;
  const path = begun ?? paperFileName(paper, template, (key) => view.isTaken(key));
  view.reserve(path);
  return path;
}
