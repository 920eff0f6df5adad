/** How the things in a text relate, by what its words say. That two are named together says nothing. */
import type { FoundEntity, FoundRelation } from '@zapomni/core/ports';
import type { Sentence } from '../reading/words.ts';
import { relationsByDescription } from './by-description.ts';
import { relationsByPhrase, type Antecedents } from './by-phrase.ts';
import { pairKey, placeMentions, type Draft, type ReadSentence } from './mention.ts';
import { statedPlaces } from './geography.ts';
import { isStatement } from './statement.ts';
import { validityOf } from '../../../../../packages/providers/src/extract/valid-time.ts';

export interface ReadText {
  readonly text: string;
  readonly at: number;
  readonly sentences: readonly Sentence[];
  readonly entities: readonly FoundEntity[];
  /** For each entity, the fullest that means the same: what relations are told of. */
  readonly same: readonly number[];
}

export function findRelations({ text, at, sentences, entities, same }: ReadText): FoundRelation[] {
  const placed = placeMentions(sentences, entities, same);
  const stated = statedPlaces(placed);
  const known = new Set(stated.map(keyOf));
  const said = saidIn(placed, known).map((drafts, i) => complete(drafts, placed[i] as ReadSentence, { text, at }));
  return [...stated, ...said.flat()].sort((a, b) => a.start - b.start);
}

/** What the words of each sentence say. */
function saidIn(sentences: readonly ReadSentence[], known: ReadonlySet<string>): Draft[][] {
  let antecedents: Antecedents = { person: undefined, thing: undefined };
  return sentences.map((sentence) => {
    const said = isStatement(sentence)
      ? [...relationsByDescription(sentence), ...relationsByPhrase(sentence, antecedents)]
      : [];
    antecedents = nextAntecedents(sentence, antecedents);
    return distinct(said, known);
  });
}

function keyOf({ source, target }: FoundRelation): string {
  return pairKey(source, target);
}

/** The first that is told of a pair. */
function distinct(drafts: readonly Draft[], known: ReadonlySet<string>): Draft[] {
  const seen = new Set(known);
  return drafts.filter(({ source, target }) => {
    const key = pairKey(source, target);
    return source !== target && !seen.has(key) && seen.add(key);
  });
}

function complete(
  drafts: readonly Draft[],
  { start, end }: ReadSentence,
  { text, at }: { text: string; at: number },
): FoundRelation[] {
  if (drafts.length === 0) return [];
  const validity = validityOf(text.slice(start, end), at);
  return drafts.map(({ place, ...draft }) => ({
    start,
    end,
    ...draft,
    ...validity(draft.type, place === undefined ? undefined : place - start),
  }));
}

/** The first person and the first thing of a sentence are what the next one goes on about. */
function nextAntecedents({ mentions }: ReadSentence, before: Antecedents): Antecedents {
  return {
    person: mentions.find(({ found }) => found.type === 'person') ?? before.person,
    thing:
      mentions.find(({ found }) => found.type !== 'person' && found.type !== 'date' && found.type !== 'amount') ??
      before.thing,
  };
}
