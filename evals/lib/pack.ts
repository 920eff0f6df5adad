/**
 * A pack is a folder with questions and the memories that answer them:
 *
 *   meta.json                what it is, which metric counts, goals
 *   corpus.jsonl[.gz]        {id, text, group?, tags?, meta?: {timestamp?}, supersedes?}
 *   queries.jsonl[.gz]       {id, text, group?, category?, rel: {memory: grade}, forbidden?: [memory]}
 *
 * A group is a user or conversation of its own: its questions are asked of its memories alone. In an update question grade 2 is
 * the current fact and grade 1 the superseded one. A question without relevant memories has no answer.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { seeded } from '@zapomni/testkit/seeded';
import { z } from 'zod';
import { fillDays } from './days.ts';
import type { Metric } from './metrics.ts';

const group = z.string().nullish();
const metaSchema = z.looseObject({
  name: z.string().optional(),
  primary: z.string().default('ndcg@10'),
  /** Another set's folder, where two sets ask different questions of the same memories. */
  memories_of: z.string().optional(),
  /** What the checks must reach; see checks.ts for their names. */
  goals: z.record(z.string(), z.number()).default({}),
});
const memorySchema = z.object({
  id: z.string(),
  text: z.string(),
  group,
  meta: z.looseObject({ timestamp: z.unknown() }).partial().optional(),
  tags: z.array(z.string()).optional(),
  supersedes: z.string().optional(),
});
const questionSchema = z.object({
  id: z.string(),
  text: z.string(),
  group,
  category: z.string().optional(),
  rel: z.record(z.string(), z.number()).default({}),
  forbidden: z.array(z.string()).default([]),
});

export type PackMemory = z.output<typeof memorySchema>;
export type Question = z.output<typeof questionSchema>;

export interface Pack {
  readonly name: string;
  readonly primary: Metric;
  readonly goals: Readonly<Record<string, number>>;
  readonly memories: readonly PackMemory[];
  readonly questions: readonly Question[];
}

interface PackChoice {
  /** Ask so many questions only, the same ones in every run. */
  readonly sample?: number | undefined;
  readonly now: Date;
}

const SAMPLE_SEED = 7;

/** Folders that hold a pack, below each of the roots, by name. */
export function findPacks(roots: readonly string[]): Map<string, string> {
  const folders = roots.flatMap((root) =>
    readdirSync(root, { withFileTypes: true }).map(({ name }) => path.join(root, name)),
  );
  const packs = folders.filter((folder) => existsSync(path.join(folder, 'meta.json'))).sort();
  return new Map(packs.map((folder) => [path.basename(folder), folder]));
}

export function readPack(folder: string, { sample, now }: PackChoice): Pack {
  const meta = metaSchema.parse(JSON.parse(readFileSync(path.join(folder, 'meta.json'), 'utf8')));
  const memoryFolder = meta.memories_of === undefined ? folder : path.join(folder, '..', meta.memories_of);
  const questions = readLines(path.join(folder, 'queries.jsonl'), questionSchema, now);
  return {
    name: meta.name ?? path.basename(folder),
    primary: meta.primary as Metric,
    goals: meta.goals,
    memories: readLines(path.join(memoryFolder, 'corpus.jsonl'), memorySchema, now),
    questions: sample === undefined ? questions : takeSample(questions, sample),
  };
}

function readLines<T extends z.ZodType>(file: string, schema: T, now: Date): z.output<T>[] {
  return readText(file)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, i) => {
      const parsed = schema.safeParse(
        JSON.parse(line, (_key, value) => (typeof value === 'string' ? dated(value, now) : value)),
      );
      if (!parsed.success) throw new Error(`${file}:${i + 1}: ${z.prettifyError(parsed.error)}`);
      return parsed.data;
    });
}

/** Foreign packs may hold double braces that mean nothing to us. */
function dated(text: string, now: Date): string {
  return /\{\{(?:today|week|month|year)/.test(text) ? fillDays(text, now) : text;
}

function readText(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : gunzipSync(readFileSync(`${file}.gz`)).toString('utf8');
}

function takeSample(questions: readonly Question[], size: number): Question[] {
  const random = seeded(SAMPLE_SEED);
  const drawn = questions
    .map((question, place) => ({ question, place, draw: random() }))
    .sort((a, b) => a.draw - b.draw);
  return drawn
    .slice(0, size)
    .sort((a, b) => a.place - b.place)
    .map(({ question }) => question);
}
