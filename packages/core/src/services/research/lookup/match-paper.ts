/** Works that a title may mean, as the sources propose them: each work once, the likeliest first. Nobody is told which one it is. */
import { identifierKey, type Identifier } from '../../../model/papers/index.ts';
import type { MatchQuery } from '../../../ports/index.ts';
import { toTerms } from '../../../model/index.ts';
import { askSources, type AskRequest, type LookupDeps } from './ask-sources.ts';
import { mergePapers, type MergedPaper } from './merge-papers.ts';
import type { SaidPaper } from './one-record.ts';
import type { SourceReport } from './source-report.ts';

export interface MatchCandidate extends MergedPaper {
  readonly answers: readonly SaidPaper[];
  /** 0–1: how much of the words of both titles is the same. */
  readonly titleLikeness: number;
}

export interface Matched {
  readonly candidates: readonly MatchCandidate[];
  readonly sources: readonly SourceReport[];
}

const PER_SOURCE = 5;

export async function matchPaper(deps: LookupDeps, query: MatchQuery, request: AskRequest = {}): Promise<Matched> {
  const { told, reports } = await askSources(
    deps,
    'match',
    { limit: PER_SOURCE, ...request },
    {
      ask: (source, options) => source.match(query, options),
      count: (papers) => papers.length,
    },
  );
  const said = told.flatMap(({ source, value }) => value.map((paper) => ({ source: source.name, paper })));
  const candidates = groups(said).map((answers) => toCandidate(answers, query.title, deps.clock.now()));
  return { candidates: candidates.toSorted((one, other) => other.titleLikeness - one.titleLikeness), sources: reports };
}

/** Those that share an id of a work are one; a journal's number is none. */
function groups(said: readonly SaidPaper[]): SaidPaper[][] {
  const all: { keys: Set<string>; members: SaidPaper[] }[] = [];
  for (const one of said) {
    const keys = new Set(one.paper.item.identifiers.filter(({ scheme }) => scheme !== 'issn').map(identifierKey));
    const group = all.find((other) => [...keys].some((key) => other.keys.has(key)));
    if (!group) all.push({ keys, members: [one] });
    else {
      group.members.push(one);
      for (const key of keys) group.keys.add(key);
    }
  }
  return all.map(({ members }) => members);
}

function toCandidate(answers: readonly SaidPaper[], title: string, at: number): MatchCandidate {
  const ids: Identifier[] = answers.flatMap(({ paper }) => paper.item.identifiers);
  const merged = mergePapers(answers, ids, at) as MergedPaper;
  return { ...merged, answers, titleLikeness: likeness(title, merged.paper.item.title ?? '') };
}

function likeness(one: string, other: string): number {
  const [a, b] = [new Set(toTerms(one)), new Set(toTerms(other))];
  const common = [...a].filter((term) => b.has(term)).length;
  return common === 0 ? 0 : common / (a.size + b.size - common);
}
