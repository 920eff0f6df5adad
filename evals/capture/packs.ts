/** What is captured of the conversations of a pack, asked the pack's questions beside the whole transcript: the same store, search and metric. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { App } from '@zapomni/core';
import type { Turn } from '@zapomni/core/capture';
import { parseConfig } from '@zapomni/core/config';
import { estimateTokens } from '@zapomni/core/model';
import type { Logger } from '@zapomni/core/ports';
import { wireApp } from '../../packages/cli/src/wire/wire.ts';
import { distilTurn } from '../../packages/core/src/services/capture/distil/distil.ts';
import { BM25_SETTINGS, Bm25Index } from '../lib/bm25.ts';
import { score } from '../lib/metrics.ts';
import { readPack, type Pack, type PackMemory } from '../lib/pack.ts';
import { mean } from '../lib/statistics.ts';
import { halvesOf, type Half } from './halves.ts';

export interface PackFigures {
  readonly pack: string;
  readonly metric: string;
  readonly turns: number;
  readonly memories: number;
  readonly wholeTranscript: number;
  readonly capturedAlone: number;
  /** Goal: 0.80. */
  readonly ofWhatTheWholeAnswers: number;
  /** Goal: at most 0.15. */
  readonly ofItsTokens: number;
  /** Turns that are evidence and of which something was captured, weighed by question. */
  readonly evidenceCaptured: number;
  /** The share answered of either half (halves.ts); weights were learned from the first one of LongMemEval. */
  readonly learnedHalf: number;
  readonly judgedHalf: number;
}

const SILENT: Logger = { log: () => undefined, child: () => SILENT };
const DEPTH = 40;
const BATCH = 50;
const CLIENT = 'pack';

const openApp = (dataDir: string): App => wireApp(parseConfig({ data_dir: dataDir, graph: 'off' }), SILENT);
const workspaceOf = (group: string | null | undefined) => `group-${(group ?? 'all').toLowerCase()}`;
const sourceOf = (id: string) => `${CLIENT}:${id}#0`;

export interface PackOptions {
  readonly keep?: string | undefined;
  /** By the harness's BM25 over what is distilled, without a store or a model: a minute instead of half an hour. */
  readonly words: boolean;
}

