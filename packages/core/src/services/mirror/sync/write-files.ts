/** Memories that are new, or have changed, become files. File first, then what is known of it: a repetition finds the same. */
import type { Memory, MemorySummary } from '../../../model/index.ts';
import { sha256 } from '../../memory/prepare-text.ts';
import { noteName } from '../note/file-name.ts';
import { renderNote, withLinks } from '../note/note-file.ts';
import { stateOf, type NoteRecord } from '../state/mirror-record.ts';
import type { SeenFile } from '../state/mirror-view.ts';
import { hashOfLinks, linksOf } from './links.ts';
import { eachOf, textOfSeen, withFile, writeNotesOf, type Pass } from './pass.ts';

const PORTION = 200;

type Note = Omit<NoteRecord, 'mirror'>;

export interface FileToWrite {
  readonly memory: MemorySummary;
  /** The one that is replaced. */
  readonly file: SeenFile | undefined;
  /** It says what it should, but for the links. */
  readonly onlyLinks?: boolean;
}

export async function writeFiles(pass: Pass, items: readonly FileToWrite[]): Promise<void> {
  for (let done = 0; done < items.length; done += PORTION) {
    await pass.breathe();
    pass.asked.onProgress?.({ done, total: items.length });
    await writePortion(pass, items.slice(done, done + PORTION));
  }
}

async function writePortion(pass: Pass, items: readonly FileToWrite[]): Promise<void> {
  const { deps, asked, view, writer } = pass;
  const files = new Map(items.map((item) => [item.memory.id, item]));
  const memories = await deps.storage.memories.get(asked.workspace, [...files.keys()]);
  const links = await linksOf(pass, memories);
  const written: Note[] = [];
  const named = memories.map((memory) => {
    const { file, onlyLinks = false } = files.get(memory.id) ?? {};
    return { memory, file, onlyLinks, lines: links.get(memory.id) ?? [], relative: placeFor(pass, memory, file) };
  });
  await eachOf(named, async (one) => {
    const note = await withFile(pass, one.relative, () => writeOne(pass, one));
    if (note) written.push(note);
  });
  await writer.flush(
    view.place.folder,
    written.map(({ file }) => file),
  );
  await writeNotesOf(pass, written);
  pass.tally.written += written.length;
}

interface One extends Pick<FileToWrite, 'file' | 'onlyLinks'> {
  readonly memory: Memory;
  readonly relative: string;
  readonly lines: readonly string[];
}

async function writeOne(pass: Pass, { memory, relative, lines, file, onlyLinks }: One): Promise<Note | null> {
  const { view, writer } = pass;
  const before = file && onlyLinks === true ? await textOfSeen(pass, file) : undefined;
  // What became another meanwhile is looked at again.
  if (before === null || (before !== undefined && stateOf(memory) !== view.notes.get(memory.id)?.seen)) return null;
  const text = before === undefined ? renderNote(memory, lines) : withLinks(before, lines);
  const { version: stamp } = await writer.put(view.place.folder, relative, text, file?.stamp ?? null);
  const hash = await sha256(text);
  const seen = { relative, path: view.pathOf(relative), stamp, hash, id: memory.id };
  view.put({ ...seen, problem: null, isConflictCopy: false });
  return {
    memory: memory.id,
    file: relative,
    hash,
    stamp,
    seen: stateOf(memory),
    links: await hashOfLinks(lines),
    missing_since: null,
  };
}

/** Where it is; where it was, for one that is gone; else a name of its own. */
function placeFor({ view }: Pass, memory: Memory, file: SeenFile | undefined): string {
  if (file) return file.relative;
  const before = view.notes.get(memory.id)?.file;
  if (before !== undefined && !view.files.has(before) && view.hasFolderOf(before)) return before;
  return noteName({ id: memory.id, preview: memory.text.slice(0, 500) }, (key) => view.isTaken(key));
}
