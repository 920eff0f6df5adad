/**
 * `node evals/capture/learn.ts <folder of packs> [--half judged]`: learns how much each word of a sentence says, and writes the weights.
 *
 * A word of a turn that answers a question is worth keeping where the question has it too; any other word is not. Learned is from one half of
 * LongMemEval (halves.ts) and from all of BEAM, both MIT, by logistic regression over worth/features.ts; not from LoCoMo, whose licence forbids to sell what is made of it. Words have a weight of their own only
 * where at least four conversations have them, so that none is about a single one.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ownWords } from '../../packages/core/src/services/capture/distil/own-words.ts';
import { sentencesOf, spokenBy, withoutLeadIn } from '../../packages/core/src/services/capture/distil/sentences.ts';
import { scoreSentence } from '../../packages/core/src/services/capture/distil/score.ts';
import { ofMessage, wordsOf } from '../../packages/core/src/services/capture/distil/worth/features.ts';
import { readPack, type Pack } from '../lib/pack.ts';
import { stem } from '../lib/porter.ts';
import { HALVES, halvesOf, type Half } from './halves.ts';

interface Example {
  readonly features: readonly string[];
  readonly weight: number;
  readonly isAsked: boolean;
}

const [FEWEST_SEEN, FEWEST_CONVERSATIONS] = [15, 4];
const [EPOCHS, RATE] = [12, 0.1];
const MOST_WEIGHT = 2;
/** A word whose weight is smaller than that is as any other of its form. */
const LEAST = 0.15;
const GRAMMAR = new Set(
  'a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with i you my your we our me he she his her him them did do does what when who how why where which has have had been were am would could can about from'.split(
    ' ',
  ),
);
const WEIGHTS = path.join(import.meta.dirname, '../../packages/core/src/services/capture/distil/worth/weights.ts');

const stemsOf = (text: string): string[] =>
  Array.from(
    text
      .toLowerCase()
      .replaceAll(/['’]s\b/g, '')
      .matchAll(/[\p{L}\p{N}]+/gu),
    ([word]) => word,
  )
    .filter((word) => !GRAMMAR.has(word))
    .map((word) => stem(word));

/** How often each word is asked for of each turn, by its stem; a question with much evidence asks less of each. */
function askedOf({ questions }: Pack): Map<string, Map<string, number>> {
  const asked = new Map<string, Map<string, number>>();
  for (const { text, rel } of questions) {
    const share = 1 / Object.keys(rel).length;
    for (const id of Object.keys(rel)) {
      const words = asked.get(id) ?? new Map<string, number>();
      for (const word of new Set(stemsOf(text))) words.set(word, (words.get(word) ?? 0) + share);
      asked.set(id, words);
    }
  }
  return asked;
}

/** What users say alone: answers are not chosen by weights. `known` collects in which conversations a word was said. */
function examplesOf(pack: Pack, half: Half | null, known: Map<string, Set<string>>): Example[][] {
  const [asked, halfOf] = [askedOf(pack), halvesOf(pack)];
  const speakers = new Set(pack.memories.map(({ meta }) => String(meta?.['speaker']).toLowerCase()));
  return pack.memories
    .filter(({ id, meta }) => meta?.['role'] !== 'assistant' && (half === null || halfOf(id) === half))
    .flatMap(({ id, text }) =>
      sentencesOf(ownWords(text.replace(/^user: /, ''))).map((given, place, { length }) => {
        const { name: speaker } = spokenBy(given);
        const sentence = withoutLeadIn(given).slice(speaker.length);
        const around = speaker === '' ? ofMessage(place, length, scoreSentence(given, 'user')?.cues ?? []) : [];
        return wordsOf(sentence, around).map(({ start, end, features }) => {
          const word = sentence.slice(start, end);
          const name = `=${word.toLowerCase().replaceAll('’', "'")}`;
          known.set(name, (known.get(name) ?? new Set()).add(`${pack.name}/${id.split('/').slice(0, -1).join('/')}`));
          const weight = Math.max(0, ...stemsOf(word).map((one) => asked.get(id)?.get(one) ?? 0));
          const isAsked = weight > 0 && !speakers.has(word.toLowerCase());
          return { features, isAsked, weight: isAsked ? Math.min(MOST_WEIGHT, weight) : 1 };
        });
      }),
    );
}

/** Logistic regression by AdaGrad, a word at a time, in an order that is the same in every run. */
function learn(sentences: readonly (readonly Example[])[], isKnown: (feature: string) => boolean) {
  const weights = new Map<string, number>([['', -3]]);
  const squares = new Map<string, number>();
  const order = sentences.map((_, i) => i);
  let state = 7;
  const random = () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    for (let i = order.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1));
      [order[i], order[j]] = [order[j] as number, order[i] as number];
    }
    for (const { features, isAsked, weight } of order.flatMap((i) => sentences[i] ?? [])) {
      const seen = ['', ...features.filter(isKnown)];
      const sum = seen.reduce((total, feature) => total + (weights.get(feature) ?? 0), 0);
      const slope = (1 / (1 + Math.exp(-sum)) - Number(isAsked)) * weight;
      for (const feature of seen) {
        const square = (squares.get(feature) ?? 1) + slope * slope;
        squares.set(feature, square);
        weights.set(feature, (weights.get(feature) ?? 0) - (RATE / Math.sqrt(square)) * slope);
      }
    }
  }
  return weights;
}

