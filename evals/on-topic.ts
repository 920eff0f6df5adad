/**
 * `node evals/on-topic.ts FOLDER… [--sample N]`: what a search takes for having to do with a query, which is what exports, reading lists and
 * topics take: of the papers that people hold to be relevant how many, and of the others. A folder is a pack (its questions, its relevant
 * texts) or one with screenings of reviews (the question of the review, the papers that were included).
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { createApp, type App } from '@zapomni/core';
import type { BibliographicItem } from '@zapomni/core/model';
import type { Logger } from '@zapomni/core/ports';
import { createBuiltinEmbedder, findBuiltinModel } from '@zapomni/providers/embed';
import { openTestDeps } from '@zapomni/testkit/deps';
import { z } from 'zod';
import { readPack } from './lib/pack.ts';
import { writeRecord } from './lib/results-file.ts';
import { mean } from './lib/statistics.ts';

const OUT = path.join(import.meta.dirname, 'results', 'on-topic.json');
const WORKSPACE = 'default';
const MOST = 1_000_000;
const PORTION = 1000;
const POLL_MS = 1000;
const logger: Logger = { log: () => undefined, child: () => logger };

interface Topical {
  readonly name: string;
  readonly papers: readonly { readonly id: string; readonly title: string; readonly abstract: string }[];
  readonly questions: readonly { readonly text: string; readonly relevant: ReadonlySet<string> }[];
}

const screenedSchema = z.object({ id: z.string(), title: z.string(), abstract: z.string(), included: z.number() });

function screenings(folder: string): Topical[] {
  const index = path.join(folder, 'index.json');
  if (!existsSync(index)) return [];
  const questions = JSON.parse(readFileSync(index, 'utf8')) as Record<string, { question?: string }>;
  return readdirSync(folder)
    .filter((file) => /^screening-.*\.jsonl\.gz$/.test(file))
    .map((file) => {
      const name = file.replace('.jsonl.gz', '');
      const lines = gunzipSync(readFileSync(path.join(folder, file)))
        .toString()
        .trim()
        .split('\n');
      const papers = lines.map((line) => screenedSchema.parse(JSON.parse(line)));
      const relevant = new Set(papers.filter(({ included }) => included === 1).map(({ id }) => id));
      return { name, papers, questions: [{ text: questions[name]?.question ?? '', relevant }] };
    });
}

function pack(folder: string, sample: number | undefined): Topical[] {
  if (!existsSync(path.join(folder, 'meta.json'))) return [];
  const { name, memories, questions } = readPack(folder, { sample, now: new Date() });
  const papers = memories.map(({ id, text }) => {
    const [title = '', ...rest] = text.split('\n');
    return { id, title, abstract: rest.join('\n') };
  });
  const asked = questions.map(({ text, rel }) => ({ text, relevant: new Set(Object.keys(rel)) }));
  return [{ name, papers, questions: asked.filter(({ relevant }) => relevant.size > 0) }];
}

async function measure({ name, papers, questions }: Topical) {
  const embedder = createBuiltinEmbedder({ modelDir: findBuiltinModel(), workers: 2, logger });
  const { deps, close } = openTestDeps({ embedder, settings: { graph: 'off' } });
  const app = createApp(deps);
  try {
    const caseOf = await bring(app, papers);
    const figures: { found: number; recall: number; others: number }[] = [];
    for (const { text, relevant } of questions) {
      const chosen = await app.research.library.choose({ workspace: WORKSPACE, query: text, filter: {}, limit: MOST });
      const ids: string[] = [];
      for await (const { key } of chosen.papers) ids.push(...(caseOf.get(key) ?? []));
      const right = ids.filter((id) => relevant.has(id)).length;
      const others = (ids.length - right) / (papers.length - relevant.size);
      figures.push({ found: chosen.total, recall: right / relevant.size, others });
    }
    const average = (pick: (one: (typeof figures)[number]) => number) => Number(mean(figures.map(pick)).toFixed(3));
    return {
      name,
      papers: papers.length,
      questions: questions.length,
      recall: average(({ recall }) => recall),
      others: average(({ others }) => others),
      found: Math.round(mean(figures.map(({ found }) => found))),
    };
  } finally {
    await app.close();
    await close();
  }
}

/** By the paper that each became: one that is there twice is one. */
async function bring(app: App, papers: Topical['papers']): Promise<Map<string, string[]>> {
  const cases = new Map<string, string[]>();
  for (let at = 0; at < papers.length; at += PORTION) {
    const some = papers.slice(at, at + PORTION);
    const arrivals = some.map((one, i) => ({ item: itemOf(one, at + i), source: 'bibliography' }));
    const saved = await app.research.library.save({ workspace: WORKSPACE, arrivals });
    for (const [i, { paper }] of saved.entries()) {
      const key = paper?.key ?? '';
      cases.set(key, [...(cases.get(key) ?? []), some[i]?.id ?? '']);
    }
  }
  while ((await app.store.stats(WORKSPACE)).pendingEmbeddings > 0) await sleep(POLL_MS);
  return cases;
}

function itemOf({ title, abstract }: Topical['papers'][number], i: number): BibliographicItem {
  return {
    type: 'article-journal',
    citekey: `p${i}`,
    title: title || 'Untitled',
    ...(abstract === '' ? {} : { abstract }),
    contributors: [],
    identifiers: [],
  };
}

const { positionals, values } = parseArgs({ allowPositionals: true, options: { sample: { type: 'string' } } });
const sample = values.sample === undefined ? undefined : Number(values.sample);
const sets = positionals.flatMap((folder) => [...screenings(folder), ...pack(folder, sample)]);
if (sets.length === 0) throw new Error('Name folders with packs or screenings.');
const results = [];
for (const set of sets) {
  const result = await measure(set);
  console.log(JSON.stringify(result));
  results.push(result);
}
writeRecord(OUT, `node evals/on-topic.ts FOLDER… --sample ${sample ?? 'all'}`, { sets: results });
process.exit(0);
