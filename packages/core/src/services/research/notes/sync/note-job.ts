/** What is to be done about one paper and its note. Nothing is written here. */
import { toZapomniError } from '../../../../errors/index.ts';
import type { Deps } from '../../../deps.ts';
import type { PaperNoteRecord } from '../../library/store/note-record.ts';
import type { KeptPaper } from '../../library/store/paper-record.ts';
import { paperFileName } from '../note/file-name.ts';
import type { NoteFormat } from '../note/formats/note-format.ts';
import { mergeNote, type Merged } from '../note/merge-note.ts';
import { toPaperNote } from '../note/paper-note.ts';
import { idIn } from '../note/whose-note.ts';
import { NOTHING_WRITTEN } from '../note/written.ts';
import type { NotesRequest, NotesTally } from '../notes-request.ts';
import { linksFrom, meaningOf } from './note-links.ts';
import { whyUnmergeable, whyUnseen } from './problems.ts';
import { surroundingsOf } from './surroundings.ts';
import type { VaultView } from './vault.ts';

export interface NotesPass {
  readonly deps: Deps;
  readonly asked: NotesRequest;
  readonly view: VaultView;
  readonly tally: NotesTally;
  readonly template: string;
  readonly format: NoteFormat;
  /** Papers whose record or note was changed by somebody else meanwhile: they are looked at again. */
  readonly busy: Set<string>;
}

interface ReadNote {
  readonly text: string;
  readonly hash: string;
  readonly stamp: string;
  readonly modifiedAt: number;
}

export interface MergedNote extends Merged {
  /** Links to other notes as they are written, by the paper. */
  readonly links: Readonly<Record<string, string>>;
}

export interface Job {
  readonly paper: KeptPaper;
  readonly record: PaperNoteRecord | undefined;
  readonly path: string;
  /** As it was read; null for a note that is to be made. */
  readonly before: ReadNote | null;
  /** Null where the user has removed the note, and only that is to be noted. */
  readonly merged: MergedNote | null;
}

/** A paper without a note has a place for it before any link is made. */
export function assignPlace({ view, asked, template }: NotesPass, paper: KeptPaper): void {
  const record = view.records.get(paper.key);
  const isRemoved = record !== undefined && record.seen !== null;
  if (view.placeOf(paper.key) !== null || (isRemoved && asked.recreate !== true)) return;
  // That of a note that was begun and never seen, if nothing else is there now.
  const begun = record !== undefined && !isRemoved && !view.files.has(record.path) ? record.path : null;
  view.reserve(paper.key, begun ?? paperFileName(paper, template, (key) => view.names.has(key)));
}

export async function lookAtNote(pass: NotesPass, paper: KeptPaper): Promise<Job | null> {
  const { view, tally } = pass;
  const record = view.records.get(paper.key);
  const path = view.placeOf(paper.key);
  if (path === null) return goneNote(pass, paper, record);
  const hidden = view.whyHidden(paper.key);
  const before = hidden === undefined && view.files.has(path) ? await readNote(pass, paper, path) : null;
  if (before === 'left') return null;
  const merged = hidden === undefined ? await merge(pass, paper, { record, path, before }) : null;
  if (merged) return { paper, record, path, before, merged };
  const reason = hidden === undefined ? whyUnmergeable(before?.text ?? '') : whyUnseen(hidden);
  tally.skipped.push({ file: path, reason });
  return null;
}

/** That the user has removed it is noted once, and told each time. */
function goneNote({ tally }: NotesPass, paper: KeptPaper, record: PaperNoteRecord | undefined): Job | null {
  const path = record?.path ?? '';
  if (record?.removed !== true) return { paper, record, path, before: null, merged: null };
  tally.removed.push(path);
  return null;
}

async function readNote(
  { view, tally, busy }: NotesPass,
  { key }: KeptPaper,
  path: string,
): Promise<ReadNote | 'left'> {
  const entry = view.files.get(path);
  try {
    if (!entry) return 'left';
    const { text, hash } = await view.read(entry);
    // Another's by now, or nobody knows yet whose.
    if ((idIn(text) ?? key) === key) return { text, hash, stamp: entry.version, modifiedAt: entry.modifiedAt };
    busy.add(key);
  } catch (error) {
    const { code, message } = toZapomniError(error);
    if (code === 'CANCELLED') throw error;
    if (code === 'NOT_FOUND') busy.add(key);
    else tally.skipped.push({ file: path, reason: message });
  }
  return 'left';
}

async function merge(
  { deps, asked, view, format }: NotesPass,
  paper: KeptPaper,
  { record, path, before }: Pick<Job, 'record' | 'path' | 'before'>,
): Promise<MergedNote | null> {
  const links = linksFrom(view, format, path);
  const ours = toPaperNote(paper, await surroundingsOf(deps, asked.workspace, paper), links);
  const written = Object.fromEntries(links.written);
  // A note that is made is a new one: nothing can have been taken out of it.
  const last = before ? record : undefined;
  const merged = mergeNote({
    content: before?.text ?? null,
    ours,
    written: last ? { last, next: last.pending } : NOTHING_WRITTEN,
    links: {
      there: meaningOf(view, path, last?.links, last?.pending?.links),
      ours: meaningOf(view, path, written),
    },
    format,
    isFileNewer: (before?.modifiedAt ?? 0) >= paper.value.updated_at,
    day: new Date(deps.clock.now()).toISOString().slice(0, 10),
  });
  return merged && { ...merged, links: written };
}
