/**
 * Reads a text with the model: cut into what fits into one run, at ends of sentences where there are any. The run that embeds a passage is
 * also the one that reads it, whenever the passage fits into one.
 */
import { findThings } from '../patterns/find-things.ts';
import type { Thing } from '../patterns/pattern.ts';
import { basicWords } from './basic-words.ts';
import { COLUMNS, HIDDEN } from './columns.ts';
import { createWordsReader, type HeadReading, type WordsReader } from './read-words.ts';
import { sentencesOf } from './sentences.ts';
import type { PiecedWord } from './spelling.ts';
import type { HeadWeights } from './weights.ts';

/** What the heads' product is for these ids, [CLS] and [SEP] with them: a row of `COLUMNS` for each. */
export type RunHeads = (ids: readonly number[]) => Promise<Float32Array>;

export interface ModelReaderParts {
  readonly weights: HeadWeights;
  readonly run: RunHeads;
  /** The word pieces of one word. */
  readonly piecesOf: (word: string) => readonly number[];
  readonly start: number;
  readonly end: number;
  /** Most ids in a run, with the two at its ends. */
  readonly room: number;
}

/** `done` is the run that was made of the text already, if it was. */
export type ModelReader = (text: string, done?: DoneRun) => Promise<HeadReading>;

export interface DoneRun {
  readonly ids: readonly number[];
  readonly products: Float32Array;
}

/** Boilerplate comes again and again. */
const REMEMBERED = 16;

export function createModelReader(parts: ModelReaderParts): ModelReader {
  const read = createWordsReader(parts.weights);
  const remembered = new Map<string, HeadReading>();
  return async (text, done) => {
    const things = findThings(text);
    const readings: HeadReading[] = [];
    for (const part of partsOf(text, parts))
      readings.push(await readPart(part, { text, things, read, done, remembered, parts }));
    return joined(readings);
  };
}

interface Part {
  readonly words: readonly PiecedWord[];
  readonly ids: readonly number[];
}

interface Task {
  readonly text: string;
  readonly things: readonly Thing[];
  readonly read: WordsReader;
  readonly done: DoneRun | undefined;
  readonly remembered: Map<string, HeadReading>;
  readonly parts: ModelReaderParts;
}

async function readPart({ words, ids }: Part, task: Task): Promise<HeadReading> {
  const { text, things, read, done, remembered, parts } = task;
  const [first, last] = [words[0]?.start ?? 0, words.at(-1)?.end ?? 0];
  const own = text.slice(first, last);
  const known = remembered.get(own);
  if (known) return moved(known, first);
  const isDone = done !== undefined && done.ids.length === ids.length && ids.every((id, i) => id === done.ids[i]);
  const products = isDone ? done.products : await parts.run(ids);
  const inside = things.filter(({ start, end }) => start >= first && end <= last);
  const back = (place: { readonly start: number; readonly end: number }) => ({
    start: place.start - first,
    end: place.end - first,
  });
  const reading = read(
    own,
    words.map((word) => ({ ...word, ...back(word) })),
    { names: toWords(products, words, 0, HIDDEN), relations: () => sumsOver(products, words, HIDDEN, COLUMNS) },
    inside.map((thing) => ({ ...thing, ...back(thing) })),
  );
  if (remembered.size >= REMEMBERED) remembered.delete(remembered.keys().next().value as string);
  remembered.set(own, reading);
  return moved(reading, first);
}

/** Some columns, of a word's pieces the mean; [CLS] comes before them. */
function toWords(products: Float32Array, words: readonly PiecedWord[], from: number, to: number): Float32Array {
  const width = to - from;
  const rows = new Float32Array(words.length * width);
  let piece = 1;
  for (const [word, { pieces }] of words.entries()) {
    const row = rows.subarray(word * width, (word + 1) * width);
    for (let p = 0; p < pieces; p++, piece++) {
      const at = piece * COLUMNS + from;
      for (let i = 0; i < width; i++) row[i] = (row[i] as number) + (products[at + i] as number) / pieces;
    }
  }
  return rows;
}

/** The same, each row added to all before it: the mean of a range is then the difference of two. The first row is empty. */
function sumsOver(products: Float32Array, words: readonly PiecedWord[], from: number, to: number): Float64Array {
  const width = to - from;
  const sums = new Float64Array((words.length + 1) * width);
  let piece = 1;
  for (const [word, { pieces }] of words.entries()) {
    const [before, own] = [word * width, (word + 1) * width];
    for (let p = 0; p < pieces; p++, piece++) {
      const [at, so] = [piece * COLUMNS + from, p === 0 ? before : own];
      for (let i = 0; i < width; i++) sums[own + i] = (sums[so + i] as number) + (products[at + i] as number) / pieces;
    }
  }
  return sums;
}

/** As many whole sentences as there is room for; a sentence that has no room by itself is cut. */
function partsOf(text: string, { piecesOf, start, end, room }: ModelReaderParts): Part[] {
  const all = basicWords(text).flatMap((word) => {
    const ids = piecesOf(text.slice(word.start, word.end));
    return ids.length === 0 || ids.length > room - 2 ? [] : [{ ...word, pieces: ids.length, ids }];
  });
  const parts: (typeof all)[] = [];
  let left = 0;
  for (const { from, to } of sentencesOf(text, all)) {
    const sentence = all.slice(from, to);
    const length = sentence.reduce((sum, { pieces }) => sum + pieces, 0);
    const fitsIn = length <= left;
    if (!fitsIn && length <= room - 2) [left] = [room - 2, parts.push([])];
    for (const word of sentence) {
      if (word.pieces > left) [left] = [room - 2, parts.push([])];
      parts.at(-1)?.push(word);
      left -= word.pieces;
    }
  }
  return parts.map((words) => ({ words, ids: [start, ...words.flatMap(({ ids }) => ids), end] }));
}

function moved({ names, statements }: HeadReading, by: number): HeadReading {
  const on = <Place extends { readonly start: number; readonly end: number }>(place: Place): Place => ({
    ...place,
    start: place.start + by,
    end: place.end + by,
  });
  return {
    names: names.map(on),
    statements: statements.map((said) => ({ ...on(said), sentence: on(said.sentence) })),
  };
}

function joined(readings: readonly HeadReading[]): HeadReading {
  if (readings.length === 1) return readings[0] as HeadReading;
  const names: HeadReading['names'][number][] = [];
  const statements: HeadReading['statements'][number][] = [];
  for (const reading of readings) {
    const first = names.length;
    names.push(...reading.names);
    for (const said of reading.statements)
      statements.push({ ...said, source: said.source + first, target: said.target + first });
  }
  return { names, statements };
}
