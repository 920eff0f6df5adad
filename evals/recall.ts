/**
 * `node evals/recall.ts`: what is put before a model unasked, by how high the bar is. Notes of the set `abstention`; prompts of sessions
 * (recall/prompts.jsonl, labelled by hand: some bear on a note, most are work that no note has to do with), and the questions of the sets
 * `abstention` and `far-off`. A line that is given and bears on the prompt is right; silence is right where nothing does.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { App } from '@zapomni/core';
import { parseConfig } from '@zapomni/core/config';
import type { Logger } from '@zapomni/core/ports';
import { wireApp } from '../packages/cli/src/wire/wire.ts';
import { writeRecord } from './lib/results-file.ts';

const BARS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8];
/** As the recall has it. */
const MOST_HITS = 4;
const WORKSPACE = 'default';
const SILENT: Logger = { log: () => undefined, child: () => SILENT };

interface Asked {
  readonly kind: 'bears' | 'work' | 'answerable' | 'near' | 'far';
  readonly text: string;
  readonly rel: readonly string[];
}

interface Scored extends Asked {
  readonly hits: readonly { readonly id: string; readonly score: number }[];
}

const lines = <Row>(file: string): Row[] =>
  readFileSync(path.join(import.meta.dirname, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);

function everythingAsked(): Asked[] {
  const prompts = lines<{ text: string; rel: string[] }>('recall/prompts.jsonl');
  const questions = lines<{ text: string; category: string; rel: object }>('sets/abstention/queries.jsonl');
  const far = lines<{ text: string }>('sets/far-off/queries.jsonl');
  return [
    ...prompts.map(({ text, rel }) => ({ kind: rel.length > 0 ? ('bears' as const) : ('work' as const), text, rel })),
    ...questions.map(({ text, category, rel }) => ({ kind: kindOf(category), text, rel: Object.keys(rel) })),
    ...far.map(({ text }) => ({ kind: 'far' as const, text, rel: [] })),
  ];
}

function kindOf(category: string): Asked['kind'] {
  if (category === 'answerable') return category;
  return category.endsWith('near') ? 'near' : 'far';
}

async function fill(app: App): Promise<Map<string, string>> {
  const notes = lines<{ id: string; text: string; meta: { timestamp: string } }>('sets/abstention/corpus.jsonl');
  const drafts = notes.map(({ text, meta }) => ({ text, metadata: { timestamp: meta.timestamp } }));
  const { memories } = await app.memories.add({ workspace: WORKSPACE, drafts, batch: true });
  return new Map(memories.map((memory, i) => ['id' in memory ? memory.id : '', notes[i]?.id ?? '']));
}

async function ask(app: App, asked: Asked, names: ReadonlyMap<string, string>): Promise<Scored> {
  const { hits, mode } = await app.search.run({ workspaces: [WORKSPACE], query: asked.text, limit: MOST_HITS });
  if (mode === 'words') throw new Error('The model is not there.');
  return { ...asked, hits: hits.map(({ memory, score }) => ({ id: names.get(memory.id) ?? '', score })) };
}

function atBar(bar: number, all: readonly Scored[]) {
  const given = all.map(({ hits, ...rest }) => ({ ...rest, ids: hits.filter(({ score }) => score >= bar) }));
  const share = (kind: Asked['kind'], is: (one: (typeof given)[number]) => boolean) => {
    const ofKind = given.filter((one) => one.kind === kind);
    return Number((ofKind.filter(is).length / ofKind.length).toFixed(3));
  };
  const isFound = ({ ids, rel }: (typeof given)[number]) => ids.some(({ id }) => rel.includes(id));
  const isSilent = ({ ids }: (typeof given)[number]) => ids.length === 0;
  const prompts = given.filter(({ kind }) => kind === 'bears' || kind === 'work');
  const lineCount = prompts.reduce((sum, { ids }) => sum + ids.length, 0);
  const right = prompts.reduce((sum, { ids, rel }) => sum + ids.filter(({ id }) => rel.includes(id)).length, 0);
  return {
    bar,
    promptsThatGotTheirNote: share('bears', isFound),
    workPromptsInSilence: share('work', isSilent),
    linesThatAreRight: lineCount === 0 ? null : Number((right / lineCount).toFixed(3)),
    questionsAnswered: share('answerable', isFound),
    nearByInSilence: share('near', isSilent),
    farOffInSilence: share('far', isSilent),
  };
}

async function main(): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'zapomni-recall-'));
  const app = wireApp(parseConfig({ data_dir: dataDir }), SILENT);
  try {
    const names = await fill(app);
    const scored: Scored[] = [];
    for (const asked of everythingAsked()) scored.push(await ask(app, asked, names));
    const bars = BARS.map((bar) => atBar(bar, scored));
    console.table(bars);
    if (process.argv.includes('--record')) {
      const file = path.join(import.meta.dirname, 'results', 'recall.json');
      writeRecord(file, 'node evals/recall.ts --record', { bars });
    }
  } finally {
    await app.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

await main();
