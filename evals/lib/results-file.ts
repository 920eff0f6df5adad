/** What a run found, with all that is needed to make it again. */
import { measuredCommit } from '../../scripts/source/measured-commit.ts';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { arch, cpus, platform } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import type { Ablation } from './ablation.ts';
import type { EarlierScores } from './compare.ts';
import type { PackResult } from './evaluate.ts';
import type { Environment } from './zapomni.ts';

export interface Run {
  readonly command: string;
  readonly version: string;
  /** Settings that were not the default. */
  readonly settings: Environment;
  readonly results: readonly PackResult[];
  /** Of the same packs; none unless they were measured there too. */
  readonly onFalkordb: readonly PackResult[];
  readonly ablations: readonly Ablation[];
}

const DIGITS = 4;

/** Scores of single questions are many; they are written only when asked for. */
export function writeResults(
  file: string,
  { command, results, onFalkordb, ablations, ...about }: Run,
  withScores: boolean,
): void {
  const toFigures = ({ scores, ...figures }: PackResult): object => (withScores ? { ...figures, scores } : figures);
  writeRecord(file, command, {
    ...about,
    packs: results.map(toFigures),
    ...(onFalkordb.length > 0 ? { packsOnFalkordb: onFalkordb.map(toFigures) } : {}),
    ...(ablations.length > 0 ? { ablations } : {}),
  });
}

/** With when and where it was measured. */
export function writeRecord(file: string, command: string, figures: object): void {
  const machine = {
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    platform: `${platform()} ${arch()}`,
    node: process.version,
  };
  const record = {
    command,
    commit: measuredCommit(),
    date: new Date().toISOString().slice(0, 10),
    machine,
    ...figures,
  };
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(record, rounded, 2)}\n`);
}

export function readScores(file: string): EarlierScores {
  const scores = z.record(z.string(), z.number()).optional();
  const schema = z.object({ packs: z.array(z.object({ pack: z.string(), scores })) });
  const { packs } = schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  if (!packs.some((pack) => pack.scores))
    throw new Error(`${file} has no scores of single questions: make it with --scores.`);
  return Object.fromEntries(packs.map((pack) => [pack.pack, pack.scores ?? {}]));
}

function rounded(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toFixed(DIGITS)) : value;
}
