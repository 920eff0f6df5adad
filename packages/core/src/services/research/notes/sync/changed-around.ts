/** Which notes may read otherwise because of other papers: those that cite a changed one, those that it cites, and those that name it. */
import type { Deps } from '../../../deps.ts';
import { collection } from '../../../records/collection.ts';
import { PAPER_ANNOTATIONS, PAPER_FILES } from '../../library/store/file-record.ts';
import { PAPER_VERSIONS, PAPERS, type KeptPaper } from '../../library/store/paper-record.ts';
import { PAPER_REFERENCES } from '../../library/store/reference-record.ts';
import type { VaultView } from './vault.ts';

const MOST = 1000;
/** Another one when notes are written in other words: then all are looked at. */
const WORDING = 2;

export async function changedAround(
  deps: Deps,
  workspace: string,
  papers: readonly KeptPaper[],
  view: VaultView,
): Promise<Set<string>> {
  const references = collection(deps, PAPER_REFERENCES);
  const around = new Set<string>();
  const changed = new Set(papers.map(({ key }) => key));
  for (const { paper, links } of view.records.values())
    if (Object.keys(links).some((named) => changed.has(named))) around.add(paper);
  for (const key of changed) {
    const [own, citing] = await Promise.all([
      references.list(workspace, { index: 'by_paper', where: { paper: key }, limit: MOST }),
      references.list(workspace, { index: 'by_cited', where: { cited: key }, limit: MOST }),
    ]);
    for (const { value } of own.items) for (const cited of value.cited) around.add(cited);
    for (const { value } of citing.items) around.add(value.paper);
  }
  return around;
}

/** Another one when there are more or fewer of what notes tell beside the papers themselves, or it is told in another way. */
export async function libraryState(deps: Deps, workspace: string, format: string): Promise<string> {
  const counts = await Promise.all([
    collection(deps, PAPERS).count(workspace),
    collection(deps, PAPER_REFERENCES).count(workspace),
    collection(deps, PAPER_ANNOTATIONS).count(workspace),
    collection(deps, PAPER_FILES).count(workspace),
    collection(deps, PAPER_VERSIONS).count(workspace),
  ]);
  return `papers ${WORDING} ${format} ${counts.join('/')}`;
}
