/** What capitals alone give: every capitalised phrase is a name, and every two of a sentence are related. */
import type { PredictedRelation } from './scorer.ts';

const PHRASE = /\p{Lu}[\p{L}\p{N}'’-]*(?:\s+\p{Lu}[\p{L}\p{N}'’-]*)*/gu;
const SENTENCE_END = /(?<=[.!?])\s/u;

export function capitalisedPhrases(text: string): string[] {
  return [...new Set(text.match(PHRASE))];
}

export function capitalisedPairs(text: string, order: 'as written' | 'both ways'): PredictedRelation[] {
  return text.split(SENTENCE_END).flatMap((sentence) => {
    const phrases = capitalisedPhrases(sentence);
    const pairs = phrases.flatMap((h, i) => phrases.slice(i + 1).map((t) => ({ h, t })));
    return order === 'as written'
      ? pairs
      : pairs.flatMap(({ h, t }) => [
          { h, t },
          { h: t, t: h },
        ]);
  });
}
