/**
 * Papers of the library and their notes in the user's vault, brought together once.
 *
 *   papers ─┐                       ┌─ what is being written is noted (pending)
 *           ├─ what differs? ─ merge ┼─ files, whole, each only if it is still the one that was read
 *   vault ──┘                       └─ what was written, what papers take, what the user wrote: together
 *
 * A process that dies anywhere leaves a state from which the next one comes to the same end: what is in a file is what was there before, or
 * what `pending` says. One process at a time, as for a mirror, whose marker and lease these are.
 */
import { toZapomniError, ZapomniError } from '../../../../errors/index.ts';
import type { Deps } from '../../../deps.ts';
import { request } from '../../../documents/fetch-source.ts';
import {
  findPlace,
  holdMirror,
  lastSeenGraph,
  type FolderWords,
  type MirrorPlace,
} from '../../../mirror/state/mirror-place.ts';
import { collection } from '../../../records/collection.ts';
import { PAPERS, type KeptPaper } from '../../library/store/paper-record.ts';
import { checkTemplate } from '../note/file-name.ts';
import { NOTE_FORMATS } from '../note/formats/index.ts';
import { emptyNotes, type NotesReport, type NotesRequest } from '../notes-request.ts';
import { libraryState } from './changed-around.ts';
import { lookAtNote, type Job, type NotesPass } from './note-job.ts';
import { papersToSync } from './papers-to-sync.ts';
import { BUSY } from './problems.ts';
import { tellOf } from './tell-of.ts';
import { usersText } from './users-text.ts';
import { VaultView } from './vault.ts';
import { writeJobs } from './write-jobs.ts';

/** As the tool calls them, and the command. */
const WORDS: FolderWords = {
  folder: 'ZAPOMNI_VAULT_DIR',
  beginAnew: 'new_vault: true (--new)',
  workspace: 'workspace_id (--workspace)',
};
const PORTION = 100;
/** What is changed under our hands is looked at again so often. */
const TURNS = 4;

export async function syncNotes(deps: Deps, asked: NotesRequest): Promise<NotesReport> {
  const { vault } = deps;
  if (!vault)
    throw new ZapomniError('INVALID_CONFIG', 'There is no vault to write notes to.', {
      hint: 'The user names its folder in ZAPOMNI_VAULT_DIR.',
    });
  const template =
    asked.template === undefined
      ? checkTemplate(deps.config.note_name, 'ZAPOMNI_NOTE_NAME')
      : checkTemplate(asked.template, 'name_template');
  const own: Deps = { ...deps, files: vault.files };
  await requireFolder(vault, asked);
  const place = await findPlace(own, { ...asked, folder: vault.folder, graceMs: 0 }, WORDS);
  const view = new VaultView(vault.files, asked, place ?? { id: '', folder: vault.folder });
  const format = NOTE_FORMATS[deps.config.note_format];
  const pass: NotesPass = { deps: own, asked, view, tally: emptyNotes(), template, format, busy: new Set() };
  await (asked.dryRun === true || !place ? lookOnly(pass, place) : bringTogether(pass, place));
  return pass.tally;
}

/** A vault is the user's: it is not made here. */
async function requireFolder({ files, folder }: NonNullable<Deps['vault']>, asked: NotesRequest): Promise<void> {
  const found = await files.stat({ path: folder }, request(asked)).catch((error: unknown) => {
    if (toZapomniError(error).code !== 'NOT_FOUND') throw error;
    return null;
  });
  if (found?.kind !== 'folder')
    throw new ZapomniError('INVALID_CONFIG', 'The vault is not there: ZAPOMNI_VAULT_DIR names no folder.', {
      hint: 'Make the folder, mount its disk, or correct the setting.',
    });
}

/** Says what the other would do. */
async function lookOnly(pass: NotesPass, place: MirrorPlace | null): Promise<void> {
  const { deps, asked, view, format } = pass;
  const state = await libraryState(deps, asked.workspace, format.name);
  await view.load(deps, asked.workspace);
  const seen = place && (await lastSeenGraph(deps, asked.workspace, place));
  const papers = await papersToSync(pass, asked.all === true || state !== seen);
  await eachPortion(pass, papers, async (jobs) => {
    for (const job of jobs) tellOf(pass, job, await usersText(pass, job));
  });
}

async function bringTogether(pass: NotesPass, place: MirrorPlace): Promise<void> {
  const { deps, asked, view, format, busy } = pass;
  const held = await holdMirror(deps, asked.workspace, place, WORDS);
  try {
    const state = await libraryState(deps, asked.workspace, format.name);
    await view.load(deps, asked.workspace);
    let papers = await papersToSync(pass, asked.all === true || state !== held.record.value.graph);
    // Until all is done, whoever comes after a process that died looks at every note; and so after one that looked at some.
    if (papers.length > 0) await held.extend({ graph: '' });
    for (let turn = 1; turn <= TURNS && papers.length > 0; turn += 1) {
      busy.clear();
      await eachPortion(pass, papers, async (jobs) => {
        await writeJobs(pass, jobs);
        await held.extend();
      });
      if (busy.size === 0) break;
      if (turn === TURNS) tellBusy(pass);
      await view.look();
      papers = await collection(deps, PAPERS).getMany(asked.workspace, [...busy]);
    }
    if (!asked.papers) await held.extend({ graph: state });
    await view.keepStrangers(deps, asked.workspace);
  } finally {
    await held.release().catch(() => 0);
  }
}

function tellBusy({ tally, view, busy }: NotesPass): void {
  for (const paper of busy) tally.skipped.push({ file: view.records.get(paper)?.path ?? paper, reason: BUSY });
}

async function eachPortion(
  pass: NotesPass,
  papers: readonly KeptPaper[],
  work: (jobs: readonly Job[]) => Promise<void>,
): Promise<void> {
  for (let i = 0; i < papers.length; i += PORTION) {
    pass.asked.signal?.throwIfAborted();
    pass.asked.onProgress?.({ done: i, total: papers.length });
    const jobs: Job[] = [];
    for (const paper of papers.slice(i, i + PORTION)) {
      const job = await lookAtNote(pass, paper);
      if (job) jobs.push(job);
    }
    await work(jobs);
  }
}
