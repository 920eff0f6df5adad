/**
 * A file in whose place another paper lies now, as every download called `paper.pdf` does. What a new version of a paper says is said of the paper;
 * what has nothing in common with it is another one, and the first stays what it was, without a text.
 */
import type { BibliographicItem } from '../../../../../model/papers/index.ts';
import type { Deps } from '../../../../deps.ts';
import type { OpenDocument } from '../../../../documents/find-document.ts';
import { samePaper } from '../../../reading/identity/index.ts';
import { rewritePaper } from '../../change/rewrite-paper.ts';
import { contradict } from '../../keep/identifiers.ts';
import { namesOf, titleKey } from '../../keep/keys.ts';
import type { KeptArrival } from '../../store/arrival-record.ts';
import type { KeptPaper } from '../../store/paper-record.ts';
import { fileOf } from '../../store/paper-texts.ts';
import { noteStep } from '../arrivals.ts';
import type { Identified } from '../identify.ts';

interface Replaced {
  readonly open: OpenDocument;
  readonly found: Identified;
  readonly arrival: KeptArrival;
}

/** The paper, if the text is still of it; else null, and the text goes to whatever paper it is of now, under an id of its own. */
export async function stillOf(
  deps: Deps,
  workspace: string,
  paper: KeptPaper,
  { open, found, arrival }: Replaced,
): Promise<KeptPaper | null> {
  const { document } = open;
  const file = await fileOf(deps, workspace, document.key);
  if (!file || file.value.hash === document.value.hash || !isAnother(paper, found)) return paper;
  await noteStep(deps, workspace, arrival, { paper: deps.ids.next() });
  const texts = paper.value.texts.filter((memory) => memory !== document.value.memory);
  await rewritePaper(deps, workspace, paper, { record: { ...paper.value, texts } });
  return null;
}

/** By what they say: by their ids and titles, or by title and all who wrote it. */
function isAnother({ value }: KeptPaper, { arrivals: [first] }: Identified): boolean {
  const [own, item] = [value.item as BibliographicItem, first?.item];
  if (!item || titleKey(own.title) === null || titleKey(item.title) === null) return false;
  if (contradict(own, item)) return samePaper(own, { ...item, identifiers: [] }).verdict === 'no';
  return samePaper(own, item).verdict === 'no' && areOthers(namesOf(own), namesOf(item));
}

function areOthers(some: readonly string[], others: readonly string[]): boolean {
  return some.length > 0 && others.length > 0 && !others.some((name) => some.includes(name));
}
