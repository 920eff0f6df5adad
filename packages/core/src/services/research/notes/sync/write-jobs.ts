/** Writes what was found to be done: what is to be written is noted first, then the files, then what came of it. */
import { toZapomniError } from '../../../../errors/index.ts';
import type { Metadata } from '../../../../model/index.ts';
import type { MemoryPatch, RecordWrite } from '../../../../ports/index.ts';
import { forgottenAmong, formHashes } from '../../../forgotten/index.ts';
import { checkText } from '../../../memory/draft.ts';
import { prepareText, sha256 } from '../../../memory/prepare-text.ts';
import { writerOf } from '../../../mirror/state/mirror-place.ts';
import { collection } from '../../../records/collection.ts';
import { PAPER_NOTES, type PaperNoteRecord } from '../../library/store/note-record.ts';
import { retellPaper, withUsersWord } from './users-word.ts';
import type { Job, NotesPass } from './note-job.ts';

interface WrittenJob extends Job {
  readonly isPut: boolean;
  readonly stamp: string;
  readonly hash: string;
}

const NOTE_KIND = 'note';
/** Somebody else was there: it is looked at again. */
const MEANWHILE: ReadonlySet<string> = new Set(['CONFLICT', 'NOT_FOUND']);
/** Wrong with one file alone: the others go on. */
const OF_THE_FILE: ReadonlySet<string> = new Set(['INVALID_INPUT', 'TOO_LARGE', 'FORBIDDEN']);

export async function writeJobs(pass: NotesPass, jobs: readonly Job[]): Promise<void> {
  const { deps, asked, view } = pass;
  const toWrite = jobs.filter(({ merged, before }) => merged && merged.content !== before?.text);
  const noted = toWrite.map((job) => putOf(pass, job, begun(pass, job)));
  if (noted.length > 0) await deps.storage.records.write(asked.workspace, noted, deps.clock.now());
  const written: WrittenJob[] = [];
  for (const job of jobs) {
    const done = await writeFile(pass, job);
    if (done) written.push(done);
  }
  const put = written.filter(({ isPut }) => isPut).map(({ path }) => path);
  if (put.length > 0) await writerOf(deps).flush(view.place.folder, put);
  for (const job of written) await settle(pass, job);
}

function keyOf({ view }: NotesPass, { paper }: Job): string {
  return `${paper.key}/${view.place.id}`;
}

function putOf(pass: NotesPass, job: Job, record: PaperNoteRecord): RecordWrite {
  pass.view.records.set(job.paper.key, record);
  return collection(pass.deps, PAPER_NOTES).writeFor(keyOf(pass, job), record, { parent: job.paper.key });
}

/** What is about to be written. Of a note that never was, or is made again, nothing was written before. */
function begun({ view, template, deps }: NotesPass, { paper, record, path, merged, before }: Job): PaperNoteRecord {
  const fresh = {
    paper: paper.key,
    vault: view.place.id,
    template,
    regions: {},
    keys: {},
    memory: record?.memory ?? null,
    seen: null,
    stamp: '',
    paper_version: 0,
    synced_at: deps.clock.now(),
  };
  const known = before && record ? record : fresh;
  const pending = merged && { regions: { ...merged.regions }, keys: { ...merged.keys } };
  return { ...known, path, removed: false, pending };
}

/** Null when the file is another by now. */
async function writeFile(pass: NotesPass, job: Job): Promise<WrittenJob | null> {
  const { deps, view, tally, busy } = pass;
  const { merged, before, path } = job;
  if (!merged) return { ...job, isPut: false, stamp: '', hash: job.record?.seen ?? '' };
  if (before && before.text === merged.content) return { ...job, isPut: false, stamp: before.stamp, hash: before.hash };
  try {
    const stat = await writerOf(deps).put(view.place.folder, path, merged.content, before?.stamp ?? null);
    view.put({ ...stat, relative: path, path: `${view.place.folder}/${path}`, uri: null });
    return { ...job, isPut: true, stamp: stat.version, hash: await sha256(merged.content) };
  } catch (error) {
    const { code, message } = toZapomniError(error);
    if (MEANWHILE.has(code)) busy.add(job.paper.key);
    else if (OF_THE_FILE.has(code)) tally.skipped.push({ file: path, reason: message });
    else throw error;
    return null;
  }
}

/** What was written, what the paper takes and what the user wrote, in one transaction. */
async function settle(pass: NotesPass, job: WrittenJob): Promise<void> {
  const { deps, asked, busy } = pass;
  try {
    const taken = await withUsersWord(deps, job);
    const version = taken ? job.paper.version + 1 : job.paper.version;
    const text = await usersText(pass, job);
    const record = { ...settled(pass, job), paper_version: version, ...(text ? { memory: text.id } : {}) };
    const writes = [...(taken ? [taken] : []), putOf(pass, job, record)];
    if (!text) await deps.storage.records.write(asked.workspace, writes, deps.clock.now());
    else await text.write(writes);
    await retellPaper(deps, asked.workspace, job);
  } catch (error) {
    const { code } = toZapomniError(error);
    // The paper was changed meanwhile: its note is looked at again.
    if (!MEANWHILE.has(code)) throw error;
    busy.add(job.paper.key);
  }
}

function settled(pass: NotesPass, job: WrittenJob): PaperNoteRecord {
  const { merged, path, stamp, hash } = job;
  const record = begun(pass, job);
  if (!merged) return { ...record, ...job.record, pending: null, removed: true };
  return {
    ...record,
    path,
    regions: { ...merged.regions },
    keys: { ...merged.keys },
    pending: null,
    seen: hash,
    stamp,
    synced_at: pass.deps.clock.now(),
  };
}

interface TextWrite {
  readonly id: string;
  write(records: readonly RecordWrite[]): Promise<void>;
}

/** The memory with what the user wrote; null when it says so already, or there is nothing. */
async function usersText(pass: NotesPass, job: WrittenJob): Promise<TextWrite | null> {
  const { merged, record, path } = job;
  const { deps, asked, tally } = pass;
  const { storage, clock } = deps;
  const said = merged?.usersText ?? '';
  if (said === '' || !merged) return null;
  const [memory] = record?.memory ? await storage.memories.get(asked.workspace, [record.memory]) : [];
  // What the user has deleted does not come back because a file still says it.
  if (memory ? memory.text === said : await isForgotten(pass, said)) return null;
  const text = await prepareText(deps, checkText(said, deps.config.max_text_length));
  const count = (): void => {
    tally.texts += 1;
    tally.passages += text.passages.length;
  };
  if (memory) {
    const patch: MemoryPatch = { text };
    return {
      id: memory.id,
      write: async (records) => (
        await storage.memories.update(asked.workspace, memory.id, patch, clock.now(), records),
        count()
      ),
    };
  }
  const facts = {
    id: deps.ids.next(),
    workspace: asked.workspace,
    ...text,
    kind: NOTE_KIND,
    tags: [],
    source: path,
    metadata: metadataOf(job),
    occurredAt: null,
    validFrom: clock.now(),
    key: null,
    supersedes: null,
  };
  return {
    id: facts.id,
    write: async (records) => (await storage.memories.add([facts], clock.now(), undefined, records), count()),
  };
}

async function isForgotten({ deps, asked }: NotesPass, text: string): Promise<boolean> {
  return (await forgottenAmong(deps, asked.workspace, await formHashes(text))).size > 0;
}

function metadataOf({ paper }: Job): Metadata {
  return { paper_id: paper.key, ...(paper.value.citekey === null ? {} : { citekey: paper.value.citekey }) };
}
