/** What a paper cites: a publisher's list by id before what was taken apart from its text. */
import type { BibliographicItem } from '../../../../model/papers/index.ts';
import type { Deps } from '../../../deps.ts';
import type { OpenDocument } from '../../../documents/find-document.ts';
import type { PaperFindings } from '../../../documents/paper/paper-findings.ts';
import { gravestOfEach, type SourceReport } from '../../lookup/source-report.ts';
import type { Arrival } from '../keep/arrival.ts';
import { decides } from '../keep/identifiers.ts';
import { firstNameOf, titleKey, yearOf } from '../keep/keys.ts';
import { isHintAt } from '../keep/same-entry.ts';
import { savePapers } from '../keep/save-papers.ts';
import { papersOf } from '../store/index.ts';
import type { KeptPaper } from '../store/paper-record.ts';
import type { CitationContext, PaperReference } from '../store/reference-record.ts';
import { numbered, numbersOf, withMarkers } from './align-references.ts';
import { keepReferences, relateCitations } from './keep-references.ts';
import { matchReferences, sureness, type RawReference } from './match-references.ts';
import { searchReferences, type Meant } from './search-references.ts';
import type { AddingSteps, FoundReferences, ReadingSteps } from './steps.ts';

export interface ReadCitations {
  readonly references: number;
  /** Of them, so many of which it is known what they mean. */
  readonly matched: number;
  /** And so many that are papers of the library; what is only cited is none. */
  readonly here: number;
  readonly contexts: number;
  /** So many were not searched for. */
  readonly left: number;
  /** What came of asking for its publisher's list, and for what it means. */
  readonly sources: readonly SourceReport[];
}

