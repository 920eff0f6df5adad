/**
 * So many papers (ZAPOMNI_BENCH_EVALUATED says how many, in thousands) judged by twenty queries, beside what that cannot do without: each text
 * embedded once by the real model, its words read once, and BM25 of every query over them. The embeddings count on both sides, so that what is
 * compared is what judging adds. To embed all of them takes a quarter of an hour and teaches nothing: the first thousand are embedded and
 * timed (ZAPOMNI_BENCH_EMBEDDED says how many), the time is taken that much longer, and the others have the vectors of those.
 */
import { createApp, type Deps } from '@zapomni/core';
import { toQueryTerms, toTerms, type BibliographicItem } from '@zapomni/core/model';
import type { Embedder, Embedding } from '@zapomni/core/ports';
import { evaluatePapers } from '@zapomni/core/research-records';
import { createBuiltinEmbedder, findBuiltinModel } from '@zapomni/providers/embed';
import { openTestDeps } from '@zapomni/testkit/deps';
import { queryMaker, sentenceMaker } from './lib/corpus.ts';
import { round, timed } from './lib/figures.ts';

const COUNT = Number(process.env['ZAPOMNI_BENCH_EVALUATED'] ?? '10') * 1000;
const EMBEDDED = Math.min(COUNT, Number(process.env['ZAPOMNI_BENCH_EMBEDDED'] ?? '1000'));
const QUERIES = 20;
const WORDS = 120;
const QUESTION = 8;
const PORTION = 64;
const WORKSPACE = 'default';
const GOAL = { ofWhatItNeeds: 1.5 };

export async function benchEvaluate() {
  const items = Array.from({ length: COUNT }, (_, i) => makeItem(i));
  const questions = Array.from({ length: QUERIES }, (_, i) => queryMaker(i + 1)(QUESTION));
  const { deps, close } = openTestDeps();
  try {
    const { embedder, ms: embedMs } = await embedAll(deps, items, questions);
    const wordsMs = await timed(async () => scoreWords(items, questions));
    const { ms: evaluateMs, peakMb } = await evaluateAll(deps, embedder, items, questions);
    const ofWhatItNeeds = round((embedMs + evaluateMs) / (embedMs + wordsMs));
    return {
      papers: COUNT,
      queries: QUERIES,
      embedded: EMBEDDED,
      embedSeconds: round(embedMs / 1000),
      wordsSeconds: round(wordsMs / 1000),
      evaluateSeconds: round(evaluateMs / 1000),
      peakMb,
      goal: GOAL,
      ofWhatItNeeds,
      isMet: ofWhatItNeeds <= GOAL.ofWhatItNeeds,
    };
  } finally {
    await close();
  }
}

const textOf = ({ title, abstract }: BibliographicItem) => `${title}\n\n${abstract}`;

/** The model's answers, to be given again; and how long it would take over all of them. */
async function embedAll(deps: Deps, items: readonly BibliographicItem[], questions: readonly string[]) {
  const model = createBuiltinEmbedder({ modelDir: findBuiltinModel(), workers: 0, logger: deps.logger });
  const kept = new Map<string, Embedding>();
  await model.warm();
  const texts = items.map(textOf);
  const first = texts.slice(0, EMBEDDED);
  const ofPapers = await timed(async () => {
    for (let i = 0; i < first.length; i += PORTION) {
      const portion = first.slice(i, i + PORTION);
      (await model.embed(portion, { role: 'passage' })).forEach((one, n) => kept.set(portion[n] ?? '', one));
    }
  });
  texts.forEach((text, i) => kept.set(text, kept.get(first[i % EMBEDDED] ?? '') as Embedding));
  const ofQuestions = await timed(async () => {
    (await model.embed(questions, { role: 'query' })).forEach((one, n) => kept.set(questions[n] ?? '', one));
  });
  const ms = ofPapers * (texts.length / EMBEDDED) + ofQuestions;
  await model.close();
  const embedder: Embedder = {
    model: model.model,
    state: 'ready',
    embed: async (wanted) => wanted.map((text) => kept.get(text) as Embedding),
    warm: async () => undefined,
    close: async () => undefined,
  };
  return { embedder, ms };
}

/** As plainly as it can be done. */
function scoreWords(items: readonly BibliographicItem[], questions: readonly string[]): number {
  const [k1, b] = [1.2, 0.75];
  const read = items.map((item) => {
    const terms = toTerms(textOf(item));
    const counts = new Map<string, number>();
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
    return { counts, length: terms.length };
  });
  const holding = new Map<string, number>();
  for (const { counts } of read) for (const term of counts.keys()) holding.set(term, (holding.get(term) ?? 0) + 1);
  const average = read.reduce((sum, { length }) => sum + length, 0) / read.length;
  let total = 0;
  for (const question of questions)
    for (const term of toQueryTerms(question)) {
      const idf = Math.log(1 + (read.length - (holding.get(term) ?? 0) + 0.5) / ((holding.get(term) ?? 0) + 0.5));
      for (const { counts, length } of read) {
        const count = counts.get(term) ?? 0;
        total += (idf * count) / (count + k1 * (1 - b + (b * length) / average));
      }
    }
  return total;
}

async function evaluateAll(
  deps: Deps,
  embedder: Embedder,
  items: readonly BibliographicItem[],
  questions: readonly string[],
) {
  const app = createApp(deps);
  const { queries: calls } = app.research;
  const queries = await Promise.all(
    questions.map((question, i) => calls.create(WORKSPACE, { name: `q${i}`, research_question: question })),
  );
  const candidates = items.map((item, i) => ({ id: `c${i}`, item }));
  let peak = 0;
  const onProgress = () => void (peak = Math.max(peak, process.memoryUsage().rss));
  const request = { workspace: WORKSPACE, queries, candidates, onProgress };
  const ms = await timed(() => evaluatePapers(deps, { embedder: () => embedder }, request));
  await app.close();
  return { ms, peakMb: round(peak / 1e6, 0) };
}

function makeItem(i: number): BibliographicItem {
  const say = sentenceMaker(i + 1);
  return {
    type: 'article-journal',
    title: `${say(8)} ${i}`,
    abstract: say(WORDS),
    contributors: [{ role: 'author', family: `Family${i % 5000}`, given: 'Ada' }],
    identifiers: [],
    issued: { year: 1990 + (i % 35) },
  };
}
