/**
 * One pack, measured: a fresh data folder is filled once, every question asked of it, and then again with each stage off, by a
 * server that is started anew on the same folder, or on one that was filled without it. Nothing is embedded twice.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startFalkordb } from '@zapomni/testkit/falkordb';
import type { Stage } from '../stages.ts';
import { toAblation, type Ablation } from './ablation.ts';
import { askAll, type Answer } from './ask.ts';
import { bringEmbeddings, bringModels, KEEPING, keepEmbeddings } from './kept-embeddings.ts';
import { evaluate, type PackResult } from './evaluate.ts';
import { fill, type Filled } from './fill.ts';
import type { Pack } from './pack.ts';
import { openProgress, type ShowProgress } from './progress.ts';
import { Zapomni } from './zapomni.ts';

export interface Measured {
  readonly version: string;
  readonly result: PackResult;
  readonly ablations: readonly Ablation[];
  /** The same on a server of its own, if that was asked for. */
  readonly onFalkordb: PackResult | undefined;
}

interface Measuring {
  /** The server's command. */
  readonly script: string;
  readonly stages: readonly Stage[];
  /** A data folder for every group instead of a workspace: what one learns of words is then not shared either. */
  readonly apart: boolean;
  /** Where embeddings are kept from run to run. */
  readonly keep: string | undefined;
  /** On a FalkorDB too, which is started for the pack. */
  readonly falkordb: boolean;
  /** The folder of installed models that every data folder gets. */
  readonly models: string | undefined;
}

/** What was heard with everything on, and without each of the stages. */
interface Heard {
  readonly version: string;
  readonly answers: readonly Answer[];
  readonly without: readonly (readonly Answer[])[];
  readonly onFalkordb: readonly Answer[];
}

export async function measure(pack: Pack, measuring: Measuring): Promise<Measured> {
  const { stages, apart, falkordb } = measuring;
  const progress = openProgress(pack.name);
  const heard: Heard[] = [];
  try {
    for (const part of apart ? splitByGroup(pack) : [pack]) heard.push(await hear(part, measuring, progress.show));
  } finally {
    progress.clear();
  }
  const judge = (answersOf: (one: Heard) => readonly Answer[]): PackResult =>
    evaluate(pack, inOrder(pack, heard.flatMap(answersOf)));
  const result = judge(({ answers }) => answers);
  const ablations = stages.map((stage, i) =>
    toAblation(
      stage.name,
      result,
      inOrder(
        pack,
        heard.flatMap(({ without }) => without[i] ?? []),
      ),
    ),
  );
  const onFalkordb = falkordb ? judge((one) => one.onFalkordb) : undefined;
  return { version: heard[0]?.version ?? 'unknown', result, ablations, onFalkordb };
}

async function hear(pack: Pack, measuring: Measuring, show: ShowProgress): Promise<Heard> {
  const { script, stages, keep, falkordb, models } = measuring;
  const kept = keep === undefined ? undefined : path.join(keep, pack.name);
  const dataDir = newDataDir(models, kept);
  const isAgain = kept !== undefined || falkordb || stages.some(({ isStored }) => isStored);
  try {
    const server = await Zapomni.start(script, dataDir, isAgain ? KEEPING : {});
    const first = fillAndAsk(server, pack, show).finally(() => server.end());
    const { filled, answers } = await first;
    if (kept !== undefined) keepEmbeddings(dataDir, kept);
    const without: Answer[][] = [];
    for (const stage of stages) {
      const showStage: ShowProgress = (share, doing) => show(share, `${doing} without ${stage.name}`);
      const hearWithout = stage.isStored ? hearAnew : hearAgain;
      without.push(await hearWithout({ pack, filled, measuring, dataDir }, stage, showStage));
    }
    const onFalkordb = falkordb ? await hearOnFalkordb(pack, script, dataDir, show) : [];
    return { version: server.version, answers, without, onFalkordb };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

interface FirstHeard {
  readonly pack: Pack;
  readonly filled: Filled;
  readonly measuring: Measuring;
  readonly dataDir: string;
}

/** The same store, by a server that does without a stage. */
async function hearAgain(
  { pack, filled, measuring, dataDir }: FirstHeard,
  { off }: Stage,
  show: ShowProgress,
): Promise<Answer[]> {
  const lesser = await Zapomni.start(measuring.script, dataDir, off);
  return askAll(lesser, pack, filled, show).finally(() => lesser.end());
}

/** Another store, with the embeddings of the first. */
async function hearAnew(
  { pack, measuring, dataDir }: FirstHeard,
  { off }: Stage,
  show: ShowProgress,
): Promise<Answer[]> {
  const other = newDataDir(measuring.models, dataDir);
  try {
    const lesser = await Zapomni.start(measuring.script, other, { ...KEEPING, ...off });
    return (await fillAndAsk(lesser, pack, show).finally(() => lesser.end())).answers;
  } finally {
    rmSync(other, { recursive: true, force: true });
  }
}

function newDataDir(models: string | undefined, embeddings: string | undefined): string {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'zapomni-eval-'));
  bringModels(models, dataDir);
  if (embeddings !== undefined) bringEmbeddings(embeddings, dataDir);
  return dataDir;
}

/** In the same folder, where the embeddings are kept: nothing is embedded twice. */
async function hearOnFalkordb(pack: Pack, script: string, dataDir: string, show: ShowProgress): Promise<Answer[]> {
  const falkordb = await startFalkordb();
  try {
    const server = await Zapomni.start(script, dataDir, { ...KEEPING, ZAPOMNI_STORE: falkordb.url });
    const showEngine: ShowProgress = (share, doing) => show(share, `${doing} on FalkorDB`);
    return (await fillAndAsk(server, pack, showEngine).finally(() => server.end())).answers;
  } finally {
    await falkordb.stop();
  }
}

async function fillAndAsk(
  server: Zapomni,
  pack: Pack,
  show: ShowProgress,
): Promise<{ filled: Filled; answers: Answer[] }> {
  const filled = await fill(server, pack, show);
  return { filled, answers: await askAll(server, pack, filled, show) };
}

/** Only groups that are asked about. */
function splitByGroup(pack: Pack): Pack[] {
  const groups = Map.groupBy(pack.questions, ({ group }) => group ?? '');
  return [...groups].map(([group, questions]) => ({
    ...pack,
    questions,
    memories: pack.memories.filter((memory) => (memory.group ?? '') === group),
  }));
}

/** Tests between systems pair the scores by place. */
function inOrder(pack: Pack, answers: readonly Answer[]): Answer[] {
  const byQuestion = new Map(answers.map((answer) => [answer.question.id, answer]));
  return pack.questions.flatMap(({ id }) => byQuestion.get(id) ?? []);
}
