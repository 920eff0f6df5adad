/** Files that were found against those that answer: nDCG@10 with binary gain, and whether all of them are among the first k. */
import type { Question } from './repositories.ts';

export interface Figures {
  readonly questions: number;
  readonly ndcg10: number;
  readonly acc1: number;
  readonly acc5: number;
  readonly acc10: number;
}

export interface Scored {
  readonly question: Question;
  readonly ndcg10: number;
  /** Where the last of the files that answer stands, from 0; infinite where it is not found. */
  readonly worst: number;
}

const CUT = 10;

export function scoreQuestion(question: Question, found: readonly string[]): Scored {
  const first = [...new Set(found)].slice(0, CUT);
  const ranks = question.gold.map((file) => first.findIndex((one) => isSame(one, file)));
  const hit = new Set(ranks.filter((rank) => rank >= 0));
  const best = question.gold.slice(0, CUT).map((_, rank) => gain(rank));
  const worst = Math.max(...ranks.map((rank) => (rank < 0 ? Number.POSITIVE_INFINITY : rank)));
  return { question, ndcg10: sum([...hit].map(gain)) / sum(best), worst };
}

/** Some give paths from the root of the repository, some from the folder that they ask about. */
function isSame(one: string, other: string): boolean {
  return one === other || one.endsWith(`/${other}`) || other.endsWith(`/${one}`);
}

function gain(rank: number): number {
  return 1 / Math.log2(rank + 2);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

export function sumUp(scored: readonly Scored[]): Figures {
  const share = (within: number): number => scored.filter(({ worst }) => worst < within).length / scored.length;
  return {
    questions: scored.length,
    ndcg10: sum(scored.map((one) => one.ndcg10)) / scored.length,
    acc1: share(1),
    acc5: share(5),
    acc10: share(CUT),
  };
}
