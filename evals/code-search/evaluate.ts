/**
 * `npm run eval -- --code-search <folder> --repositories <folder>`: whether the files that answer questions about public repositories, and
 * those that were changed for an issue, are found. Each repository is indexed as users do it, into a store of its own.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Deps } from '@zapomni/core';
import {
  indexRepository,
  type IndexProgress,
  type IndexRequest,
  PathTables,
  searchCode,
  withEmbeddingText,
} from '@zapomni/core/code';
import type { Embedding, Logger } from '@zapomni/core/ports';
import { createBuiltinEmbedder, findBuiltinModel } from '@zapomni/providers/embed';
import { createCodeParser } from '@zapomni/providers/parsers';
import { openTestDeps } from '@zapomni/testkit/deps';
import { openTestFiles } from '@zapomni/testkit/files';
import { readQuestions, type Asked } from './repositories.ts';
import { scoreQuestion, sumUp, type Figures, type Scored } from './score.ts';

/** Vectors of none, half and all units. */
export type Vectors = 'absent' | 'partial' | 'complete';

export interface CodeSearchResult {
  readonly suite: string;
  readonly vectors: Vectors;
  /** What the figures should reach, and by which of them. */
  readonly goal: { readonly figure: 'ndcg10' | 'acc5'; readonly least: number };
  readonly missing: number;
  readonly rows: readonly { readonly of: string; readonly figures: Figures }[];
}

interface Suite {
  readonly name: string;
  readonly file: string;
  readonly goal: CodeSearchResult['goal'];
  readonly options: IndexRequest['options'];
}

/** Issues are about what is shipped; questions ask about everything. */
const SUITES: readonly Suite[] = [
  {
    name: 'questions',
    file: 'questions.jsonl',
    goal: { figure: 'ndcg10', least: 0.87 },
    options: { include_tests: true },
  },
  {
    name: 'issues',
    file: 'issues.jsonl',
    goal: { figure: 'acc5', least: 0.8 },
    options: { include_tests: false, languages: ['python'] },
  },
];
/** Embedding takes a second for fifty units: larger repositories are asked without. */
const MOST_EMBEDDED = 1200;
const LIMIT = 10;
const WORKSPACE = 'default';
const MOST_BYTES = 200_000_000;
const PORTION = 32;
const LEASE_MS = 600_000;
const silent: Logger = { log: () => undefined, child: () => silent };

export interface Evaluation {
  readonly folder: string;
  readonly repositories: string;
  /** Only these suites. */
  readonly suites?: readonly string[] | undefined;
  /** Only so many of each suite. */
  readonly sample?: number | undefined;
  /** Also with vectors, of repositories that are small enough. */
  readonly vectors: boolean;
}

export async function evaluateCodeSearch(evaluation: Evaluation): Promise<CodeSearchResult[]> {
  const { folder, repositories, sample } = evaluation;
  const results: CodeSearchResult[] = [];
  for (const suite of SUITES.filter(({ name }) => evaluation.suites?.includes(name) ?? true)) {
    const { asked, missing } = readQuestions(path.join(folder, suite.file), repositories, sample);
    const scored = new Map<Vectors, Scored[]>();
    for (const one of asked) {
      const found = await askAll(one, suite.options, evaluation.vectors && suite.name === 'questions');
      for (const [vectors, some] of found) scored.set(vectors, [...(scored.get(vectors) ?? []), ...some]);
      console.error(
        `${one.repository}: ${[...found].map(([way, some]) => `${way} ${figure(some, suite)}`).join(', ')}`,
      );
    }
    for (const [vectors, all] of scored)
      results.push({ suite: suite.name, vectors, goal: suite.goal, missing, rows: rowsOf(all) });
  }
  return results;
}

function figure(scored: readonly Scored[], { goal }: Suite): string {
  return sumUp(scored)[goal.figure].toFixed(3);
}

/** By halves too: weights were first looked for with every second repository in view, in the order in which they are asked about. */
function rowsOf(scored: readonly Scored[]): CodeSearchResult['rows'] {
  const names = [...new Set(scored.map(({ question }) => question.repo))];
  const ofHalf = (half: number): Scored[] => scored.filter(({ question }) => names.indexOf(question.repo) % 2 === half);
  const groups: [string, readonly Scored[]][] = [
    ['all', scored],
    ['half in view', ofHalf(0)],
    ['half kept aside', ofHalf(1)],
    ...Map.groupBy(scored, ({ question }) => question.category),
    ...names.map((name): [string, Scored[]] => [name, scored.filter(({ question }) => question.repo === name)]),
  ];
  const distinct = new Map(groups.filter(([, some]) => some.length > 0));
  return [...distinct].map(([of, some]) => ({ of, figures: sumUp(some) }));
}

