/** The sources as the library asks them: for what it adds, and for references that it does not have. */
import type { BibliographicItem, Identifier } from '../../../model/papers/index.ts';
import type { Retraction } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import type { ReferenceLookup } from '../citations/check/check-references.ts';
import type { LookupSteps } from '../library/adding/steps.ts';
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
    copies: async (ids, signal) => {
      const asked = ids.filter(({ scheme }) => scheme !== 'issn' && scheme !== 'url');
      if (asked.length === 0) return { copies: [], sources: [] };
      const { copies, sources } = await findCopies(deps, asked, { signal });
      return { copies, sources: await told(sources) };
    },
  };
}

/** Where none may be asked, nobody needs to be told so of each. */
async function isAnyOn(deps: Deps): Promise<boolean> {
  return ((await deps.paperSources?.all()) ?? []).some(({ about }) => about.isOn);
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

/** A title that is like it may still be another work: only what is the same counts as found. */
async function byWords(
  deps: Deps,
  item: BibliographicItem,
  signal: AbortSignal | undefined,
): ReturnType<ReferenceLookup> {
  if (item.title === undefined) return { item: null, retracted: false, isComplete: false };
  const year = yearOf(item);
  const query = { title: item.title, authors: nameKeys(item), ...(year === null ? {} : { year }) };
  const { candidates, sources } = await matchPaper(deps, query, { signal });
  const same = candidates.find(({ paper }) => samePaper(item, paper.item).verdict === 'same');
  return answerOf(same?.paper, sources);
}

/** Only where all that were asked have answered, and two at least, is what nobody knows said to be nowhere. */
const ENOUGH = 2;

function answerOf(
  paper: { readonly item: BibliographicItem; readonly retraction?: Retraction } | undefined,
  sources: readonly SourceReport[],
): Awaited<ReturnType<ReferenceLookup>> {
  const asked = sources.filter(wasAsked);
  const isComplete = asked.length >= ENOUGH && asked.every(({ status }) => status === 'ok');
  return { item: paper?.item ?? null, retracted: isTakenBack(paper?.retraction), isComplete };
}
