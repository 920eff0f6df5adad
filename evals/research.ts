/**
 * `npm run eval -- --research <folder> --out <folder>`: every set of the folder that is known here, put case by case to the shipped command
 * over MCP, as a client would. Predictions go to the second folder, one file for each set; the scorer of the sets says what they are worth.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Zapomni } from './lib/zapomni.ts';
import { bibtexSet } from './research/bibtex.ts';
import { cslSet } from './research/csl.ts';
import { scoreExtras } from './research/extras-scorer.ts';
import { feedsSet } from './research/feeds.ts';
import { formatsSet } from './research/formats.ts';
import { headersSet } from './research/headers.ts';
import { htmlSet } from './research/html.ts';
import { papersSet } from './research/papers.ts';
import { citationsSet, referenceListsSet } from './research/references.ts';
import { relatedSet } from './research/related.ts';
import { samePaperSet } from './research/same-paper.ts';
import { screeningSet } from './research/screening.ts';
import type { ResearchCase, ResearchSet, ToolAnswer } from './research/set.ts';

const SETS: readonly ResearchSet[] = [
  bibtexSet,
  formatsSet,
  headersSet,
  referenceListsSet,
  citationsSet,
  samePaperSet,
  cslSet,
  screeningSet,
  feedsSet,
  papersSet,
  relatedSet,
  htmlSet,
];

export interface ResearchEvaluation {
  readonly folder: string;
  readonly out: string;
  readonly server: string;
  /** Only these files. */
  readonly sets?: readonly string[] | undefined;
  /** Only so many cases of each. */
  readonly sample?: number | undefined;
}

export interface ResearchResult {
  readonly file: string;
  readonly set: string;
  readonly cases: number;
  readonly refused: number;
  /** The words of the first refusal. */
  readonly refusal?: string | undefined;
  /** Why the set could not be put to the program. */
  readonly failed?: string;
  /** As the scorer printed it; null where there is none. */
  readonly score: unknown;
  /** The same of something else, in the same run. */
  readonly beside?: { readonly name: string; readonly score: unknown };
  /** Of a set that is put as a whole: further rankings of the same cases, and what the scorer does not say. */
  readonly others?: readonly { readonly name: string; readonly score: unknown }[];
  readonly figures?: Readonly<Record<string, unknown>>;
}

export async function evaluateResearch(evaluation: ResearchEvaluation): Promise<ResearchResult[]> {
  const { folder, out, server } = evaluation;
  const found = findSets(evaluation);
  if (found.length === 0)
    throw new Error(`${folder} has none of the sets that are known: ${SETS.map(({ name }) => name).join(', ')}.`);
  mkdirSync(out, { recursive: true });
  const home = mkdtempSync(path.join(tmpdir(), 'zapomni-eval-'));
  const zapomni = await Zapomni.start(server, home, {
    ZAPOMNI_TOOLS: 'memory,research,documents',
    ZAPOMNI_FILE_ROOTS: path.resolve(folder),
  });
  try {
    const results: ResearchResult[] = [];
    for (const { file, set } of found)
      results.push(
        await evaluateSet(zapomni, set, file, evaluation).catch((error: unknown) => asFailed(file, set, error)),
      );
    return results;
  } finally {
    await zapomni.end();
    rmSync(home, { recursive: true, force: true });
  }
}

/** One set that fails keeps the others from nothing. */
function asFailed(file: string, { name }: ResearchSet, error: unknown): ResearchResult {
  return {
    file,
    set: name,
    cases: 0,
    refused: 0,
    score: null,
    failed: error instanceof Error ? error.message : String(error),
  };
}

const CASES = /\.jsonl(?:\.gz)?$/;

function findSets({ folder, sets }: ResearchEvaluation): { file: string; set: ResearchSet }[] {
  return readdirSync(folder)
    .filter((name) => CASES.test(name) && (!sets || sets.includes(name.replace(CASES, ''))))
    .toSorted()
    .flatMap((file) => {
      const set = SETS.find(({ files }) => files.test(file.replace(CASES, '')));
      return set ? [{ file, set }] : [];
    });
}

