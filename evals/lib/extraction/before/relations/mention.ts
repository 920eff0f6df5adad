/** An entity as the relations see it: where it stands in its sentence. */
import type { FoundEntity, FoundRelation } from '@zapomni/core/ports';
import type { Sentence } from '../reading/words.ts';

export interface Mention {
  /** Place in the extraction's entities of the fullest mention of the same. */
  readonly entity: number;
  readonly found: FoundEntity;
  /** Its words in the sentence; the end is not part of it. */
  readonly from: number;
  readonly to: number;
}

export interface ReadSentence extends Sentence {
  /** In order. */
  readonly mentions: readonly Mention[];
}

/** A relation of a sentence, before it is known when it holds. */
export interface Draft extends Omit<FoundRelation, 'start' | 'end'> {
  /** Where the second of its names ends. */
  readonly place?: number;
}

/** Joins sentences with what was found in them. Both are in the order of the text. */
export function placeMentions(
  sentences: readonly Sentence[],
  entities: readonly FoundEntity[],
  same: readonly number[],
): ReadSentence[] {
  let next = 0;
  return sentences.map((sentence) => {
    const mentions: Mention[] = [];
    while (next < entities.length && (entities[next] as FoundEntity).start < sentence.end) {
      const mention = placeIn(sentence, entities[next] as FoundEntity, same[next] ?? next);
      if (mention) mentions.push(mention);
      next++;
    }
    return { ...sentence, mentions };
  });
}

function placeIn({ words }: Sentence, found: FoundEntity, entity: number): Mention | undefined {
  const from = words.findIndex(({ end }) => end > found.start);
  if (from < 0) return undefined;
  let to = from;
  while (to < words.length && (words[to]?.start ?? Infinity) < found.end) to++;
  return to > from ? { entity, found, from, to } : undefined;
}

/** The same whichever comes first. */
export function pairKey(one: number, other: number): string {
  return one < other ? `${one} ${other}` : `${other} ${one}`;
}
