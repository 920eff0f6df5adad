/** Writes what was found to be done: what is to be written is noted first, then the files, then what came of it. */
import { toZapomniError } from '../../../../errors/index.ts';
import type { RecordWrite } from '../../../../ports/index.ts';
import { sha256 } from '../../../memory/prepare-text.ts';
import { writerOf } from '../../../mirror/state/mirror-place.ts';
import { collection } from '../../../records/collection.ts';
import { PAPER_NOTES, type PaperNoteRecord } from '../../library/store/note-record.ts';
import type { Job, NotesPass } from './note-job.ts';
import { tellOf } from './tell-of.ts';
import { usersText } from './users-text.ts';
import { retellPaper, withUsersWord } from './users-word.ts';

interface WrittenJob extends Job {
  readonly isPut: boolean;
  readonly stamp: string;
  readonly hash: string;
}

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

const NOTHING = { regions: {}, bare: {}, keys: {}, links: {} } as const;

/** What is about to be written. Of a note that never was, or is made again, nothing was written before. */
function begun({ view, template, deps }: NotesPass, job: Job): PaperNoteRecord {
  const { paper, record, path, before, merged } = job;
  const fresh = {
    paper: paper.key,
    vault: view.place.id,
    template,
    ...NOTHING,
    troubled: false,
    memory: record?.memory ?? null,
    seen: null,
    stamp: '',
    paper_version: 0,
    synced_at: deps.clock.now(),
  };
  // Of what a process that died may have written, the file has told by now what it did.
  const known = before && record ? { ...record, ...merged?.found, links: linksFound(job) } : fresh;
  return { ...known, path, removed: false, pending: writtenBy(job) };
}

function writtenBy({ merged }: Job) {
  return merged && { ...merged.written, links: { ...merged.links } };
}

function linksFound({ record, before }: Job): Record<string, string> {
  const next = Object.entries(record?.pending?.links ?? {});
  return {
    ...record?.links,
    ...Object.fromEntries(next.filter(([, link]) => link !== '' && before?.text.includes(link))),
  };
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
    const { code, message, hint } = toZapomniError(error);
    if (MEANWHILE.has(code)) busy.add(job.paper.key);
    else if (OF_THE_FILE.has(code))
      tally.skipped.push({ file: path, reason: `It cannot be written: ${message} ${hint}` });
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
    const isText = text !== null && 'id' in text;
    const record = { ...settled(pass, job), paper_version: version, ...(isText ? { memory: text.id } : {}) };
    if (text && !isText) record.troubled = true;
    const writes = [...(taken ? [taken] : []), putOf(pass, job, record)];
    if (isText) await text.write(writes);
    else await deps.storage.records.write(asked.workspace, writes, deps.clock.now());
    tellOf(pass, job, text);
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
    ...writtenBy(job),
    path,
    troubled: merged.broken.length + merged.unmeant.length > 0,
    pending: null,
    seen: hash,
    stamp,
    synced_at: pass.deps.clock.now(),
  };
}
