/** How the things in a text relate: what the words say first, then what lies near. */
import type { FoundEntity, FoundRelation } from '@zapomni/core/ports';
import type { Sentence } from '../reading/words.ts';
import { relationsByPhrase, type Antecedents } from './by-phrase.ts';
import { pairKey, relationsByNearness } from './co-occurrence.ts';
import { placeMentions, type Draft, type ReadSentence } from './mention.ts';
import { validityOf } from './valid-time.ts';

export interface ReadText {
  readonly text: string;
  readonly at: number;
  readonly sentences: readonly Sentence[];
  readonly entities: readonly FoundEntity[];
}

export function findRelations({ text, at, sentences, entities }: ReadText): FoundRelation[] {
  let antecedents: Antecedents = { person: undefined, thing: undefined };
  return placeMentions(sentences, entities).flatMap((sentence) => {
    const said = relationsByPhrase(sentence, antecedents);
    const related = new Set(said.map(({ source, target }) => pairKey(source, target)));
    const near = relationsByNearness(sentence, related);
    antecedents = nextAntecedents(sentence, antecedents);
    return complete([...said, ...near], sentence, { text, at });
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
