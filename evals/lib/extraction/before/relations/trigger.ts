/** The words before a mention that may tell how it relates to an earlier one, reduced to what carries meaning. */
import type { Word } from '../reading/words.ts';
import type { Mention, ReadSentence } from './mention.ts';

export interface Trigger {
  /** Dictionary forms, in order. */
  readonly words: readonly string[];
  /** The mention right before them; undefined at the beginning of the sentence. */
  readonly before: Mention | undefined;
  /** A clause or sentence pronoun stands among the words: `he`, `it`. */
  readonly pronoun: Word | undefined;
}

const MOST_WORDS = 14;
const DROPPED = new Set(['DET', 'ADJ', 'ADV', 'NUM', 'PUNCT', 'SYM', 'INTJ', 'PRON', 'CCONJ', 'SPACE']);
const EMPTY = new Set([
  'have',
  'will',
  'would',
  'can',
  'could',
  'may',
  'also',
  'currently',
  'then',
  'later',
  'now',
  'first',
  'who',
  'which',
  'that',
  'where',
  'when',
]);
const PRONOUNS = new Set(['he', 'she', 'it', 'they', 'his', 'her', 'its', 'their', 'we', 'i']);

/** Walks back from the mention to the one before it; dates on the way are stepped over. */
export function triggerOf({ words, mentions }: ReadSentence, index: number): Trigger {
  const mention = mentions[index] as Mention;
  const collected: string[] = [];
  let pronoun: Word | undefined;
  let previous = index - 1;
  for (let at = mention.from - 1; at >= 0 && mention.from - at <= MOST_WORDS; at--) {
    const before = mentions[previous];
    if (before && at < before.to) {
      if (before.found.type !== 'date') return { words: collected.toReversed(), before, pronoun };
      at = before.from;
      previous--;
      continue;
    }
    const word = words[at] as Word;
    if (PRONOUNS.has(word.lower)) pronoun = word;
    const form = toForm(word);
    if (form !== undefined) collected.push(form);
  }
  return { words: collected.toReversed(), before: undefined, pronoun };
}

function toForm(word: Word): string | undefined {
  if (word.lower === "'s" || word.lower === '’s') return "'s";
  if (word.text === '(') return '(';
  const form = FORMS.get(word.lower);
  if (form !== undefined) return form;
  if (ROLES.has(word.lemma) || ROLES.has(word.lower)) return word.lemma;
  if (DROPPED.has(word.tag) || EMPTY.has(word.lemma)) return undefined;
  return word.lemma;
}

/** Verbs that the tagger takes for other words. */
const FORMS = new Map(
  Object.entries({
    born: 'bear',
    married: 'marry',
    based: 'base',
    located: 'locate',
    situated: 'situate',
    headquartered: 'headquarter',
    owned: 'own',
    employed: 'employ',
    educated: 'educate',
    lives: 'live',
    works: 'work',
    studies: 'study',
    uses: 'use',
    leads: 'lead',
    heads: 'head',
    stars: 'star',
    plays: 'play',
    'co-founded': 'co-found',
    cofounded: 'co-found',
    'co-wrote': 'co-write',
    'co-written': 'co-write',
  }),
);

/** What somebody may be. */
const ROLES = new Set(
  'ceo cto cfo coo president chairman chairwoman chair director manager engineer developer scientist researcher professor lecturer teacher editor reporter journalist analyst consultant designer architect programmer lawyer attorney doctor nurse surgeon officer secretary minister mayor governor senator ambassador judge coach captain leader chief head founder co-founder owner partner employee intern student member spokesman spokesperson spokeswoman vp dean principal curator producer writer author critic columnist economist pilot general commander king queen emperor prince princess duke bishop archbishop pope cardinal chancellor premier treasurer deputy representative councillor guitarist bassist drummer singer vocalist keyboardist pianist violinist conductor composer goalkeeper midfielder striker defender quarterback pitcher player lead maintainer contributor committer administrator'.split(
    ' ',
  ),
);

export function isRole(form: string): boolean {
  return ROLES.has(form);
}
