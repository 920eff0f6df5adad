/**
 * Papers that reviewers screened for a review: how well the question alone puts the included ones first, beside BM25, and what twenty verdicts
 * add. The program chooses what is judged next, as it would for a user; the set answers. Everything goes through the tools.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { BM25_SETTINGS, Bm25Index } from '../lib/bm25.ts';
import type { Zapomni } from '../lib/zapomni.ts';
import { averagePrecision, comparePrecision, type Ranked } from './average-precision.ts';
import type { ResearchSet, WholeSet } from './set.ts';

const caseSchema = z.object({ id: z.string(), title: z.string(), abstract: z.string(), included: z.number() });
type Screened = z.output<typeof caseSchema>;

const VERDICTS = 20;
const PORTION = 500;
const PAGE = 1000;
const POLL_MS = 500;
const QUERY = 'review';

export const screeningSet: ResearchSet = {
  name: 'screening',
  files: /^screening-/,
  calls: () => [],
  predict: ({ id }) => ({ id }),
  async whole(zapomni, { cases: given, file, folder }) {
    const cases = given.map((one) => caseSchema.parse(one));
    const question = questionOf(folder, file);
    const session = await begin(
      zapomni,
      file
        .toLowerCase()
        .replaceAll(/[^a-z0-9-]+/g, '-')
        .slice(0, 60),
      question,
      cases,
    );
    const alone = await session.scores();
    const bm25 = bestBm25(question, cases);
    const judged = await judge(session, cases);
    const taught = afterReading(judged, await session.scores(), cases);
    return {
      predictions: predictionsOf(alone),
      others: [
        { name: 'bm25', predictions: predictionsOf(bm25) },
        { name: `after ${VERDICTS} verdicts`, predictions: predictionsOf(taught) },
      ],
      figures: {
        beside_bm25: comparePrecision(rankedBy(alone, cases), rankedBy(bm25, cases)),
        liked_of_judged: judged.filter(({ included }) => included === 1).length,
      },
    } satisfies WholeSet;
  },
};

type Scores = ReadonlyMap<string, number>;

function questionOf(folder: string, file: string): string {
  const index = JSON.parse(readFileSync(path.join(folder, 'index.json'), 'utf8')) as Record<string, unknown>;
  return z.object({ question: z.string() }).parse(index[file]).question;
}

const importedSchema = z.object({ entries: z.array(z.object({ id: z.string().optional() })) });
const evaluatedSchema = z.object({
  evaluations: z.array(z.object({ article: z.object({ id: z.string() }), score: z.number() })),
  next_offset: z.number().optional(),
});
const waitingSchema = z.object({ pending_embeddings: z.number() });

interface Session {
  /** By the id of the case; of those that nobody judged. */
  scores(): Promise<Scores>;
  /** What to read next. */
  next(): Promise<Screened>;
  say(one: Screened): Promise<void>;
}

/** A library of its own with the papers of the set, embedded, and a query that asks the question. */
async function begin(
  zapomni: Zapomni,
  workspace: string,
  question: string,
  cases: readonly Screened[],
): Promise<Session> {
  const call = async (tool: string, args: Record<string, unknown>): Promise<unknown> => {
    const { structured, error } = await zapomni.tool(tool, { ...args, workspace_id: workspace });
    if (error !== null) throw new Error(`${tool}: ${error}`);
    return structured;
  };
  const owners = await bringAll(call, cases);
  await embedded(zapomni);
  await call('create_query', { name: QUERY, research_question: question });
  const page = async (offset: number, limit: number) =>
    evaluatedSchema.parse(await call('evaluate_article', { query_name: QUERY, offset, limit }));
  return {
    scores: async () => {
      const scores = new Map<string, number>();
      for (let offset: number | undefined = 0; offset !== undefined;) {
        const { evaluations, next_offset: next } = await page(offset, PAGE);
        for (const { article, score } of evaluations)
          for (const one of owners.get(article.id) ?? []) scores.set(one.id, score);
        offset = next;
      }
      return scores;
    },
    next: async () => {
      const [best] = (await page(0, 1)).evaluations;
      const [one] = owners.get(best?.article.id ?? '') ?? [];
      if (!one) throw new Error('Nothing is left to read.');
      return one;
    },
    say: async ({ id, included }) => {
      const paper = [...owners].find(([, its]) => its.some((one) => one.id === id))?.[0];
      const verdict = included === 1 ? 'like' : 'dislike';
      await call('judge_article', { article_identifier: paper, query_name: QUERY, verdict });
    },
  };
}

type Call = (tool: string, args: Record<string, unknown>) => Promise<unknown>;

/** Cases by the paper that each became; a paper that is there twice is one. */
async function bringAll(call: Call, cases: readonly Screened[]): Promise<Map<string, Screened[]>> {
  const owners = new Map<string, Screened[]>();
  for (let i = 0; i < cases.length; i += PORTION) {
    const portion = cases.slice(i, i + PORTION);
    const content = JSON.stringify(portion.map(toCsl));
    const { entries } = importedSchema.parse(
      await call('import_bibliography', { content, format: 'csl-json', limit: PAGE }),
    );
    portion.forEach((one, place) => {
      const id = entries[place]?.id;
      if (id === undefined) throw new Error(`${one.id} was not taken.`);
      owners.set(id, [...(owners.get(id) ?? []), one]);
    });
  }
  return owners;
}

/** A title that is missing is none of ours to make up. */
function toCsl({ title, abstract }: Screened, i: number): Record<string, unknown> {
  return { id: `p${i}`, type: 'article-journal', title: title || 'Untitled', ...(abstract === '' ? {} : { abstract }) };
}

async function embedded(zapomni: Zapomni): Promise<void> {
  for (;;) {
    const { structured } = await zapomni.tool('get_stats', {});
    if (waitingSchema.parse(structured).pending_embeddings === 0) return;
    await sleep(POLL_MS);
  }
}

async function judge(session: Session, cases: readonly Screened[]): Promise<Screened[]> {
  const judged: Screened[] = [];
  for (let i = 0; i < Math.min(VERDICTS, cases.length); i++) {
    const one = await session.next();
    await session.say(one);
    judged.push(one);
  }
  return judged;
}

/** What was read stays where it was read: first, in that order. */
function afterReading(judged: readonly Screened[], left: Scores, cases: readonly Screened[]): Scores {
  const scores = new Map(left);
  judged.forEach(({ id }, i) => scores.set(id, 1 + judged.length - i));
  for (const { id } of cases) if (!scores.has(id)) scores.set(id, 1);
  return scores;
}

/** The better of both settings, by the figure that is compared. */
function bestBm25(question: string, cases: readonly Screened[]): Scores {
  const index = new Bm25Index(cases.map(({ id, title, abstract }) => ({ id, text: `${title}\n${abstract}` })));
  const found = BM25_SETTINGS.map((setting) => {
    const order = index.search(question, cases.length, setting);
    return new Map(order.map((id, i) => [id, 1 - (i + 1) / (cases.length + 1)]));
  });
  const precision = (scores: Scores) => averagePrecision(rankedBy(scores, cases));
  return found.reduce((one, other) => (precision(other) > precision(one) ? other : one));
}

function rankedBy(scores: Scores, cases: readonly Screened[]): Ranked[] {
  return cases.map(({ id, included }) => ({ score: scores.get(id) ?? 0, relevant: included === 1 }));
}

function predictionsOf(scores: Scores): Record<string, unknown>[] {
  return [...scores].map(([id, score]) => ({ id, score }));
}
