/** Runs the scorer that comes with the data: predictions go into a file, the figures come back as it prints them. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import type { GoldSet } from './gold.ts';

const figures = z.object({
  P: z.number(),
  R: z.number(),
  F1: z.number(),
  tp: z.number(),
  fp: z.number(),
  fn: z.number(),
});

export type Figures = z.infer<typeof figures>;

/** One line of a prediction file. */
export interface PredictedLine {
  readonly id: string;
  readonly entities?: readonly { readonly text: string }[];
  readonly relations?: readonly PredictedRelation[];
}

export interface PredictedRelation {
  readonly h: string;
  readonly t: string;
  /** Without a label, any relation of the pair will do. */
  readonly r?: string;
}

export function score(set: GoldSet, lines: readonly PredictedLine[]): Figures {
  const folder = mkdtempSync(path.join(tmpdir(), 'zapomni-extraction-'));
  try {
    const file = path.join(folder, 'predictions.jsonl');
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const printed = execFileSync(process.execPath, [set.scorer, set.kind, set.file, file], { encoding: 'utf8' });
    const pairs = [...printed.matchAll(/(\w+): ([\d.]+)/gu)].slice(0, 6);
    return figures.parse(Object.fromEntries(pairs.map(([, name, value]) => [name, Number(value)])));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