export interface ReadingCitations {
  readonly workspace: string;
  readonly paper: KeptPaper;
  readonly open: OpenDocument | null;
  readonly findings: PaperFindings | null;
  readonly steps: AddingSteps;
  /** How long may be searched for what its references mean. */
  readonly patienceMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Somebody waits for it. */
const PATIENCE_MS = 20_000;
const MOST_CONTEXTS = 2000;

export async function readCitations(deps: Deps, reading: ReadingCitations): Promise<ReadCitations> {
  const { workspace, paper, open, steps } = reading;
  const read = await steps.reading();
  const list = open ? listIn(reading, read) : null;
  const { published, sources } = await publisherList(reading, read);
  const raw = published.length > 0 ? withMarkers(list, published) : fromText(list);
  if (raw.length === 0) return { references: 0, matched: 0, here: 0, contexts: 0, left: 0, sources };
  const { matched: met, left, sources: searched } = await matched(deps, reading, raw);
  const references = await withCited(deps, workspace, paper, met);
  const contexts = list ? contextsIn(reading, read, list, references) : [];
  const [document, memory] = [open?.document.key ?? '', open?.document.value.memory ?? null];
  await keepReferences(deps, workspace, paper.key, { references, contexts, document });
  await relateCitations(deps, workspace, paper, { references, contexts, memory });
  return {
    references: references.length,
    matched: references.filter(({ cited }) => cited !== null).length,
    here: await countHere(deps, workspace, references),
    contexts: contexts.length,
    left,
    sources: gravestOfEach([sources, searched]),
  };
}

async function countHere(deps: Deps, workspace: string, references: readonly PaperReference[]): Promise<number> {
  const cited = references.flatMap((one) => one.cited ?? []);
  const papers = cited.length === 0 ? [] : await papersOf(deps).getMany(workspace, [...new Set(cited)]);
  const here = new Set(papers.filter(({ value }) => value.standing === 'library').map(({ key }) => key));
  return cited.filter((id) => here.has(id)).length;
}

/** By id and by the library, then by what registered works they may mean. */
async function matched(
  deps: Deps,
  { workspace, paper, steps, signal, patienceMs = PATIENCE_MS }: ReadingCitations,
  raw: readonly RawReference[],
): Promise<{ matched: PaperReference[]; left: number; sources: readonly SourceReport[] }> {
  const known = await matchReferences(deps, workspace, paper.key, raw);
  const open = new Set(known.filter(({ cited }) => cited === null).map(({ n }) => n));
  if (!steps.lookup || open.size === 0) return { matched: known, left: 0, sources: [] };
  const searching = { clock: deps.clock, lookup: steps.lookup, patienceMs, signal };
  const wanted = raw.filter(({ n }) => open.has(n));
  const { meant, left, sources } = await searchReferences(wanted, searching);
  if (meant.size === 0) return { matched: known, left, sources };
  const found = wanted.flatMap((one) => withIds(one, meant.get(one.n)));
  const again = new Map((await matchReferences(deps, workspace, paper.key, found)).map((one) => [one.n, one]));
  return { matched: known.map((one) => bySearch(again.get(one.n), meant.get(one.n)) ?? one), left, sources };
}

function withIds(reference: RawReference, meant: Meant | undefined): RawReference[] {
  const { item } = reference;
  return meant && item ? [{ ...reference, item: { ...item, identifiers: meant.identifiers } }] : [];
}

/** The id was found by words, and is as sure as they are. */
function bySearch(reference: PaperReference | undefined, meant: Meant | undefined): PaperReference | undefined {
  return reference && meant && { ...reference, confidence: meant.confidence, method: 'text-match' };
}

/** Sentences that cite, by the numbers under which references are kept. */
function contextsIn(
  { open, findings }: ReadingCitations,
  read: ReadingSteps,
  list: FoundReferences,
  references: readonly PaperReference[],
): CitationContext[] {
  if (!open) return [];
  const toKept = numbersOf(list, references);
  return read
    .contexts({ ...open, list, citations: findings?.citations ?? [] }, numbered(list, references))
    .slice(0, MOST_CONTEXTS)
    .map((one): CitationContext => ({ ...one, references: [...new Set(one.references.flatMap(toKept))] }))
    .filter((one) => one.references.length > 0);
}

/** As the format says it, else as it is printed. */
function listIn({ open, findings }: ReadingCitations, read: ReadingSteps): FoundReferences | null {
  if (!open) return null;
  if (!findings || findings.references.length === 0) return read.references(open.text, open.structure);
  const block = open.structure.blocks.findLast(({ kind }) => kind === 'reference');
  const references = findings.references.map(({ label, raw, item }) => {
    // Not every list is marked up down to its titles; ids that are said count all the same.
    const parsed = item.title === undefined ? read.reference(raw) : item;
    const identifiers = item.identifiers.length > 0 ? item.identifiers : parsed.identifiers;
    return { marker: label, raw, item: { ...parsed, identifiers } };
  });
  return { start: block?.start ?? open.text.length, end: block?.end ?? open.text.length, references };
}

interface PublishedList {
  readonly published: readonly RawReference[];
  readonly sources: readonly SourceReport[];
}

const NOT_ASKED: PublishedList = { published: [], sources: [] };

async function publisherList(
  { paper, findings, steps, signal }: ReadingCitations,
  read: ReadingSteps,
): Promise<PublishedList> {
  // What the file marks up is its publisher's list, and its text cites by it.
  if (findings && findings.references.length > 0) return NOT_ASKED;
  const ids = paper.value.item.identifiers.filter((id) => decides(id, paper.value.type));
  const answer = ids.length === 0 ? undefined : await steps.lookup?.references(ids, signal);
  if (!answer) return NOT_ASKED;
  const { source, references, sources } = answer;
  const published = references.map(({ n, raw = null, item }): RawReference => ({
    n,
    marker: null,
    raw,
    item: item?.title === undefined && raw !== null ? takenApart(read, raw, item) : item,
    source: source ?? '',
  }));
  return { published, sources };
}

/** What publishers print in a line and have not taken apart. */
function takenApart(read: ReadingSteps, raw: string, said: BibliographicItem | null): BibliographicItem {
  const parsed = read.reference(raw);
  const told = Object.entries(said ?? {}).filter(([field, value]) => field !== 'type' && !isEmpty(value));
  return { ...parsed, ...Object.fromEntries(told) };
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function fromText(list: FoundReferences | null): RawReference[] {
  return (list?.references ?? []).map((one, i) => ({ ...one, n: i + 1, source: 'file' }));
}

/**
 * What is cited and not here is kept as that: when it comes, it is known by whom it is cited. What a paper says of itself in its own list is said
 * of it, and is no other paper.
 */
async function withCited(
  deps: Deps,
  workspace: string,
  { key: self, value: { item: own } }: KeptPaper,
  references: readonly PaperReference[],
): Promise<PaperReference[]> {
  const open = references.filter(
    ({ cited, item }) => cited === null && item !== null && isTold(item as BibliographicItem),
  );
  const arrivals = open.map((one): Arrival => {
    const item = one.item as BibliographicItem;
    const isSelf = isHintAt(item, own as BibliographicItem);
    const source = isSelf || one.source === 'file' ? 'reference' : one.source;
    return { item, source, confidence: 0.4, standing: 'referenced', ...(isSelf ? { paper: self } : {}) };
  });
  const saved = await savePapers(deps, { workspace, arrivals, leaveForgotten: true });
  const cited = new Map(open.map(({ n }, i) => [n, saved[i]?.paper ?? null]));
  return references.map((one) => {
    const paper = one.cited === null ? (cited.get(one.n) ?? null) : null;
    if (!paper || paper.key === self) return one;
    // What was searched for says itself how sure it is.
    const sure = one.method === null ? sureness(one.item as BibliographicItem, paper) : {};
    return { ...one, cited: paper.key, ...sure };
  });
}

/** Enough of it to be told from others: an id, or title, first author and year. */
function isTold(item: BibliographicItem): boolean {
  if (item.identifiers.some((id) => decides(id, item.type))) return true;
  return (titleKey(item.title) ?? '').length >= SHORT && firstNameOf(item) !== null && yearOf(item) !== null;
}

const SHORT = 12;
