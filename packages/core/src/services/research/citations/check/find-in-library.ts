/** The paper of the library that a reference means: by id, by its title, by what is like it. */
import { identifierKey, type BibliographicItem } from '../../../../model/papers/index.ts';
import type { Deps } from '../../../deps.ts';
import { survivorOf } from '../../library/find/survivor.ts';
import { identifiersOf, papersOf } from '../../library/store/index.ts';
import type { KeptPaper } from '../../library/store/paper-record.ts';
import { candidateKeys } from '../../reading/identity/index.ts';
import { matchReference, type ReferenceMatch } from '../matching/match-reference.ts';

export interface LibraryMatch extends Omit<ReferenceMatch<string>, 'key'> {
  readonly paper: KeptPaper;
}

const MOST_ALIKE = 30;
const MOST_OF_A_NAME = 50;

export async function findInLibrary(
  deps: Deps,
  workspace: string,
  item: BibliographicItem,
): Promise<LibraryMatch | null> {
  const named = await byIdentifiers(deps, workspace, item);
  if (named) return { paper: named, confidence: 1, method: 'id' };
  const papers = await candidates(deps, workspace, item);
  const match = matchReference(
    item,
    papers.map((paper) => ({ key: paper, item: paper.value.item })),
  );
  return (
    match && { paper: await survivorOf(deps, workspace, match.key), confidence: match.confidence, method: match.method }
  );
}

async function byIdentifiers(
  deps: Deps,
  workspace: string,
  { identifiers }: BibliographicItem,
): Promise<KeptPaper | null> {
  const keys = identifiers.filter(({ scheme }) => scheme !== 'issn' && scheme !== 'url').map(identifierKey);
  const [owner] = keys.length === 0 ? [] : await identifiersOf(deps).getMany(workspace, keys);
  const paper = owner && (await papersOf(deps).get(workspace, owner.value.paper));
  return paper && isOwn(paper) ? survivorOf(deps, workspace, paper) : null;
}

/** Stretches of indexes: the library is never gone through. */
async function candidates(deps: Deps, workspace: string, item: BibliographicItem): Promise<KeptPaper[]> {
  const { titleKey, titlePrefix, names } = candidateKeys(item);
  const papers = papersOf(deps);
  const found = await Promise.all([
    titleKey === null
      ? []
      : papers.list(workspace, { index: 'by_title_key', where: { title_key: titleKey }, limit: MOST_ALIKE }),
    titlePrefix === null
      ? []
      : papers.list(workspace, { index: 'by_title_key', prefix: titlePrefix, limit: MOST_ALIKE }),
    ...names
      .slice(0, 1)
      .map((name) => papers.list(workspace, { index: 'by_name', where: { names: name }, limit: MOST_OF_A_NAME })),
  ]);
  const all = found
    .flatMap((page) => ('items' in page ? page.items : []))
    .filter((paper) => paper.value.merged_into === null && isOwn(paper));
  return [...new Map(all.map((paper) => [paper.key, paper])).values()];
}

/** What is known from a reference alone is no witness of references: somebody may have made it up. */
function isOwn({ value }: KeptPaper): boolean {
  return value.standing === 'library' || value.standing === 'found';
}
