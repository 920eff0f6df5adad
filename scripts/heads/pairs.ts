/**
 * The pairs of things that the head for relations learns from, by the server's own code:
 *   node scripts/heads/pairs.ts IN.jsonl STATES OUT.jsonl      IN has {text, entities: [{type, mentions: [[start, end, …], …]}]} lines
 * One line for each text: [head thing, tail thing, head from, to, tail from, to, between from, to, before from, to, after from, to, near from, to, sentence, …small] rows.
 * Offsets of IN are Python's.
 */
import { createWriteStream, readFileSync } from 'node:fs';
import type { BasicWord } from '../../packages/providers/src/extract/heads/basic-words.ts';
import {
  MENTION_KINDS,
  pairsOf,
  type MentionKind,
  type WordMention,
} from '../../packages/providers/src/extract/heads/pairs.ts';
import { sentencesOf } from '../../packages/providers/src/extract/heads/sentences.ts';

interface Row {
  readonly text: string;
  readonly entities?: readonly { readonly type: string; readonly mentions: readonly (readonly number[])[] }[];
}

const [input, states, output] = process.argv.slice(2) as [string, string, string];
const lines = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
const metas = lines(`${states}.jsonl`);
const out = createWriteStream(output);
for (const [i, line] of lines(input).entries()) {
  const row = JSON.parse(line) as Row;
  const flat = (JSON.parse(metas[i] as string) as { words: number[] }).words;
  const words: BasicWord[] = [];
  for (let w = 0; w < flat.length; w += 3) words.push({ start: flat[w] as number, end: flat[w + 1] as number });
  out.write(`${JSON.stringify(pairsIn(row, words))}\n`);
}
out.end();

function pairsIn({ text, entities = [] }: Row, words: readonly BasicWord[]): number[][] {
  const places = utf16Places(text);
  const mentions: (WordMention & { readonly thing: number })[] = entities.flatMap(({ type, mentions: found }, thing) =>
    found.flatMap(([start = 0, end = 0]) => {
      const [s, e] = [places(start), places(end)];
      const from = words.findIndex((word) => word.end > s && word.start < e);
      const to = words.findLastIndex((word) => word.end > s && word.start < e) + 1;
      return from < 0 ? [] : [{ thing, from, to, kind: kindOf(type) }];
    }),
  );
  const sentences = sentencesOf(text, words);
  return pairsOf(text, words, sentences, { mentions, canSay: () => true }).flatMap(
    ({ head, tail, between, near, before, after, small }) => {
      const [h, t] = [mentions[head], mentions[tail]] as [(typeof mentions)[0], (typeof mentions)[0]];
      if (h.thing === t.thing) return [];
      const ranges = [h, t, between, before, after, near].flatMap(({ from, to }) => [from, to]);
      const sentence = sentences.findIndex(({ to }) => h.from < to);
      return [[h.thing, t.thing, ...ranges, sentence, ...small.map((value) => Math.round(value * 1e4) / 1e4)]];
    },
  );
}

function kindOf(type: string): MentionKind {
  return (MENTION_KINDS as readonly string[]).includes(type) ? (type as MentionKind) : 'OTHER';
}

function utf16Places(text: string): (place: number) => number {
  const letters = [...text];
  if (letters.length === text.length) return (place) => place;
  const starts = [0];
  for (const letter of letters) starts.push((starts.at(-1) as number) + letter.length);
  return (place) => starts[place] as number;
}