/** Half of the units have a vector when the first half of those that wait is done: the files that were stored first. */
async function askAll(
  { folder, questions }: Asked,
  options: IndexRequest['options'],
  withVectors: boolean,
): Promise<Map<Vectors, Scored[]>> {
  const home = mkdtempSync(path.join(tmpdir(), 'zapomni-code-search-'));
  const root = realpathSync(folder);
  const embedder = createBuiltinEmbedder({ modelDir: findBuiltinModel(), workers: 2, logger: silent });
  const files = openTestFiles({ roots: [root], logger: silent, maxBytes: MOST_BYTES });
  const codeParser = createCodeParser({ logger: silent, processes: 1 });
  const { deps, close } = openTestDeps({ embedder, files, codeParser, dataDir: home });
  try {
    const passages = await store(deps, root, options);
    const found = new Map<Vectors, Scored[]>([['absent', await ask(deps, questions, false)]]);
    if (!withVectors || passages > MOST_EMBEDDED) return found;
    await embed(deps, Math.ceil(passages / 2));
    found.set('partial', await ask(deps, questions, true));
    await embed(deps, passages);
    return found.set('complete', await ask(deps, questions, true));
  } finally {
    await Promise.all([embedder.close(), close()]);
    rmSync(home, { recursive: true, force: true });
  }
}

/**
 * Files, units and symbols are found as soon as they are stored. Following calls through all of a repository is left out: of eighty versions
 * of large ones it would take hours, and a search asks of it only how important a file is.
 */
async function store(deps: Deps, root: string, options: IndexRequest['options']): Promise<number> {
  const stored = new AbortController();
  const { signal } = stored;
  let ends = 0;
  const onProgress = ({ done, total }: IndexProgress): void => {
    // Once when all are read, and once more when all are written.
    if (done === total && ++ends === 2) stored.abort();
  };
  const request = { workspace: WORKSPACE, client: 'eval', path: root, options, onProgress, signal };
  await indexRepository(deps, request).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  return deps.storage.embeddings.pending(deps.embedder.model.name);
}

async function ask(deps: Deps, questions: Asked['questions'], byMeaning: boolean): Promise<Scored[]> {
  const embedded = async (text: string): Promise<Embedding | null> =>
    byMeaning ? ((await deps.embedder.embed([text], { role: 'query' }))[0] ?? null) : null;
  const tools = { tables: new PathTables(), embed: embedded };
  const scored: Scored[] = [];
  for (const question of questions) {
    const { hits } = await searchCode(deps, tools, { workspace: WORKSPACE, query: question.query, limit: LIMIT });
    scored.push(
      scoreQuestion(
        question,
        hits.map((hit) => hit.path),
      ),
    );
  }
  return scored;
}

/** So many passages of those that wait, in the order of the queue. */
async function embed(deps: Deps, most: number): Promise<void> {
  const { storage, embedder, clock } = deps;
  const { name } = embedder.model;
  for (let done = 0; done < most;) {
    const claim = { owner: 'eval', until: clock.now() + LEASE_MS };
    const claimed = await storage.embeddings.claim(name, claim, Math.min(PORTION, most - done), clock.now());
    if (claimed.length === 0) return;
    const texts = (await withEmbeddingText(deps, claimed)).map(({ text }) => text);
    const embeddings = await embedder.embed(texts, { role: 'passage' });
    const vectors = embeddings.map(({ vector }, i) => ({ passageId: claimed[i]?.id ?? 0, vector }));
    await storage.vectors.put(name, vectors);
    done += claimed.length;
  }
}

export function codeSearchTable(results: readonly CodeSearchResult[]): string {
  const lines = [
    '| suite | vectors | of | questions | nDCG@10 | Acc@1 | Acc@5 | Acc@10 | goal |',
    '| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | --- |',
  ];
  for (const { suite, vectors, goal, rows } of results) {
    for (const { of, figures } of rows) {
      const { questions, ndcg10, acc1, acc5, acc10 } = figures;
      const shown = [ndcg10, acc1, acc5, acc10].map((one) => one.toFixed(3));
      const reached = of === 'all' ? `${goal.figure} ≥ ${goal.least}: ${figures[goal.figure] >= goal.least}` : '';
      lines.push(`| ${[suite, vectors, of, questions, ...shown, reached].join(' | ')} |`);
    }
  }
  return lines.join('\n');
}