export async function measurePack(folder: string, { keep, words }: PackOptions): Promise<PackFigures> {
  const pack = readPack(folder, { now: new Date() });
  if (words) return measureByWords(pack);
  const scratch = mkdtempSync(path.join(tmpdir(), 'zapomni-capture-'));
  try {
    const whole = await askWhole(pack, path.join(keep ?? scratch, `whole-${pack.name}`));
    const { scores, memories, tokens, covered } = await askCaptured(pack, scratch);
    return figuresOf(pack, whole, { scores, memories, tokens, covered });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

interface Captured {
  readonly scores: readonly number[];
  readonly memories: number;
  readonly tokens: number;
  readonly covered: number;
}

function figuresOf(pack: Pack, whole: readonly number[], captured: Captured): PackFigures {
  const all = pack.memories.reduce((sum, { text }) => sum + estimateTokens(text), 0);
  return {
    pack: pack.name,
    metric: pack.primary,
    turns: pack.memories.length,
    memories: captured.memories,
    wholeTranscript: mean(whole),
    capturedAlone: mean(captured.scores),
    ofWhatTheWholeAnswers: mean(captured.scores) / mean(whole),
    ofItsTokens: captured.tokens / all,
    evidenceCaptured: captured.covered,
    learnedHalf: shareIn(pack, 'learned', whole, captured.scores),
    judgedHalf: shareIn(pack, 'judged', whole, captured.scores),
  };
}

function shareIn(pack: Pack, half: Half, whole: readonly number[], captured: readonly number[]): number {
  const halfOf = halvesOf(pack);
  const isAsked = (_: number, i: number) => halfOf(pack.questions[i]?.id ?? '') === half;
  return mean(captured.filter(isAsked)) / mean(whole.filter(isAsked));
}

/** What is captured of every turn, with the turn's id and a number. */
export async function distilled(pack: Pack): Promise<PackMemory[]> {
  const kept: PackMemory[] = [];
  for (const memory of pack.memories)
    for (const [n, { text }] of (await distilTurn(toTurn(memory, ''))).entries())
      kept.push({ ...memory, id: `${memory.id}#${n}`, text });
  return kept;
}

async function measureByWords(pack: Pack): Promise<PackFigures> {
  const kept = await distilled(pack);
  const tokens = kept.reduce((sum, { text }) => sum + estimateTokens(text), 0);
  const scores = askByWords(pack, kept);
  return figuresOf(pack, askByWords(pack, pack.memories), {
    scores,
    memories: kept.length,
    tokens,
    covered: coveredBy(pack, new Set(kept.map(({ id }) => turnOf(id)))),
  });
}

export const turnOf = (id: string): string => id.replace(/#\d+$/, '');

/** With the better of the harness's settings, as everywhere. */
export function askByWords(pack: Pack, memories: readonly PackMemory[]): number[] {
  const groups = Map.groupBy(memories, ({ group }) => group ?? '');
  const indexes = new Map([...groups].map(([group, members]) => [group, new Bm25Index(members)]));
  const tried = BM25_SETTINGS.map((setting) =>
    pack.questions.map(({ text, group, rel }) => {
      const found = indexes.get(group ?? '')?.search(text, DEPTH, setting) ?? [];
      return score(pack.primary, [...new Set(found.map(turnOf))], rel);
    }),
  );
  return tried.reduce((best, one) => (mean(one) > mean(best) ? one : best));
}

const coveredBy = (pack: Pack, turns: ReadonlySet<string>): number =>
  mean(pack.questions.map(({ rel }) => mean(Object.keys(rel).map((id) => Number(turns.has(id))))));

/** Each turn is a memory, as the packs have them. A store that is there was filled before. */
async function askWhole(pack: Pack, dataDir: string): Promise<number[]> {
  const isThere = existsSync(path.join(dataDir, 'filled'));
  const app = openApp(dataDir);
  try {
    if (!isThere) await fillWhole(app, pack);
    await settled(app, pack);
    writeFileSync(path.join(dataDir, 'filled'), '');
    return await ask(app, pack);
  } finally {
    await app.close();
  }
}

async function fillWhole(app: App, pack: Pack): Promise<void> {
  for (const [group, members] of Map.groupBy(pack.memories, (memory) => memory.group ?? null)) {
    for (let i = 0; i < members.length; i += BATCH) {
      const drafts = members.slice(i, i + BATCH).map(({ id, text, meta }) => ({
        text,
        source: sourceOf(id),
        ...(typeof meta?.timestamp === 'string' ? { metadata: { timestamp: meta.timestamp } } : {}),
      }));
      await app.memories.add({ workspace: workspaceOf(group), drafts, batch: true });
    }
  }
}

async function askCaptured(pack: Pack, scratch: string) {
  const app = openApp(path.join(scratch, 'captured'));
  try {
    await app.capture.turns(turnsOf(pack, scratch));
    await settled(app, pack);
    const kept = await everything(app, pack);
    const covered = coveredBy(pack, new Set(kept.map(({ source }) => source.slice(CLIENT.length + 1, -2))));
    const tokens = kept.reduce((sum, { text }) => sum + estimateTokens(text), 0);
    return { scores: await ask(app, pack), memories: kept.length, tokens, covered };
  } finally {
    await app.close();
  }
}

/** Workspaces go by project, so that each group gets a folder that is one. */
async function* turnsOf(pack: Pack, scratch: string): AsyncGenerator<Turn> {
  for (const group of new Set(pack.memories.map((memory) => workspaceOf(memory.group)))) {
    mkdirSync(path.join(scratch, group), { recursive: true });
    writeFileSync(path.join(scratch, group, '.zapomni.json'), JSON.stringify({ workspace: group }));
  }
  for (const memory of pack.memories) yield toTurn(memory, path.join(scratch, workspaceOf(memory.group)));
}

function toTurn({ id, text, meta }: PackMemory, folder: string): Turn {
  const said = text.replace(/^(?:user|assistant): /, '');
  const isAnswer = meta?.['role'] === 'assistant';
  const at = typeof meta?.timestamp === 'string' ? new Date(meta.timestamp) : null;
  return {
    client: CLIENT,
    session: id,
    index: 0,
    at,
    folder,
    user: isAnswer ? '' : said,
    answer: isAnswer ? said : '',
  };
}

async function settled(app: App, pack: Pack): Promise<void> {
  const workspace = workspaceOf(pack.memories[0]?.group);
  await app.resume();
  while ((await app.store.stats(workspace)).pendingEmbeddings > 0) await new Promise((done) => setTimeout(done, 500));
}

async function everything(app: App, pack: Pack): Promise<{ source: string; text: string }[]> {
  const kept: { source: string; text: string }[] = [];
  for (const workspace of new Set(pack.memories.map((memory) => workspaceOf(memory.group)))) {
    for (let cursor: string | undefined, more = true; more;) {
      const { items, next } = await app.memories.list({ workspace, limit: 100, cursor });
      for (const { source, text } of await app.memories.many(
        workspace,
        items.map(({ id }) => id),
      ))
        kept.push({ source, text });
      [cursor, more] = [next ?? undefined, next !== null];
    }
  }
  return kept;
}

/** Memories of one turn count once, where the best of them stands. */
async function ask(app: App, pack: Pack): Promise<number[]> {
  const scores: number[] = [];
  await modelReady(app, pack);
  for (const { text, group, rel } of pack.questions) {
    const { hits, mode } = await app.search.run({ workspaces: [workspaceOf(group)], query: text, limit: DEPTH });
    if (mode === 'words') throw new Error('The model is not there.');
    const ranked = [...new Set(hits.map(({ memory }) => memory.source.slice(CLIENT.length + 1, -2)))];
    scores.push(score(pack.primary, ranked, rel));
  }
  return scores;
}

/** On a busy machine the first searches may be answered by words alone, until the model is loaded. */
async function modelReady(app: App, { questions: [first] }: Pack): Promise<void> {
  if (!first) return;
  for (let tries = 0; tries < 120; tries++) {
    const { mode } = await app.search.run({ workspaces: [workspaceOf(first.group)], query: first.text, limit: 1 });
    if (mode !== 'words') return;
    await new Promise((done) => setTimeout(done, 1000));
  }
}
