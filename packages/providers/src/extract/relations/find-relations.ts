/** How the things in a text relate: what the words say first, then what lies near. */
import type { FoundEntity, FoundRelation } from '@zapomni/core/ports';
import type { Sentence } from '../reading/words.ts';
import { relationsByDescription } from './by-description.ts';
import { relationsByPhrase, type Antecedents } from './by-phrase.ts';
import { pairKey, relationsByNearness } from './co-occurrence.ts';
import { placeMentions, type Draft, type ReadSentence } from './mention.ts';
import { relationsOfPlaces } from './geography.ts';
import { validityOf } from './valid-time.ts';

export interface ReadText {
  readonly text: string;
  readonly at: number;
  readonly sentences: readonly Sentence[];
  readonly entities: readonly FoundEntity[];
  /** For each entity, the fullest that means the same: what relations are told of. */
  readonly same: readonly number[];
}

export function findRelations({ text, at, sentences, entities, same }: ReadText): FoundRelation[] {
  let antecedents: Antecedents = { person: undefined, thing: undefined };
  const placed = placeMentions(sentences, entities, same);
  const located = relationsOfPlaces(placed, entities);
  const lie = new Set(located.map(({ source, target }) => pairKey(source, target)));
  const told = placed.flatMap((sentence) => {
    const said = distinct([...relationsByDescription(sentence), ...relationsByPhrase(sentence, antecedents)], lie);
    const related = new Set([...lie, ...said.map(({ source, target }) => pairKey(source, target))]);
    const near = relationsByNearness(sentence, related);
    antecedents = nextAntecedents(sentence, antecedents);
    return complete([...said, ...near], sentence, { text, at });
  });
  return [...located, ...told].sort((a, b) => a.start - b.start);
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
  return drafts.map((draft) => ({ start, end, ...draft, ...validity(draft.type) }));
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