async function evaluateSet(
  zapomni: Zapomni,
  set: ResearchSet,
  file: string,
  { folder, out, sample }: ResearchEvaluation,
): Promise<ResearchResult> {
  const gold = path.join(folder, file);
  const cases = readCases(gold).slice(0, sample);
  if (set.whole) return evaluateWhole(zapomni, set, { file, folder, out, cases });
  const lines: string[] = [];
  const refusals: string[] = [];
  for (const one of cases) {
    const answers: ToolAnswer[] = [];
    for (const call of set.calls(one)) answers.push(await zapomni.tool(call.tool, call.arguments));
    refusals.push(...answers.flatMap(({ error }) => error ?? []).slice(0, 1));
    lines.push(JSON.stringify(set.predict(one, answers)));
  }
  const predictions = path.join(out, `${file.replace(CASES, '')}.pred.jsonl`);
  writeFileSync(predictions, `${lines.join('\n')}\n`);
  // A sample is held against the same cases.
  const judged = sample === undefined ? gold : path.join(out, `${file.replace(CASES, '')}.gold.jsonl`);
  if (sample !== undefined) writeFileSync(judged, cases.map((one) => `${JSON.stringify(one)}\n`).join(''));
  const judge = (of: string): unknown => scoreOf(set, folder, judged, of);
  const result = { file, set: set.name, cases: cases.length, ...toldRefusals(refusals), score: judge(predictions) };
  const other = await set.beside?.(cases);
  if (!other) return result;
  const theirs = path.join(out, `${file.replace(CASES, '')}.beside.jsonl`);
  writeFileSync(theirs, other.predictions.map((one) => `${JSON.stringify(one)}\n`).join(''));
  return { ...result, beside: { name: other.name, score: judge(theirs) } };
}

/** All at once; what was ranked otherwise is scored beside it. */
async function evaluateWhole(
  zapomni: Zapomni,
  set: ResearchSet,
  { file, folder, out, cases }: { file: string; folder: string; out: string; cases: readonly ResearchCase[] },
): Promise<ResearchResult> {
  const name = file.replace(CASES, '');
  const write = (ending: string, lines: readonly object[]): string => {
    const to = path.join(out, `${name}.${ending}.jsonl`);
    writeFileSync(to, lines.map((one) => `${JSON.stringify(one)}\n`).join(''));
    return to;
  };
  const answer = await set.whole?.(zapomni, { cases, file: name, folder });
  if (!answer) throw new Error(`${set.name} cannot be put as a whole.`);
  const gold = write('gold', cases);
  const judge = (of: string): unknown => scoreOf(set, folder, gold, of);
  return {
    file,
    set: set.name,
    cases: cases.length,
    ...toldRefusals(answer.refusals ?? []),
    score: judge(write('pred', answer.predictions)),
    others: answer.others.map((other) => ({
      name: other.name,
      score: judge(write(other.name.replaceAll(' ', '-'), other.predictions)),
    })),
    figures: answer.figures,
  };
}

function toldRefusals(refusals: readonly string[]): Pick<ResearchResult, 'refused' | 'refusal'> {
  return { refused: refusals.length, ...(refusals[0] === undefined ? {} : { refusal: refusals[0] }) };
}

function readCases(file: string): ResearchCase[] {
  const bytes = readFileSync(file);
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ResearchCase);
}

const PUBLISHED = path.join(import.meta.dirname, '..', '..', 'shared', 'fixtures', 'research', 'score.mjs');

/** That of the folder, or of the sets that lie beside the project. */
function scorerOf(folder: string): string | undefined {
  return [path.join(folder, 'score.mjs'), PUBLISHED].find((file) => existsSync(file));
}

/** Null where there is no scorer. */
function scoreOf({ name, scorer: other }: ResearchSet, folder: string, gold: string, predictions: string): unknown {
  if (other === 'extras') return scoreExtras(name, gold, predictions);
  const scorer = scorerOf(folder);
  return scorer === undefined ? null : score(scorer, name, gold, predictions);
}

function score(scorer: string, set: string, gold: string, predictions: string): unknown {
  const { stdout, stderr, status } = spawnSync(process.execPath, [scorer, set, gold, predictions], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${scorer} failed on ${set}: ${stderr.slice(0, 500)}`);
  return JSON.parse(stdout.slice(stdout.indexOf('{')));
}

export function researchTable(results: readonly ResearchResult[]): string {
  return results
    .map(({ file, cases, refused, refusal, failed, score: figures, beside, others = [], figures: more }) => {
      if (failed !== undefined) return `${file}: failed: ${failed}`;
      const head = `${file}: ${cases} cases${refused > 0 ? `, ${refused} refused (${refusal?.slice(0, 200)})` : ''}`;
      const own =
        figures === null ? '  no score.mjs beside the sets: predictions only' : JSON.stringify(figures, null, 1);
      const other = beside ? `\n${beside.name}: ${JSON.stringify(beside.score, null, 1)}` : '';
      const all = others.map((one) => `\n${one.name}: ${JSON.stringify(one.score, null, 1)}`).join('');
      return `${head}\n${own}${other}${all}${more ? `\n${JSON.stringify(more)}` : ''}`;
    })
    .join('\n\n');
}
