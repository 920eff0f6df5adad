/** The sources as the library asks them: for what it adds, and for references that it does not have. */
import type { BibliographicItem, Identifier } from '../../../model/papers/index.ts';
import type { PaperSourceName, Retraction, SourcedPaper } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import type { ReferenceLookup } from '../citations/check/check-references.ts';
import { matchReference } from '../citations/matching/match-reference.ts';
import type { Meant } from '../library/adding/search-references.ts';
import type { LookupSteps } from '../library/adding/steps.ts';
import { decides } from '../library/keep/identifiers.ts';
import { isTakenBack } from '../retraction.ts';
import { nameKeys, samePaper, yearOf } from '../reading/identity/index.ts';
import { findCopies } from './find-copies.ts';
import { listAllReferences } from './list-links.ts';
import { lookupPaper } from './lookup-paper.ts';
import { matchPaper } from './match-paper.ts';
import { gravestOfEach, type SourceReport } from './source-report.ts';

/** By these most sources can be asked for a list. */
const ASKED_FOR_LISTS: readonly Identifier['scheme'][] = ['doi', 'pmid', 'pmcid', 'arxiv', 'openalex', 's2'];

export function lookupSteps(deps: Deps): LookupSteps {
  const told = async (sources: readonly SourceReport[]) => ((await isAnyOn(deps)) ? sources : []);
  return {
    byId: async (id, signal) => {
      const { own, others, sources } = await lookupPaper(deps, id, { signal });
      return { papers: own, others, sources: await told(sources) };
    },
    references: async (ids, signal) => {
      const asked: (readonly SourceReport[])[] = [];
      for (const scheme of ASKED_FOR_LISTS) {
        const id = ids.find((one) => one.scheme === scheme);
        if (!id) continue;
        const { source, items, sources } = await listAllReferences(deps, id, { signal });
        asked.push(sources);
        if (source !== null) return { source, references: items, sources: await told(gravestOfEach(asked)) };
      }
      return { source: null, references: [], sources: await told(gravestOfEach(asked)) };
    },
    meant: async (item, raw, signal) => {
      const on = await namesOn(deps);
      const asked = BY_WORDS.filter((name) => on.has(name));
      return asked.length === 0 ? null : meantBy(deps, asked, { item, raw, signal });
    },
    copies: async (ids, signal) => {
      const asked = ids.filter(({ scheme }) => scheme !== 'issn' && scheme !== 'url');
      if (asked.length === 0) return { copies: [], sources: [] };
      const { copies, sources } = await findCopies(deps, asked, { signal });
      return { copies, sources: await told(sources) };
    },
  };
}

/** Who registers works, and who collects what is not registered; searches cost nothing there. */
const BY_WORDS: readonly PaperSourceName[] = ['crossref', 'semanticscholar'];

interface Reference {
  readonly item: BibliographicItem;
  readonly raw: string | undefined;
  readonly signal: AbortSignal | undefined;
}

/** One after the other, until one has what is meant. */
async function meantBy(
  deps: Deps,
  asked: readonly PaperSourceName[],
  { item, raw, signal }: Reference,
): Promise<{ meant: Meant | null; sources: SourceReport[] }> {
  const reports: (readonly SourceReport[])[] = [];
  const year = yearOf(item);
  const query = { title: item.title ?? '', authors: nameKeys(item).slice(0, 1), ...(year === null ? {} : { year }) };
  for (const name of asked) {
    const wanted = { sources: [name], signal };
    const { candidates, sources } = await matchPaper(deps, raw === undefined ? query : { ...query, raw }, wanted);
    reports.push(sources);
    const found = matchReference(
      item,
      candidates.map(({ paper }) => ({ key: paper.item, item: paper.item })),
    );
    const identifiers = found?.key.identifiers.filter((id) => decides(id, found.key.type)) ?? [];
    if (found && identifiers.length > 0)
      return { meant: { identifiers, confidence: found.confidence }, sources: gravestOfEach(reports) };
  }
  return { meant: null, sources: gravestOfEach(reports) };
}

