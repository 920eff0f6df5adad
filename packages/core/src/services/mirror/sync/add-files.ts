/**
 * New files become memories. The memory and what is known of its file are written together; the id comes into the file after
 * that, and is written again where a process died in between.
 */
import type { NewMemory } from '../../../ports/index.ts';
import { forgottenAmong, formHashes } from '../../forgotten/index.ts';
import { checkMetadata, checkSource, checkText } from '../../memory/draft.ts';
import { prepareText } from '../../memory/prepare-text.ts';
import { readNote, type ReadNote } from '../note/note-file.ts';
import type { NoteRecord } from '../state/mirror-record.ts';
import type { SeenFile } from '../state/mirror-view.ts';
import { writeId } from './brand.ts';
import { eachOf, putOf, remember, textOfSeen, withFile, writeNotesOf, type Pass } from './pass.ts';

const PORTION = 50;

interface Draft {
  readonly file: SeenFile;
  readonly content: string;
  readonly memory: NewMemory;
}

export async function addFiles(pass: Pass, files: readonly SeenFile[]): Promise<void> {
  for (let i = 0; i < files.length; i += PORTION) {
    await pass.breathe();
    const drafts = await draftsOf(pass, files.slice(i, i + PORTION));
    if (pass.asked.dryRun === true) pass.tally.added += drafts.length;
    else if (drafts.length > 0) await store(pass, drafts);
  }
}

async function draftsOf(pass: Pass, files: readonly SeenFile[]): Promise<Draft[]> {
  const drafts: Draft[] = [];
  await eachOf(files, async (file) => {
    const draft = await withFile(pass, file.relative, () => toDraft(pass, file));
    if (draft) drafts.push(draft);
  });
  return drafts.toSorted((a, b) => (a.file.relative < b.file.relative ? -1 : 1));
}

async function toDraft(pass: Pass, file: SeenFile): Promise<Draft | null> {
  const { deps, asked, tally } = pass;
  const content = await textOfSeen(pass, file);
  const note = content === null ? null : readNote(content);
  if (content === null || !note) return null;
  if (note.text === '') {
    tally.skipped.push({ file: file.relative, reason: 'It has no text yet.' });
    return null;
  }
  if ((await forgottenAmong(deps, asked.workspace, await formHashes(note.text))).size > 0) {
    tally.forgotten.push(file.relative);
    return null;
  }
  return { file, content, memory: await toMemory(pass, note) };
}

async function toMemory({ deps, asked }: Pass, { text, facts }: ReadNote): Promise<NewMemory> {
  const { occurredAt } = facts;
  return {
    id: deps.ids.next(),
    workspace: asked.workspace,
    ...(await prepareText(deps, checkText(text, deps.config.max_text_length))),
    kind: facts.kind,
    tags: facts.tags,
    source: checkSource(facts.source),
    metadata: checkMetadata(facts.metadata),
    occurredAt,
    validFrom: occurredAt ?? deps.clock.now(),
    key: null,
    supersedes: null,
  };
}

async function store(pass: Pass, drafts: readonly Draft[]): Promise<void> {
  const { deps, tally, view, writer } = pass;
  const memories = drafts.map(({ memory }) => memory);
  const notes = drafts.map(({ memory, file }) => newNote(memory, file));
  const puts = notes.map((note) => putOf(pass, note));
  await deps.storage.memories.add(memories, deps.clock.now(), undefined, puts);
  for (const note of notes) remember(pass, note);
  tally.added += drafts.length;
  tally.passages += memories.reduce((sum, { passages }) => sum + passages.length, 0);
  const branded: Omit<NoteRecord, 'mirror'>[] = [];
  await eachOf(drafts, async ({ memory, file, content }) => {
    const note = await writeId(pass, memory.id, file, content);
    if (note) branded.push(note);
  });
  await writer.flush(
    view.place.folder,
    branded.map(({ file }) => file),
  );
  await writeNotesOf(pass, branded);
}

/** Without a stamp: it has no id yet. */
function newNote({ id: memory }: NewMemory, { relative: file, hash }: SeenFile): Omit<NoteRecord, 'mirror'> {
  return { memory, file, hash, stamp: '', seen: '1', links: '', missing_since: null };
}
