/**
 * One pack, measured: a fresh data folder is filled once, every question asked of it, and then again with each stage off, by a
 * server that is started anew on the same folder, so that nothing is embedded twice.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Stage } from '../stages.ts';
import { toAblation, type Ablation } from './ablation.ts';
import { askAll, type Answer } from './ask.ts';
import { bringEmbeddings, KEEPING, keepEmbeddings } from './kept-embeddings.ts';
import { evaluate, type PackResult } from './evaluate.ts';
import { fill, type Filled } from './fill.ts';
import type { Pack } from './pack.ts';
import { openProgress, type ShowProgress } from './progress.ts';
import { Zapomni } from './zapomni.ts';

export interface Measured {
  readonly version: string;
  readonly result: PackResult;
  readonly ablations: readonly Ablation[];
}

interface Measuring {
  /** The server's command. */
  readonly script: string;
  readonly stages: readonly Stage[];
  /** A data folder for every group instead of a workspace: what one learns of words is then not shared either. */
  readonly apart: boolean;
  /** Where embeddings are kept from run to run. */
  readonly keep: string | undefined;
}

/** What was heard with everything on, and without each of the stages. */
interface Heard {
  readonly version: string;
  readonly answers: readonly Answer[];
  readonly without: readonly (readonly Answer[])[];
}

export async function measure(pack: Pack, measuring: Measuring): Promise<Measured> {
  const { stages, apart } = measuring;
  const progress = openProgress(pack.name);
  const heard: Heard[] = [];
  try {
    for (const part of apart ? splitByGroup(pack) : [pack]) heard.push(await hear(part, measuring, progress.show));
  } finally {
    progress.clear();
  }
  const result = evaluate(
    pack,
    inOrder(
      pack,
      heard.flatMap(({ answers }) => answers),
    ),
  );
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
  return { version: heard[0]?.version ?? 'unknown', result, ablations };
}

async function hear(pack: Pack, { script, stages, keep }: Measuring, show: ShowProgress): Promise<Heard> {
  const kept = keep === undefined ? undefined : path.join(keep, pack.name);
  const dataDir = mkdtempSync(path.join(tmpdir(), 'zapomni-eval-'));
  try {
    if (kept !== undefined) bringEmbeddings(kept, dataDir);
    const server = await Zapomni.start(script, dataDir, kept === undefined ? {} : KEEPING);
    const first = fillAndAsk(server, pack, show).finally(() => server.end());
    const { filled, answers } = await first;
    if (kept !== undefined) keepEmbeddings(dataDir, kept);
    const without: Answer[][] = [];
    for (const stage of stages) {
      const lesser = await Zapomni.start(script, dataDir, stage.off);
      const showStage: ShowProgress = (share, doing) => show(share, `${doing} without ${stage.name}`);
      without.push(await askAll(lesser, pack, filled, showStage).finally(() => lesser.end()));
    }
    return { version: server.version, answers, without };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
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
