/**
 * What a ranking metric does not see: does the server know when it does not know, does it keep workspaces apart, does the right
 * one come before the one that only looks right. A check says null where a pack has no such questions, or the build no such
 * answer.
 */
import type { Answer } from './ask.ts';
import { isCurrentFirst, score } from './metrics.ts';
import { mean, separation } from './statistics.ts';

export interface Check {
  readonly name: string;
  readonly value: number | null;
  readonly goal: number | null;
}

const CHECKS: Record<string, (answers: readonly Answer[]) => number | null> = {
  /** Questions with an answer whose best result is the right one, of the highest grade. */
  first: (answers) =>
    share(
      answerable(answers),
      ({ ranked: [best = ''], question: { rel } }) => rel[best] === Math.max(...Object.values(rel)),
    ),
  /** … with any answer among the best five. */
  found: (answers) => share(answerable(answers), ({ ranked, question }) => score('hit@5', ranked, question.rel) === 1),
  /** Current fact above the superseded one, where either was found. */
  current: (answers) => {
    const verdicts = answers.flatMap(({ ranked, question }) => isCurrentFirst(ranked, question.rel) ?? []);
    return share(verdicts, Boolean);
  },
  /** Questions without an answer that got none. */
  abstains: (answers) =>
    saysWhenItAbstains(answers) ? share(unanswerable(answers), ({ abstained }) => abstained) : null,
  /** Questions with an answer that were not turned away. */
  answers: (answers) =>
    saysWhenItAbstains(answers) && unanswerable(answers).length > 0
      ? share(answerable(answers), ({ abstained }) => !abstained)
      : null,
  /** How well the best score tells the two kinds apart, whatever threshold is chosen: 0.5 is a coin. */
  separation: (answers) => {
    const [yes, no] = [answerable(answers), unanswerable(answers)].map((some) =>
      some.map(({ bestScore }) => bestScore),
    );
    return yes?.length && no?.length ? separation(yes, no) : null;
  },
  /** Something relevant is found and none of the memories that the question rules out stands above it. */
  clean: (answers) => {
    const asked = answers.filter(({ question }) => question.forbidden.length > 0);
    return share(asked, ({ ranked, question }) => {
      const first = ranked.find((id) => id in question.rel || question.forbidden.includes(id));
      return first !== undefined && first in question.rel;
    });
  },
  /** Results of another workspace, where there is another: must be none. */
  leaks: (answers) =>
    answers.some(({ question }) => question.group) ? answers.reduce((total, answer) => total + answer.leaks, 0) : null,
};

/** Every check that applies or has a goal. */
export function runChecks(answers: readonly Answer[], goals: Readonly<Record<string, number>>): Check[] {
  const unknown = Object.keys(goals).find((name) => !(name in CHECKS));
  if (unknown !== undefined)
    throw new Error(`No check is called ${unknown}. There are: ${Object.keys(CHECKS).join(', ')}.`);
  return Object.entries(CHECKS)
    .map(([name, check]) => ({ name, value: check(answers), goal: goals[name] ?? null }))
    .filter(({ value, goal }) => value !== null || goal !== null);
}

/** Leaks are counted, and fewer are better; everything else is a share. Null where nothing could be measured. */
export function isReached({ name, value, goal }: Check): boolean | null {
  if (value === null || goal === null) return null;
  return name === 'leaks' ? value <= goal : value >= goal;
}

function saysWhenItAbstains(answers: readonly Answer[]): boolean {
  return answers.some(({ abstained }) => abstained !== undefined);
}

function answerable(answers: readonly Answer[]): Answer[] {
  return answers.filter(({ question }) => Object.keys(question.rel).length > 0);
}

function unanswerable(answers: readonly Answer[]): Answer[] {
  return answers.filter(({ question }) => Object.keys(question.rel).length === 0);
}

function share<T>(items: readonly T[], holds: (item: T) => boolean | undefined): number | null {
  return items.length === 0 ? null : mean(items.map((item) => Number(holds(item) ?? false)));
}
