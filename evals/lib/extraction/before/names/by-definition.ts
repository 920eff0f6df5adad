/** The text itself often says what it names: `X ( … ) is a river in …`, `X, a German company`, `the village of X`. */
import { KIND_OF } from '../lexicon/kinds.ts';
import { startOfDescription } from '../reading/description.ts';
import type { Word } from '../reading/words.ts';
import type { NameType } from './lexicon.ts';
import type { Run } from './runs.ts';

const LONGEST_PHRASE = 10;
const DESCRIPTION = new Set(['DET', 'ADJ', 'NOUN', 'PROPN', 'NUM', 'ADV', 'X', 'VERB']);

export function definedType(run: Run): NameType | undefined {
  return byWhatFollows(run) ?? byWhatPrecedes(run);
}

function byWhatFollows({ sentence: { words }, at, words: name }: Run): NameType | undefined {
  const start = startOfDescription(words, at + name.length);
  return start === undefined ? undefined : kindOfPhrase(words, start);
}

/** The last noun of the description that is known. */
function kindOfPhrase(words: readonly Word[], from: number): NameType | undefined {
  let type: NameType | undefined;
  for (const word of words.slice(from, from + LONGEST_PHRASE)) {
    if (!isDescribing(word) || (word.lower === 'and' && type)) break;
    type = kindOf(word) ?? type;
  }
  return type;
}

function isDescribing({ tag, text, lower }: Word): boolean {
  return DESCRIPTION.has(tag) || text === '-' || lower === 'and' || lower === "'s";
}

function kindOf({ tag, lemma, lower }: Word): NameType | undefined {
  return tag === 'ADJ' || tag === 'DET' ? undefined : (KIND_OF.get(lemma) ?? KIND_OF.get(lower));
}

/** `the village of X`, `singer X`, `the film X`. */
function byWhatPrecedes({ sentence: { words }, at }: Run): NameType | undefined {
  const [noun, before] = [words[at - 2], words[at - 1]];
  if (before?.lower === 'of' && noun?.tag === 'NOUN') {
    const kind = KIND_OF.get(noun.lemma);
    return kind === 'place' ? kind : undefined;
  }
  return before?.tag === 'NOUN' && before.text === before.lower ? KIND_OF.get(before.lemma) : undefined;
}
