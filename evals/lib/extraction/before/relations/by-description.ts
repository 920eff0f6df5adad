/** What stands beside a name: `X ( 1841 – 1918 ) was a German dealer`, `X is a 2006 film`. */
import { closingBracket, startOfDescription } from '../reading/description.ts';
import type { Word } from '../reading/words.ts';
import type { Draft, Mention, ReadSentence } from './mention.ts';

const SAID = 0.8;
const BESIDE = 0.7;
const LONGEST_DESCRIPTION = 8;

export function relationsByDescription(sentence: ReadSentence): Draft[] {
  return sentence.mentions.flatMap((mention, i) => [
    ...lifespan(sentence, mention, i),
    ...description(sentence, mention),
  ]);
}

/** What a bracket with dates right behind a name says of it: the first, and the last. */
const DATED: Readonly<Record<string, readonly [string, string]>> = {
  person: ['BORN_ON', 'DIED_ON'],
  organization: ['FOUNDED_ON', 'DISSOLVED_ON'],
  event: ['HAPPENED_ON', 'ENDED_ON'],
  work: ['PUBLISHED_ON', 'PUBLISHED_ON'],
  product: ['PUBLISHED_ON', 'PUBLISHED_ON'],
};

function lifespan({ words, mentions }: ReadSentence, mention: Mention, i: number): Draft[] {
  const types = DATED[mention.found.type];
  if (!types || words[mention.to]?.text !== '(') return [];
  const end = closingBracket(words, mention.to);
  const dates = mentions.slice(i + 1).filter(({ found, to }) => found.type === 'date' && to <= end);
  const [first, last] = [dates[0], dates[1]];
  if (!first || (mention.found.type === 'person' && !last && !hasBirth(words, mention.to, first.from))) return [];
  const drafts = [relate(mention, types[0], first, SAID)];
  if (last && isSpan(words.slice(first.to, last.from))) drafts.push(relate(mention, types[1], last, SAID));
  return drafts;
}

function hasBirth(words: readonly Word[], from: number, to: number): boolean {
  return words.slice(from, to).some(({ lower }) => lower === 'born' || lower === 'b.' || lower === 'b');
}

function isSpan(between: readonly Word[]): boolean {
  return between.some(({ text, lower }) => /^[–—-]$/u.test(text) || lower === 'to' || lower === 'died');
}

/** Nationalities and years in what a name is said to be. */
function description({ words, mentions }: ReadSentence, mention: Mention): Draft[] {
  const from = startOfDescription(words, mention.to);
  if (from === undefined) return [];
  const to = endOfDescription(words, from);
  return mentions
    .filter((other) => other.from >= from && other.to <= to)
    .flatMap((other) => {
      if (other.found.type === 'nationality') return [relate(mention, 'NATIONALITY', other, SAID)];
      const type = DATED[mention.found.type]?.[0];
      return other.found.type === 'date' && type && mention.found.type !== 'person'
        ? [relate(mention, type, other, BESIDE)]
        : [];
    });
}

function endOfDescription(words: readonly Word[], from: number): number {
  let to = from;
  while (
    to < words.length &&
    to - from < LONGEST_DESCRIPTION &&
    !ENDS.has(words[to]?.tag ?? '') &&
    words[to]?.text !== ','
  )
    to++;
  return to;
}

const ENDS = new Set(['ADP', 'VERB', 'PRON', 'SCONJ', 'AUX']);

function relate(source: Mention, type: string, target: Mention, confidence: number): Draft {
  return { source: source.entity, type, target: target.entity, confidence };
}
