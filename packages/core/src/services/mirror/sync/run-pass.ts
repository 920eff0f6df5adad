/** One pass: what is to be done about each memory and its file, and then doing it. */
import { isOfDocument, type MemorySummary } from '../../../model/index.ts';
import type { Deps } from '../../deps.ts';
import type { SeenFile } from '../state/mirror-view.ts';
import { addFiles } from './add-files.ts';
import { assignFiles, type Assigned } from './assign-files.ts';
import { brandSeen } from './brand.ts';
import { decide, type Decision, type Subject } from './decide.ts';
import { hashOfLinks, linksOf } from './links.ts';
import { meet } from './meet.ts';
import { eachOf, withFile, writeNotesOf, type Pass } from './pass.ts';
import { dropNotes, handleMissing, keepCopy, removeFile } from './removals.ts';
import { takeEdit } from './take-edit.ts';
import { writeFiles, type FileToWrite } from './write-files.ts';

const PAGE = 500;
const LINKED_AT_ONCE = 200;

/** What a pass is about: everything, or these memories and all files that are no memory's. */
export interface PassScope {
  readonly ids: ReadonlySet<string> | null;
  /** Whether links of notes that are otherwise as they were are to be compared. */
  readonly links: boolean;
}

type Sorted = Record<Decision, (Subject & { readonly id: string })[]>;

export async function runPass(pass: Pass, scope: PassScope): Promise<void> {
  const assigned = assignFiles(pass.view);
  const memories = await memoriesIn(pass.deps, pass.asked.workspace, scope, assigned);
  const sorted = sort(pass, scope, assigned, memories);
  const { files: isTold } = reportOf(pass, sorted);
  const fresh = [...assigned.loose, ...copiesToAdd(pass, assigned, memories)].filter(
    ({ relative }) => !isTold.has(relative),
  );
  const toWrite = pass.asked.dryRun === true ? dryRun(pass, sorted) : await act(pass, sorted);
  await addFiles(pass, withoutProblems(pass, fresh));
  await handleMissing(
    pass,
    sorted.missing.flatMap(({ memory }) => memory ?? []),
  );
  if (scope.links) toWrite.push(...(await relinked(pass, sorted.nothing)));
  if (pass.asked.dryRun === true) pass.tally.written += toWrite.length;
  else await writeFiles(pass, toWrite);
}

/** Documents are not mirrored: they have a file already. */
async function memoriesIn(
  { storage }: Deps,
  workspace: string,
  { ids }: PassScope,
  { copies }: Assigned,
): Promise<Map<string, MemorySummary>> {
  const found = new Map<string, MemorySummary>();
  const note = (items: readonly MemorySummary[]) => {
    for (const memory of items) if (!isOfDocument(memory.kind)) found.set(memory.id, memory);
  };
  if (ids) {
    const asked = [...new Set([...ids, ...copies.map(({ id }) => id)])];
    for (let i = 0; i < asked.length; i += PAGE)
      note(await storage.memories.summaries(workspace, asked.slice(i, i + PAGE)));
    return found;
  }
  const query = { workspace, filter: { includeSuperseded: true }, limit: PAGE };
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof storage.memories.list>> = await storage.memories.list(
      cursor === null ? query : { ...query, cursor },
    );
    note(page.items);
    cursor = page.next;
  } while (cursor !== null);
  return found;
}

function sort(
  { view }: Pass,
  { ids }: PassScope,
  { files }: Assigned,
  memories: ReadonlyMap<string, MemorySummary>,
): Sorted {
  const sorted: Sorted = {
    nothing: [],
    note: [],
    write: [],
    take: [],
    meet: [],
    brand: [],
    missing: [],
    remove: [],
    keep_copy: [],
    drop_note: [],
    blocked: [],
    unknown: [],
  };
  for (const id of ids ?? new Set([...files.keys(), ...view.notes.keys(), ...memories.keys()])) {
    const subject = { id, note: view.notes.get(id), file: files.get(id), memory: memories.get(id) };
    sorted[decide(subject)].push(subject);
  }
  return sorted;
}

const UNKNOWN =
  'Its memory is not in this store: it was deleted, or is another’s. Without the line memory_id it becomes a new one.';

function reportOf({ tally }: Pass, { nothing, note, blocked, unknown }: Sorted): { files: Set<string> } {
  const files = new Set<string>();
  const skip = (file: SeenFile | undefined, reason: string) => {
    if (!file) return;
    files.add(file.relative);
    tally.skipped.push({ file: file.relative, reason });
  };
  for (const { file } of blocked) skip(file, file?.problem ?? '');
  for (const { file } of unknown) skip(file, UNKNOWN);
  tally.unchanged += nothing.filter(({ file }) => file).length + note.length;
  return { files };
}

