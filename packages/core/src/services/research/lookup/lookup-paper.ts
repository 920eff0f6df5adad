/**
 * A paper by one of its ids, as all sources that know it have it. A source that cannot be asked for the id that was given is asked for
 * one that the others have told of the same record.
 */
import { identifierKey, type Identifier } from '../../../model/papers/index.ts';
import type { AskOptions, PaperSource, PaperSourceName, Retraction, SourcedPaper } from '../../../ports/index.ts';
import { askSources, type AskRequest, type LookupDeps, type Told } from './ask-sources.ts';
import { gravest } from '../retraction.ts';
import { mergePapers, type MergedPaper } from './merge-papers.ts';
import { ofOneRecord, type OneRecord, type SaidPaper } from './one-record.ts';
import type { SourceReport } from './source-report.ts';

export interface LookedUp extends OneRecord {
  /** Null where nobody who could be asked knows it. */
  readonly found: MergedPaper | null;
  /** As each of them has it, this version or another. */
  readonly answers: readonly SaidPaper[];
  readonly sources: readonly SourceReport[];
}

/** Ids by which most sources can be asked, the most common first. */
const ASKED_BY: readonly Identifier['scheme'][] = ['doi', 'arxiv', 'pmid', 'pmcid', 'openalex', 's2', 'isbn'];

export async function lookupPaper(deps: LookupDeps, id: Identifier, request: AskRequest = {}): Promise<LookedUp> {
  const first = await ask(deps, request, (source, options) => source.lookup(id, options));
  const told = known(first.told);
  const ids = [id, ...learned(ofOneRecord(told, [id]).own, id)];
  const rest = first.told.filter(({ value }) => value === null).map(({ source }) => source.name);
  const again =
    ids.length > 1 && rest.length > 0 ? await askAgain(deps, ids.slice(1), { ...request, sources: rest }) : null;
  const answers = [...told, ...known(again?.told ?? [])];
  return {
    found: mergePapers(answers, ids, deps.clock.now()),
    answers,
    ...ofOneRecord(answers, ids),
    sources: withSecond(first.reports, again?.reports ?? []),
  };
}

/** Whether it still stands, by those who keep book of that. */
export async function checkRetraction(
  deps: LookupDeps,
  id: Identifier,
  request: AskRequest = {},
): Promise<{
  readonly retraction: Retraction | null;
  readonly known: boolean;
  readonly sources: readonly SourceReport[];
}> {
  const { answers, sources } = await lookupPaper(deps, id, { sources: KEEP_BOOK, ...request });
  const retraction = gravest(answers.flatMap(({ paper }) => paper.retraction ?? [])) ?? null;
  return { retraction, known: answers.length > 0, sources };
}

const KEEP_BOOK: readonly PaperSourceName[] = ['crossref', 'pubmed', 'europepmc', 'openalex', 'arxiv', 'biorxiv'];

function ask(
  deps: LookupDeps,
  request: AskRequest,
  lookup: (source: PaperSource, options: AskOptions) => Promise<SourcedPaper | null>,
) {
  return askSources(deps, 'lookup', request, { ask: lookup, count: (paper) => (paper ? 1 : 0) });
}

/** By each id until it knows one; those it cannot be asked for cost nothing. */
function askAgain(deps: LookupDeps, ids: readonly Identifier[], request: AskRequest) {
  return ask(deps, request, async (source, options) => {
    for (const id of ids) {
      const paper = await source.lookup(id, options);
      if (paper) return paper;
    }
    return null;
  });
}

function known(told: readonly Told<SourcedPaper | null>[]): SaidPaper[] {
  return told.flatMap(({ source, value }) => (value ? [{ source: source.name, paper: value }] : []));
}

/** Of the same record: what is said of other versions of it is another record. */
function learned(own: readonly SaidPaper[], id: Identifier): Identifier[] {
  const all = new Map(own.flatMap(({ paper }) => paper.item.identifiers).map((one) => [identifierKey(one), one]));
  all.delete(identifierKey(id));
  const place = ({ scheme }: Identifier) => ASKED_BY.indexOf(scheme);
  return [...all.values()].filter((one) => place(one) >= 0).toSorted((a, b) => place(a) - place(b));
}

/** Where the second question found something, or failed, that is what is told. */
function withSecond(first: readonly SourceReport[], second: readonly SourceReport[]): SourceReport[] {
  const later = new Map(second.map((report) => [report.source, report]));
  return first.map((report) => later.get(report.source) ?? report);
}
