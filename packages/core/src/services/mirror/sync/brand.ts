/** Writes the id of its memory into a file that has none, or another's. */
import { sha256 } from '../../memory/prepare-text.ts';
import { withId } from '../note/note-file.ts';
import type { NoteRecord } from '../state/mirror-record.ts';
import type { SeenFile } from '../state/mirror-view.ts';
import { textOfSeen, withFile, writeNotesOf, type Pass } from './pass.ts';

export async function brand(pass: Pass, id: string, file: SeenFile, content: string): Promise<void> {
  const note = await writeId(pass, id, file, content);
  if (!note) return;
  await pass.writer.flush(pass.view.place.folder, [note.file]);
  await writeNotesOf(pass, [note]);
}

export async function brandSeen(pass: Pass, id: string, file: SeenFile): Promise<void> {
  const content = await textOfSeen(pass, file);
  if (content !== null) await brand(pass, id, file, content);
}

/** The note as it is then; null when that was not possible now. */
export function writeId(
  pass: Pass,
  id: string,
  file: SeenFile,
  content: string,
): Promise<Omit<NoteRecord, 'mirror'> | null> {
  const { view, writer } = pass;
  const { relative } = file;
  return withFile(pass, relative, async () => {
    const text = withId(content, id);
    const { version: stamp } = await writer.put(view.place.folder, relative, text, file.stamp);
    const hash = await sha256(text);
    view.put({ ...file, stamp, hash, id });
    const note = view.notes.get(id);
    if (!note) return null;
    const { mirror: _, ...known } = note;
    return { ...known, file: relative, hash, stamp };
  });
}