/** Words by their weight to a tenth, so that the file can be read. */
function written(weights: ReadonlyMap<string, number>, command: string): string {
  const forms = [...weights].filter(([name]) => !name.startsWith('='));
  const words = [...weights].filter(([name, weight]) => name.startsWith('=') && Math.abs(weight) >= LEAST);
  const groups = Map.groupBy(words, ([, weight]) => weight.toFixed(1));
  const rows = [...groups].toSorted(([one], [other]) => Number(other) - Number(one));
  return [
    `/** Learned by \`${command}\`: what speaks for a word being asked for later, as logits. Written by it, not by hand. */`,
    'export const OF_FORMS: Readonly<Record<string, number>> = {',
    ...forms
      .toSorted(([, one], [, other]) => other - one)
      .map(([name, weight]) => `${JSON.stringify(name)}: ${weight.toFixed(2)},`),
    '};',
    '',
    '/** Words that say more or less than others of their form. */',
    'export const OF_WORDS: readonly (readonly [number, string])[] = [',
    ...rows.map(
      ([weight, members]) =>
        `[${Number(weight)}, ${JSON.stringify(
          members
            .map(([name]) => name.slice(1))
            .toSorted()
            .join(' '),
        )}],`,
    ),
    '];',
    '',
  ].join('\n');
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { half: { type: 'string' } } });
const [root] = positionals;
const half = HALVES.find((one) => one === (values.half ?? 'learned'));
if (root === undefined || half === undefined)
  throw new Error('node evals/capture/learn.ts <folder of packs> [--half learned|judged]');
const known = new Map<string, Set<string>>();
const read = (name: string) => readPack(path.join(root, name), { now: new Date() });
const sentences = [
  ...examplesOf(read('lme-turn-dev'), half, known),
  ...examplesOf(read('beam100k-turn-dev'), null, known),
];
const seen = new Map<string, number>();
for (const { features } of sentences.flat())
  for (const feature of features) seen.set(feature, (seen.get(feature) ?? 0) + 1);
const isKnown = (feature: string) =>
  !feature.startsWith('=') ||
  ((seen.get(feature) ?? 0) >= FEWEST_SEEN && (known.get(feature)?.size ?? 0) >= FEWEST_CONVERSATIONS);
const weights = learn(sentences, isKnown);
writeFileSync(WEIGHTS, written(weights, 'node evals/capture/learn.ts ../shared/bench'));
console.log(`${sentences.length} sentences, ${weights.size} weights`);
