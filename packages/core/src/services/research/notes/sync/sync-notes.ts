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
import { findPlace, holdMirror } from '../../../mirror/state/mirror-place.ts';
import { collection } from '../../../records/collection.ts';
import { PAPERS, type KeptPaper } from '../../library/store/paper-record.ts';
import { checkTemplate, DEFAULT_TEMPLATE } from '../note/file-name.ts';
import { emptyNotes, type NotesReport, type NotesRequest } from '../notes-request.ts';
import { lookAtNote, type Job, type NotesPass } from './note-job.ts';
import { changedAround, libraryState } from './changed-around.ts';
import { VaultView } from './vault.ts';
import { writeJobs } from './write-jobs.ts';

const PAGE = 500;
const PORTION = 100;
/** What is changed under our hands is looked at again so often. */
const TURNS = 4;

export async function syncNotes(deps: Deps, asked: NotesRequest): Promise<NotesReport> {
  const { vault } = deps;
  if (!vault)
    throw new ZapomniError('INVALID_CONFIG', 'There is no vault to write notes to.', {
      hint: 'The user names its folder in ZAPOMNI_VAULT_DIR.',
    });
  const template = checkTemplate(asked.template ?? DEFAULT_TEMPLATE);
  const own: Deps = { ...deps, files: vault.files };
  const mirror = { ...asked, folder: vault.folder, graceMs: 0 };
  await requireFolder(vault, asked);
  const place = await findPlace(own, mirror);
  const tally = emptyNotes();
  const view = new VaultView(vault.files, asked, place ?? { id: '', folder: vault.folder });
  const pass: NotesPass = { deps: own, asked, view, tally, template, busy: new Set() };
  if (asked.dryRun === true || !place) {
    await view.load(own, asked.workspace);
    await runTurn(pass, await papersToSync(pass, true), async () => undefined);
    return tally;
  }
  const held = await holdMirror(own, asked.workspace, place);
  try {
    const state = await libraryState(own, asked.workspace);
    await view.load(own, asked.workspace);
    let papers = await papersToSync(pass, asked.all === true || state !== held.record.value.graph);
    for (let turn = 1; turn <= TURNS && papers.length > 0; turn += 1) {
      pass.busy.clear();
      await runTurn(pass, papers, () => held.extend());
      if (pass.busy.size === 0) break;
      if (turn === TURNS) tellBusy(pass);
      await view.look();
      papers = await collection(own, PAPERS).getMany(asked.workspace, [...pass.busy]);
    }
    // Whoever looked at some of them has not seen what is new of the others.
    await (asked.papers ? held.extend() : held.extend({ graph: state }));
    return tally;
  } finally {
    await held.release().catch(() => 0);
  }
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

function tellBusy({ tally, view, busy }: NotesPass): void {
  const reason = 'It is being changed just now; the next synchronisation looks again.';
  for (const paper of busy) tally.skipped.push({ file: view.records.get(paper)?.path ?? paper, reason });
}

/** Those whose note may be otherwise. The others are counted, and cost no more than their record. */
async function papersToSync(pass: NotesPass, all: boolean): Promise<KeptPaper[]> {
  const { deps, asked, tally, view } = pass;
  const papers = collection(deps, PAPERS);
  if (asked.papers) return (await papers.getMany(asked.workspace, asked.papers)).filter(isKept);
  const [due, quiet]: [KeptPaper[], KeptPaper[]] = [[], []];
  const query = { index: 'by_standing', where: { standing: 'library' }, limit: PAGE } as const;
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await papers.list(asked.workspace, cursor === undefined ? query : { ...query, cursor });
    for (const paper of page.items.filter(isShown)) (all || isDue(pass, paper) ? due : quiet).push(paper);
    cursor = page.next;
  }
  const around = await changedAround(deps, asked.workspace, all ? [] : due);
  const [touched, others] = [quiet.filter(({ key }) => around.has(key)), quiet.filter(({ key }) => !around.has(key))];
  for (const { key } of others) {
    const record = view.records.get(key);
    if (record?.removed) tally.removed.push(record.path);
    else tally.unchanged += 1;
  }
  return [...due, ...touched];
}

function isKept(paper: KeptPaper): boolean {
  return paper.value.standing === 'library' && isShown(paper);
}

/** Shown under its own name, and no other's. */
function isShown({ value }: KeptPaper): boolean {
  return value.merged_into === null && value.shown_as === null;
}

function isDue({ view, asked }: NotesPass, { key, version }: KeptPaper): boolean {
  const record = view.records.get(key);
  if (!record || record.pending || record.paper_version !== version) return true;
  if (record.removed) return asked.recreate === true || view.files.has(record.path);
  return view.files.get(record.path)?.version !== record.stamp;
}

async function runTurn(pass: NotesPass, papers: readonly KeptPaper[], breathe: () => Promise<void>): Promise<void> {
  for (let i = 0; i < papers.length; i += PORTION) {
    pass.asked.signal?.throwIfAborted();
    await breathe();
    pass.asked.onProgress?.({ done: i, total: papers.length });
    const jobs: Job[] = [];
    for (const paper of papers.slice(i, i + PORTION)) {
      const job = await lookAtNote(pass, paper);
      if (job) jobs.push(job);
    }
    if (pass.asked.dryRun !== true) await writeJobs(pass, jobs);
  }
}
