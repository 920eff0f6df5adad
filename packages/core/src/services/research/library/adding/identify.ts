/**
 * Which paper a text is, from what stands on its first page and what those who index the literature say of the ids there. A looked-up
 * title must stand on the page before its id is believed.
 */
import { identifierKey, type BibliographicItem, type Identifier } from '../../../../model/papers/index.ts';
import type { Deps } from '../../../deps.ts';
import type { OpenDocument } from '../../../documents/find-document.ts';
import type { PaperFindings } from '../../../documents/paper/paper-findings.ts';
import { gravestOfEach, type SourceReport } from '../../lookup/source-report.ts';
import type { Arrival } from '../keep/arrival.ts';
import { decides } from '../keep/identifiers.ts';
import { identifiersOf, papersOf } from '../store/index.ts';
import { toArrivals } from './looked-up.ts';
import type { AddingSteps, FirstPageFacts, LookedUp } from './steps.ts';
import { isTitleOnPage } from './title-on-page.ts';

export interface Identified {
  /** What the file says first, then what sources say. */
  readonly arrivals: readonly Arrival[];
  readonly warnings: readonly string[];
  readonly sources: readonly SourceReport[];
  /** It looks like a paper: it has an id, an abstract or a list of references. */
  readonly isPaper: boolean;
}

/** So much of the text is taken for its first pages, where there are no pages. */
const FIRST_PAGES = 8000;
const MOST_IDS = 3;
/** Of an id that nobody was asked about. */
const LIKELY = 0.8;

export interface Identifying {
  readonly workspace: string;
  readonly open: OpenDocument;
  /** What its reader saw of the paper; null where only the text is there. */
  readonly findings: PaperFindings | null;
  readonly steps: AddingSteps;
  readonly signal?: AbortSignal | undefined;
}

export async function identify(deps: Deps, identifying: Identifying): Promise<Identified> {
  const { open, findings, steps } = identifying;
  const reading = await steps.reading();
  const list = reading.references(open.text, open.structure);
  const page = firstPages(open, list?.start ?? open.text.length);
  const read: FirstPageFacts = findings ?? reading.firstPage(page);
  const isExact = findings?.isExact ?? false;
  // What is marked up as the title need not stand in the text again.
  const titled = isExact ? `${read.item.title ?? ''}\n${page}` : page;
  const told: Told = { ids: [], looked: [], warnings: [], sources: [] };
  for (const one of read.ids.slice(0, MOST_IDS))
    if (await ask(deps, identifying, { ...one, page: titled }, told)) break;
  const { ids, looked, warnings, sources } = told;
  const isPaper = isExact || looksLikePaper(read, ids, list !== null);
  const arrivals = [{ item: itemOf(open, read, ids), source: 'file', confidence: isExact ? 1 : 0.7 }, ...looked];
  return { arrivals, warnings, sources: gravestOfEach([sources]), isPaper };
}

interface Told {
  readonly ids: Identifier[];
  readonly looked: Arrival[];
  readonly warnings: string[];
  readonly sources: SourceReport[];
}

const NOBODY: LookedUp = { papers: [], sources: [] };

/** True when somebody knows it, and its title is on the page. */
async function ask(
  deps: Deps,
  { workspace, steps, signal }: Identifying,
  asked: Believing,
  told: Told,
): Promise<boolean> {
  const { identifier, page } = asked;
  const { papers, others, sources } = (await steps.lookup?.byId(identifier, signal)) ?? NOBODY;
  told.sources.push(...sources);
  const fitting = papers.filter(({ paper }) => isTitleOnPage(paper.item.title ?? '', page));
  const verdict =
    fitting.length > 0 ? 'believed' : papers.length > 0 ? 'of another' : await judged(deps, workspace, asked);
  if (verdict === 'of another')
    told.warnings.push(
      `${identifierKey(identifier)} is printed on the first page and is another paper's: its title is not there.`,
    );
  if (verdict !== 'believed') return false;
  told.ids.push(identifier);
  told.looked.push(...toArrivals({ papers: fitting, others: others ?? [], sources }, identifier));
  return fitting.length > 0;
}

interface Believing {
  readonly identifier: Identifier;
  readonly confidence: number;
  readonly page: string;
}

/** What nobody could be asked about is believed where its place speaks for it, and the library knows no other paper by it. */
async function judged(
  deps: Deps,
  workspace: string,
  { identifier, confidence, page }: Believing,
): Promise<'believed' | 'of another' | 'unlikely'> {
  const owner = await identifiersOf(deps).get(workspace, identifierKey(identifier));
  const known = owner && (await papersOf(deps).get(workspace, owner.value.paper));
  const title = known?.value.item.title ?? '';
  if (title !== '') return isTitleOnPage(title, page) ? 'believed' : 'of another';
  return confidence >= LIKELY ? 'believed' : 'unlikely';
}

function looksLikePaper({ item }: FirstPageFacts, ids: readonly Identifier[], hasReferences: boolean): boolean {
  return ids.some((id) => decides(id, item.type)) || item.abstract !== undefined || hasReferences;
}

/** The first two pages, because a cover may stand before the paper; what is behind the head of the references is of other papers. */
export function firstPages({ text, structure }: OpenDocument, references: number): string {
  const third = structure.pages[2]?.start ?? text.length;
  return text.slice(0, Math.min(third, references, FIRST_PAGES));
}

/** What is printed counts before what the file says of itself; the name of the file stands for a title where there is none. */
function itemOf(
  { document }: OpenDocument,
  { item }: FirstPageFacts,
  identifiers: readonly Identifier[],
): BibliographicItem {
  const { name, title } = document.value;
  const printed = item.title ?? title ?? name.replace(/\.\w{1,5}$/, '').replaceAll(/[_-]+/g, ' ');
  return { ...item, title: printed.trim() || name, identifiers };
}
