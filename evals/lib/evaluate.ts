/** From the answers to a pack to its figures, with BM25's beside them. */
import type { Answer } from './ask.ts';
import { DEPTH } from './ask.ts';
import { BM25_SETTINGS, Bm25Index, type Bm25Setting } from './bm25.ts';
import { runChecks, type Check } from './checks.ts';
import { isCurrentFirst, METRICS, score, type Metric } from './metrics.ts';
import type { Pack, Question } from './pack.ts';
import { bootstrapInterval, mean, pairedPValue, percentile, type Interval } from './statistics.ts';

/** What a system returned for a question: all that scoring needs. */
export interface Ranking {
  readonly question: Question;
  readonly ranked: readonly string[];
}

export interface Share {
  readonly share: number;
  readonly of: number;
}

export interface Scored {
  readonly primary: number;
  readonly metrics: Readonly<Record<string, number>>;
  /** Questions about a fact that changed, with the current one above the superseded one. Null where there are none. */
  readonly currentFirst: Share | null;
}

export interface CategoryResult extends Pick<Scored, 'primary' | 'currentFirst'> {
  readonly questions: number;
  readonly bm25: number;
}

export interface PackResult extends Scored {
  readonly pack: string;
  readonly memories: number;
  readonly questions: number;
  readonly metric: Metric;
  readonly interval: Interval;
  readonly bm25: Scored & { readonly setting: Bm25Setting; readonly p: number };
  readonly categories: Readonly<Record<string, CategoryResult>>;
  readonly ms: { readonly p50: number; readonly p95: number };
  readonly bytesPerAnswer: number;
  readonly checks: readonly Check[];
  /** Answers that do not count for what they should, and why. */
  readonly warnings: readonly string[];
  /** Primary metric by question, for tests between runs. */
  readonly scores: Readonly<Record<string, number>>;
}

export function evaluate(pack: Pack, answers: readonly Answer[]): PackResult {
  const bm25 = bestBm25(pack);
  const ours = primaryScores(pack.primary, answers);
  const theirs = primaryScores(pack.primary, bm25.rankings);
  return {
    pack: pack.name,
    memories: pack.memories.length,
    questions: answers.length,
    metric: pack.primary,
    ...scoreAll(pack.primary, answers),
    interval: bootstrapInterval([...ours.values()]),
    bm25: {
      ...scoreAll(pack.primary, bm25.rankings),
      setting: bm25.setting,
      p: pairedPValue([...ours.values()], [...theirs.values()]),
    },
    categories: byCategory(answers, ours, theirs),
    ms: { p50: timeAt(answers, 0.5), p95: timeAt(answers, 0.95) },
    bytesPerAnswer: mean(answers.map(({ bytes }) => bytes)),
    checks: runChecks(answers, pack.goals),
    warnings: warningsOf(answers),
    scores: Object.fromEntries(ours),
  };
}

/** By question, in the order asked; questions without an answer cannot be scored and are left out. */
export function primaryScores(metric: Metric, rankings: readonly Ranking[]): Map<string, number> {
  return new Map(
    answerable(rankings).map(({ question, ranked }) => [question.id, score(metric, ranked, question.rel)]),
  );
}

export function currentFirst(rankings: readonly Ranking[]): Share | null {
  const verdicts = rankings
    .filter(({ question }) => /knowledge.update/.test(question.category ?? ''))
    .flatMap(({ question, ranked }) => isCurrentFirst(ranked, question.rel) ?? []);
  return verdicts.length === 0 ? null : { share: mean(verdicts.map(Number)), of: verdicts.length };
}

function scoreAll(primary: Metric, rankings: readonly Ranking[]): Scored {
  const average = (metric: Metric) => mean([...primaryScores(metric, rankings).values()]);
  return {
    primary: average(primary),
    metrics: Object.fromEntries(METRICS.map((metric) => [metric, average(metric)])),
    currentFirst: currentFirst(rankings),
  };
}

function answerable<T extends Ranking>(rankings: readonly T[]): T[] {
  return rankings.filter(({ question }) => Object.keys(question.rel).length > 0);
}

function bestBm25(pack: Pack): { setting: Bm25Setting; rankings: Ranking[] } {
  const indexes = indexGroups(pack);
  const tried = BM25_SETTINGS.map((setting) => {
    const rankings = pack.questions.map((question) => ({
      question,
      ranked: indexes.get(question.group ?? '')?.search(question.text, DEPTH, setting) ?? [],
    }));
    return { setting, rankings, primary: mean([...primaryScores(pack.primary, rankings).values()]) };
  });
  return tried.reduce((best, one) => (one.primary > best.primary ? one : best));
}

function indexGroups({ memories }: Pack): Map<string, Bm25Index> {
  const groups = Map.groupBy(memories, (memory) => memory.group ?? '');
  return new Map([...groups].map(([group, members]) => [group, new Bm25Index(members)]));
}

function byCategory(
  answers: readonly Answer[],
  ours: ReadonlyMap<string, number>,
  theirs: ReadonlyMap<string, number>,
): Record<string, CategoryResult> {
  const groups = Map.groupBy(answerable(answers), ({ question }) => question.category ?? '');
  const rows = [...groups].sort(([a], [b]) => a.localeCompare(b));
  return Object.fromEntries(
    rows.map(([category, members]) => {
      const average = (scores: ReadonlyMap<string, number>) =>
        mean(members.flatMap(({ question }) => scores.get(question.id) ?? []));
      const figures = { primary: average(ours), bm25: average(theirs), currentFirst: currentFirst(members) };
      return [category, { questions: members.length, ...figures }];
    }),
  );
}

const timeAt = (answers: readonly Answer[], share: number) =>
  percentile(
    answers.map(({ ms }) => ms),
    share,
  );

function warningsOf(answers: readonly Answer[]): string[] {
  const refused = answers.filter(({ error }) => error !== undefined);
  const byWords = answers.filter(({ byWordsAlone }) => byWordsAlone).length;
  const withheld = answerable(answers).filter(({ abstained }) => abstained).length;
  const leaks = answers.reduce((total, answer) => total + answer.leaks, 0);
  return [
    ...(refused.length > 0 ? [`${refused.length} questions were refused, the first with ${refused[0]?.error}`] : []),
    ...(byWords > 0 ? [`${byWords} answers came from words alone`] : []),
    ...(withheld > 0 ? [`${withheld} questions that have an answer got none (abstained)`] : []),
    ...(leaks > 0 ? [`${leaks} results are of another group`] : []),
  ];
}