/** A copy of what is unknown is as unknown. */
function copiesToAdd(
  { view, tally }: Pass,
  { copies }: Assigned,
  memories: ReadonlyMap<string, MemorySummary>,
): SeenFile[] {
  return copies.filter(({ id, relative }) => {
    const isKnown = memories.has(id) || view.notes.has(id);
    if (!isKnown) tally.skipped.push({ file: relative, reason: UNKNOWN });
    return isKnown;
  });
}

function withoutProblems({ tally }: Pass, files: readonly SeenFile[]): SeenFile[] {
  return files.filter(({ relative, problem }) => {
    if (problem !== null) tally.skipped.push({ file: relative, reason: problem });
    return problem === null;
  });
}

/** Those that are to be written. */
async function act(pass: Pass, given: Sorted): Promise<FileToWrite[]> {
  const sorted = await withoutThoseThatAreThere(pass, given);
  const toWrite = sorted.write.flatMap(asToWrite);
  await noteMoves(pass, sorted.note);
  await dropNotes(
    pass,
    sorted.drop_note.map(({ id }) => id),
  );
  for (const { id, file } of sorted.brand) if (file) await brandSeen(pass, id, file);
  for (const { memory, file } of sorted.take) {
    await pass.breathe();
    if (memory && file) await withFile(pass, file.relative, () => takeEdit(pass, { memory }, file));
  }
  for (const { memory, file } of sorted.meet) {
    if (!memory || !file) continue;
    await pass.breathe();
    const isBehind = await withFile(pass, file.relative, () => meet(pass, { memory }, file));
    if (isBehind === true) toWrite.push({ memory, file: pass.view.files.get(file.relative) });
  }
  await eachOf(sorted.remove, async ({ id, file }) => {
    if (file) await removeFile(pass, id, file);
  });
  for (const { id, file } of sorted.keep_copy) if (file) await keepCopy(pass, id, file);
  return toWrite;
}

/** A list in pages may miss a memory that is changed meanwhile; nothing is taken for gone that can be had by its id. */
async function withoutThoseThatAreThere({ deps, asked, busy }: Pass, sorted: Sorted): Promise<Sorted> {
  const gone = [...sorted.remove, ...sorted.keep_copy, ...sorted.drop_note].map(({ id }) => id);
  const there = new Set<string>();
  for (let i = 0; i < gone.length; i += PAGE)
    for (const { id, kind } of await deps.storage.memories.summaries(asked.workspace, gone.slice(i, i + PAGE)))
      if (!isOfDocument(kind)) there.add(id);
  if (there.size === 0) return sorted;
  busy.add('');
  const isGone = ({ id }: { readonly id: string }) => !there.has(id);
  const { remove, keep_copy: copies, drop_note: notes } = sorted;
  return {
    ...sorted,
    remove: remove.filter(isGone),
    keep_copy: copies.filter(isGone),
    drop_note: notes.filter(isGone),
  };
}

function asToWrite({ memory, file }: Subject): FileToWrite[] {
  return memory ? [{ memory, file }] : [];
}

async function noteMoves(pass: Pass, subjects: readonly Subject[]): Promise<void> {
  const notes = subjects.flatMap(({ note, file }) => {
    if (!note || !file) return [];
    const { mirror: _, ...known } = note;
    if (note.file !== file.relative) pass.tally.moved += 1;
    return [{ ...known, file: file.relative, stamp: file.stamp, missing_since: null }];
  });
  for (let i = 0; i < notes.length; i += PAGE) await writeNotesOf(pass, notes.slice(i, i + PAGE));
}

function dryRun({ tally }: Pass, sorted: Sorted): FileToWrite[] {
  tally.updated += sorted.take.length + sorted.meet.length;
  tally.removed += sorted.remove.length;
  tally.moved += sorted.note.filter(({ note, file }) => note?.file !== file?.relative).length;
  for (const { file } of sorted.keep_copy)
    tally.conflicts.push({
      file: file?.relative ?? '',
      copy: '',
      reason: 'It was changed here, and deleted in the store.',
    });
  return sorted.write.flatMap(asToWrite);
}

/** Notes that are as they were, but for what the graph says of them. */
async function relinked(pass: Pass, subjects: readonly Subject[]): Promise<FileToWrite[]> {
  const found: FileToWrite[] = [];
  for (let i = 0; i < subjects.length; i += LINKED_AT_ONCE) {
    const some = subjects.slice(i, i + LINKED_AT_ONCE);
    const links = await linksOf(
      pass,
      some.flatMap(({ memory }) => memory ?? []),
    );
    for (const { memory, note, file } of some) {
      const isSame = !memory || (await hashOfLinks(links.get(memory.id) ?? [])) === note?.links;
      if (file && !isSame) found.push({ memory, file, onlyLinks: true });
    }
  }
  return found;
}
