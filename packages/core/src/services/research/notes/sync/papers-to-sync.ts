/** Papers whose note may be otherwise. The others are counted, and cost no more than their record. */
import { collection } from '../../../records/collection.ts';
import { PAPERS, type KeptPaper } from '../../library/store/paper-record.ts';
import type { OtherPaper } from '../note/paper-note.ts';
import { changedAround } from './changed-around.ts';
import { assignPlace, type NotesPass } from './note-job.ts';
import { hasStaleLink } from './note-links.ts';
import { copyProblem } from './problems.ts';
import { toOther } from './surroundings.ts';

const PAGE = 500;

/** Each has a place for its note then. */
export async function papersToSync(pass: NotesPass, all: boolean): Promise<readonly KeptPaper[]> {
  const { deps, asked } = pass;
  if (!asked.papers) return dueOfAll(pass, all);
  const papers = (await collection(deps, PAPERS).getMany(asked.workspace, asked.papers)).filter(isShown);
  for (const paper of papers) {
    assignPlace(pass, paper);
    tellCopies(pass, paper);
  }
  return papers;
}

async function dueOfAll(pass: NotesPass, all: boolean): Promise<readonly KeptPaper[]> {
  const { deps, asked, tally, view, format } = pass;
  const papers = collection(deps, PAPERS);
  const library = new Map<string, OtherPaper>();
  const due: KeptPaper[] = [];
  const quiet: string[] = [];
  const query = { index: 'by_standing', where: { standing: 'library' }, limit: PAGE } as const;
  for await (const paper of papers.each(asked.workspace, query)) {
    library.set(paper.key, toOther(paper));
    if (!isShown(paper)) continue;
    tellCopies(pass, paper);
    if (!all && !isDue(pass, paper)) quiet.push(paper.key);
    else {
      assignPlace(pass, paper);
      due.push(paper);
    }
  }
  const around = await changedAround(deps, asked.workspace, all ? [] : due, view);
  const touched = quiet.filter((key) => {
    const record = view.records.get(key);
    return record && !record.removed && (around.has(key) || hasStaleLink(view, format, record, library));
  });
  const left = new Set(quiet).difference(new Set(touched));
  for (const record of [...left].flatMap((key) => view.records.get(key) ?? []))
    if (record.removed) tally.removed.push(record.path);
    else tally.unchanged += 1;
  return [...due, ...(await papers.getMany(asked.workspace, touched))];
}

function isShown({ value }: KeptPaper): boolean {
  return value.standing === 'library' && value.merged_into === null && value.shown_as === null;
}

function isDue({ view, asked }: NotesPass, { key, version }: KeptPaper): boolean {
  const record = view.records.get(key);
  if (!record || record.pending || record.troubled || record.paper_version !== version) return true;
  const place = view.placeOf(key);
  if (record.removed) return asked.recreate === true || place !== null;
  return place !== record.path || view.files.get(place)?.version !== record.stamp;
}

function tellCopies({ view, tally }: NotesPass, { key }: KeptPaper): void {
  const ours = view.placeOf(key);
  if (ours !== null) for (const copy of view.copiesOf(key)) tally.problems.push(copyProblem(copy, ours));
}
