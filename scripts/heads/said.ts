/**
 * What a file of weights reads out of prepared texts, by the server's own code, with what speaks for and against each relation:
 *   node scripts/heads/said.ts HEADS.bin IN.jsonl STATES PRODUCTS OUT.jsonl
 * STATES.jsonl is what states.ts wrote; PRODUCTS has a row of 32-bit floats for each word that is read: its state times all columns of the heads. A text that is `left_out` is not read. One line for each text: {names: [[start, end, kind], …], said: [[name, type, name, [clues]], …]}. Offsets are JavaScript's.
 */
import { createWriteStream, readFileSync } from 'node:fs';
import { COLUMNS, HIDDEN } from '../../packages/providers/src/extract/heads/columns.ts';
import { placeMentions } from '../../packages/providers/src/extract/heads/mentions.ts';
import { createNameHead } from '../../packages/providers/src/extract/heads/name-head.ts';
import { withOneSubject } from '../../packages/providers/src/extract/heads/one-subject.ts';
import { withinClauses } from '../../packages/providers/src/extract/heads/own-clause.ts';
import { pairsOf } from '../../packages/providers/src/extract/heads/pairs.ts';
import { createRelationHead } from '../../packages/providers/src/extract/heads/relation-head.ts';
import { sentencesOf } from '../../packages/providers/src/extract/heads/sentences.ts';
import { spellingOf, type PiecedWord } from '../../packages/providers/src/extract/heads/spelling.ts';
import { parseHeads } from '../../packages/providers/src/extract/heads/weights.ts';
import { findThings } from '../../packages/providers/src/extract/patterns/find-things.ts';

const [heads, input, states, computed, output] = process.argv.slice(2) as [string, string, string, string, string];
const weights = parseHeads(readFileSync(heads));
const [findNames, relations] = [createNameHead(weights), createRelationHead(weights)];
const bytes = readFileSync(computed);
const products = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
const lines = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
const metas = lines(`${states}.jsonl`) as { words: number[] }[];
const out = createWriteStream(output);
let first = 0;
for (const [i, { text, left_out }] of (lines(input) as { text: string; left_out?: boolean }[]).entries()) {
  const flat = metas[i]?.words ?? [];
  const words: PiecedWord[] = [];
  for (let w = 0; w < flat.length; w += 3)
    words.push({ start: flat[w] as number, end: flat[w + 1] as number, pieces: flat[w + 2] as number });
  const reading = left_out ? { names: [], said: [] } : readText(text, words, first);
  out.write(`${JSON.stringify(reading)}\n`);
  if (!left_out) first += words.length;
}
out.end();

function readText(text: string, words: readonly PiecedWord[], from: number) {
  const rows = products.subarray(from * COLUMNS, (from + words.length) * COLUMNS);
  const names = findNames(columnsOf(rows, 0, HIDDEN), spellingOf(text, words));
  const mentions = placeMentions(text, words, names, findThings(text));
  const pairs = pairsOf(text, words, sentencesOf(text, words), { mentions, canSay: relations.canSay });
  const all = relations.read(() => addedUp(columnsOf(rows, HIDDEN, COLUMNS), COLUMNS - HIDDEN), mentions, pairs);
  const read = { text, words, mentions };
  const said = withOneSubject(withinClauses(all, read), read);
  return {
    names: mentions.map(({ start, end, kind }) => [start, end, kind]),
    said: said.map(({ head, type, tail, clues }) => [head, type, tail, clues]),
  };
}

/** Each row added to those before it, behind an empty one. */
function addedUp(rows: Float32Array, width: number): Float64Array {
  const sums = new Float64Array(rows.length + width);
  for (let i = 0; i < rows.length; i++) sums[i + width] = (sums[i] as number) + (rows[i] as number);
  return sums;
}

function columnsOf(rows: Float32Array, from: number, to: number): Float32Array {
  const width = to - from;
  return Float32Array.from(
    { length: (rows.length / COLUMNS) * width },
    (_, i) => rows[Math.floor(i / width) * COLUMNS + from + (i % width)] as number,
  );
}