async function namesOn(deps: Deps): Promise<ReadonlySet<PaperSourceName>> {
  const all = (await deps.paperSources?.all()) ?? [];
  return new Set(all.filter(({ about }) => about.isOn).map(({ name }) => name));
}

/** Where none may be asked, nobody needs to be told so of each. */
async function isAnyOn(deps: Deps): Promise<boolean> {
  return (await namesOn(deps)).size > 0;
}

function wasAsked({ status }: SourceReport): boolean {
  return status !== 'off';
}

/** Undefined where no source may be asked: the library alone answers then. */
export async function referenceLookup(deps: Deps, signal?: AbortSignal): Promise<ReferenceLookup | undefined> {
  if (!(await isAnyOn(deps))) return undefined;
  return async (item) => {
    const id = item.identifiers.find(({ scheme }) => scheme !== 'issn' && scheme !== 'url');
    return id ? byId(deps, id, signal) : byWords(deps, item, signal);
  };
}

async function byId(deps: Deps, id: Identifier, signal: AbortSignal | undefined): ReturnType<ReferenceLookup> {
  const { found, sources } = await lookupPaper(deps, id, { signal });
  return answerOf(found?.paper, sources);
}

/**
 * Who registers most works is asked first: what it knows is known, and the others are asked about its id, which costs them little. Only of what
 * it does not know each is asked by words, which takes the slowest of them seconds.
 */
async function byWords(
  deps: Deps,
  item: BibliographicItem,
  signal: AbortSignal | undefined,
): ReturnType<ReferenceLookup> {
  if (item.title === undefined) return { item: null, retracted: false, isComplete: false, sources: [] };
  const on = [...(await namesOn(deps))];
  const first = await sameBy(
    deps,
    on.filter((name) => name === FIRST),
    item,
    signal,
  );
  const id = first.paper?.item.identifiers.find((one) => decides(one, first.paper?.item.type ?? 'document'));
  if (id) {
    const more = await byId(deps, id, signal);
    return {
      ...more,
      item: more.item ?? first.paper?.item ?? null,
      sources: gravestOfEach([first.sources, more.sources]),
    };
  }
  const others = await sameBy(
    deps,
    on.filter((name) => name !== FIRST),
    item,
    signal,
  );
  return answerOf(first.paper ?? others.paper, gravestOfEach([first.sources, others.sources]));
}

const FIRST: PaperSourceName = 'crossref';

/** A title that is like it may still be another work: only what is the same counts as found. */
async function sameBy(
  deps: Deps,
  names: readonly PaperSourceName[],
  item: BibliographicItem,
  signal: AbortSignal | undefined,
): Promise<{ readonly paper: SourcedPaper | undefined; readonly sources: readonly SourceReport[] }> {
  if (names.length === 0) return { paper: undefined, sources: [] };
  const year = yearOf(item);
  const query = { title: item.title ?? '', authors: nameKeys(item), ...(year === null ? {} : { year }) };
  const { candidates, sources } = await matchPaper(deps, query, { sources: names, signal });
  return { paper: candidates.find(({ paper }) => samePaper(item, paper.item).verdict === 'same')?.paper, sources };
}

/** Only where all that were asked have answered, and two at least, is what nobody knows said to be nowhere. */
const ENOUGH = 2;

function answerOf(
  paper: { readonly item: BibliographicItem; readonly retraction?: Retraction } | undefined,
  sources: readonly SourceReport[],
): Awaited<ReturnType<ReferenceLookup>> {
  const asked = sources.filter(wasAsked);
  const isComplete = asked.length >= ENOUGH && asked.every(({ status }) => status === 'ok');
  return { item: paper?.item ?? null, retracted: isTakenBack(paper?.retraction), isComplete, sources };
}
