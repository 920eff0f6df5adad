/** The scorer of the reference strings, which lies elsewhere than that of the other sets and prints a line for each field. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

const SCORER = path.join(import.meta.dirname, '..', '..', '..', 'shared', 'bench', 'harness', 'score-extras.mjs');
const LINE = /^\s+(\S+) \{ P: ([\d.]+), R: ([\d.]+), F1: ([\d.]+)/gm;

/** F1 by field; null where the scorer is not there. */
export function scoreExtras(set: string, gold: string, predictions: string): Record<string, number> | null {
  if (!existsSync(SCORER)) return null;
  const { stdout, stderr, status } = spawnSync(process.execPath, [SCORER, set, gold, predictions], {
    encoding: 'utf8',
  });
  const fields = [...stdout.matchAll(LINE)].map(([, field = '', , , f1]) => [field, Number(f1)] as const);
  if (status !== 0 || fields.length === 0) throw new Error(`${SCORER} failed on ${set}: ${stderr.slice(0, 500)}`);
  return Object.fromEntries(fields);
}
