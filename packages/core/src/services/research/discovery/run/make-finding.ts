/** A finding from what was found and how it was judged. */
import type { Decision, Evaluation } from '../../evaluate/evaluation.ts';
import type { KeptQuery } from '../../queries/query-record.ts';
import { NO_QUERY, type FindingRecord } from '../store/finding-record.ts';
import type { KeptSource } from '../store/source-record.ts';

export interface Origin {
  readonly source: KeptSource;
  readonly url: string | null;
  readonly at: number;
}

export interface NewFinding {
  readonly query: KeptQuery | null;
  readonly paper: string;
  readonly run: string;
  readonly evaluation: Evaluation | null;
  readonly origin: Origin;
}

/** From here on, somebody should look at it. */
export const WORTH_A_LOOK = 1;
/** Ranks of a decision begin here. */
export const FLOORS: Readonly<Record<Decision, number>> = { keep: 2, review: WORTH_A_LOOK, reject: 0 };
/** What nobody has judged stands among what is to be looked at. */
const UNJUDGED = 1.5;
/** A rank stays within its decision. */
const MOST_SCORE = 0.999_999;

function rankOf(evaluation: Pick<Evaluation, 'decision' | 'score'> | null): number {
  if (!evaluation) return UNJUDGED;
  return FLOORS[evaluation.decision] + Math.min(MOST_SCORE, Math.max(0, evaluation.score));
}

export function newFinding({ query, paper, run, evaluation, origin }: NewFinding): FindingRecord {
  return {
    query: query?.key ?? NO_QUERY,
    query_name: query?.value.name ?? null,
    paper,
    run,
    sources: [sourceIn(origin)],
    evaluation: evaluation && kept(evaluation),
    rank: rankOf(evaluation),
    found_at: origin.at,
    seen: false,
    seen_at: null,
    download: isWanted(query, evaluation) ? 'wanted' : null,
    downloaded_on: null,
    download_why: null,
  };
}

function kept(evaluation: Evaluation): FindingRecord['evaluation'] {
  const { version, score, parts, met, missed, decision, reason, judge } = evaluation;
  return { version, score, parts: { ...parts }, met: [...met], missed: [...missed], decision, reason, judge };
}

function isWanted(query: KeptQuery | null, evaluation: Evaluation | null): boolean {
  const rule = query?.value.auto_download;
  return rule !== null && rule !== undefined && evaluation?.decision === 'keep' && evaluation.score >= rule.min_score;
}

function sourceIn({ source, url, at }: Origin): FindingRecord['sources'][number] {
  return { source: source.key, name: source.value.name, url, at };
}

const MOST_SOURCES = 100;

/** Null where it names the source already. */
export function withSource(before: FindingRecord, origin: Origin): FindingRecord | null {
  const names = before.sources.some(({ source }) => source === origin.source.key);
  if (names || before.sources.length >= MOST_SOURCES) return null;
  return { ...before, sources: [...before.sources, sourceIn(origin)] };
}
