/**
 * `node evals/capture.ts`: what capturing keeps of conversations.
 *
 *   --lines               the lines of capture/lines.tsv, labelled by hand: precision and recall for each kind, in both halves
 *   --packs <folder>      conversations of packs: how much of the evidence is found in what was captured, beside the whole transcript, and what
 *                         share of its tokens that is. Every turn is a turn of its own; both speakers of LoCoMo are people, so each is a user
 *   --words               asks the packs by BM25 alone, of what is distilled: a minute instead of half an hour
 *   --limits              with --words: where the rest of LoCoMo is lost, by letting the choice know more than it can
 *   --keep <folder>       keeps the stores of the whole transcripts for the next run
 *   --record              writes results/capture.json, or capture-words.json
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { measureLimits } from './capture/limits.ts';
import { measureLines } from './capture/lines.ts';
import { measurePack, type PackFigures } from './capture/packs.ts';
import { writeRecord } from './lib/results-file.ts';

const PACKS = ['locomo-turn-dev', 'lme-turn-dev'];

const { values } = parseArgs({
  options: {
    lines: { type: 'boolean', default: false },
    packs: { type: 'string' },
    words: { type: 'boolean', default: false },
    limits: { type: 'boolean', default: false },
    keep: { type: 'string' },
    record: { type: 'boolean', default: false },
  },
});

const lines = values.lines || values.packs === undefined ? await measureLines() : undefined;
for (const { half, together, kinds } of lines ?? []) {
  console.log(half, together);
  console.table(kinds);
}
const packs: PackFigures[] = [];
const { packs: root, keep, words } = values;
if (root !== undefined) for (const name of PACKS) packs.push(await measurePack(path.join(root, name), { keep, words }));
if (packs.length > 0) console.table(packs);
const limits =
  root !== undefined && values.limits ? await measureLimits(path.join(root, 'locomo-turn-dev')) : undefined;
if (limits) console.table(limits);
if (values.record) {
  const command = `node evals/capture.ts ${process.argv.slice(2).join(' ')}`;
  const file = words ? 'capture-words.json' : 'capture.json';
  writeRecord(path.join(import.meta.dirname, 'results', file), command, { lines, packs, limits });
}
