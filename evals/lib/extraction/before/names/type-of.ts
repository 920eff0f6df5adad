/** What kind of thing a name is of: by the lexicons, by words in it, by words around it, and by how it is written. */
import {
  CONCEPT_ENDINGS,
  EVENT_HEADS,
  EVENT_OPENERS,
  PLACE_HEADS,
  PLACE_OPENERS,
  WORK_CUES,
  WORK_HEADS,
} from '../lexicon/heads.ts';
import { ORGANIZATION_HEADS, ORGANIZATION_OPENERS } from '../lexicon/organizations.ts';
import { PLACES } from '../lexicon/places.ts';
import { FIRST_NAMES, NAME_SUFFIXES, PARTICLES, PERSON_TITLES, PERSON_VERBS } from '../lexicon/people.ts';
import type { Word } from '../reading/words.ts';
import type { RunContext } from './judge.ts';
import { definedType } from './by-definition.ts';
import { knownType, withoutNumber, type NameType } from './lexicon.ts';
import type { Run } from './runs.ts';
import { isAllCapitals, isCamel } from './shape.ts';

type Rule = (run: Run, context: RunContext) => NameType | undefined;

/** The first that knows wins; the number says how far it is to be trusted. */
const RULES: readonly (readonly [Rule, number])[] = [
  [byLexicon, 0.95],
  [byTitle, 0.92],
  [byFirstName, 0.85],
  [definedType, 0.9],
  [byHead, 0.85],
  [byOpener, 0.8],
  [byMaker, 0.65],
  [byEmployment, 0.65],
  [byNeighbours, 0.6],
  [byPlaceWithin, 0.5],
  [bySpelling, 0.4],
];

export interface Typed {
  readonly type: NameType;
  /** 0–1: whether the type was known or guessed. */
  readonly typeConfidence: number;
}

export function typeOf(run: Run, context: RunContext): Typed {
  for (const [rule, typeConfidence] of RULES) {
    const type = rule(run, context);
    if (type) return { type, typeConfidence };
  }
  return { type: 'concept', typeConfidence: 0 };
}

function byLexicon({ words }: Run): NameType | undefined {
  const phrase = words.map(({ lower }) => lower).join(' ');
  return knownType(phrase) ?? knownType(withoutNumber(phrase));
}

function byTitle({ sentence, at }: Run): NameType | undefined {
  const [before, earlier] = [sentence.words[at - 1], sentence.words[at - 2]];
  const title = before?.text === '.' ? earlier : before;
  return title && PERSON_TITLES.has(title.lower.replace('.', '')) ? 'person' : undefined;
}

function byFirstName({ words }: Run): NameType | undefined {
  const [first, last] = [words[0], words.at(-1)];
  if (!first || !last || !FIRST_NAMES.has(first.lower)) return undefined;
  if (words.length > 1 && HEADS.some(([, heads]) => heads.has(last.lower))) return undefined;
  return words.some(({ lower }) => lower === 'of') ? undefined : 'person';
}

const HEADS: readonly (readonly [NameType, ReadonlySet<string>])[] = [
  ['organization', ORGANIZATION_HEADS],
  ['event', EVENT_HEADS],
  ['place', PLACE_HEADS],
  ['work', WORK_HEADS],
];

/** The word says what kind of thing the name it ends is of. */
export function isHead(word: string): boolean {
  return HEADS.some(([, heads]) => heads.has(word));
}

function byHead({ words }: Run): NameType | undefined {
  const named = words.filter(({ text }) => !/^(?:[IVX]+|\d+)\.?$/u.test(text));
  if (named.length < 2) return undefined;
  const of = named.findIndex(({ lower }) => lower === 'of' || lower === 'for');
  const head = (of > 0 ? named[of - 1] : named.at(-1))?.lower ?? '';
  return HEADS.find(([, heads]) => heads.has(head) || heads.has(head.replace(/s$/u, '')))?.[0];
}

function byOpener({ words }: Run): NameType | undefined {
  const first = words.length > 1 ? (words[0]?.lower ?? '') : '';
  if (EVENT_OPENERS.has(first)) return 'event';
  if (PLACE_OPENERS.has(first)) return 'place';
  if (ORGANIZATION_OPENERS.has(first)) return 'organization';
  return NAME_SUFFIXES.has(words.at(-1)?.lower ?? '') && words.length > 1 ? 'person' : undefined;
}

const PLACE_WORDS = new Set([
  'in',
  'near',
  'from',
  'to',
  'toward',
  'towards',
  'around',
  'outside',
  'across',
  'в',
  'из',
  'aus',
  'nach',
  'en',
  'à',
]);
const LOCATED = new Set([
  'live',
  'be',
  'bear',
  'locate',
  'situate',
  'base',
  'hold',
  'move',
  'travel',
  'fly',
  'arrive',
  'stay',
]);

/** `Google Brain`, `Docker Desktop`. */
function byMaker({ words }: Run): NameType | undefined {
  const type = words.length > 1 ? knownType(words[0]?.lower ?? '') : undefined;
  return type === 'place' || type === 'nationality' ? undefined : type;
}

const FOUNDING = /^(?:co-?)?found(?:ed|s|ing)$|^acquir(?:ed|es|ing)$|^join(?:ed|s|ing)$/u;
const EMPLOYING = /^(?:work(?:s|ed|ing)?|employed|hired|intern(?:s|ed|ing)?)$/u;

/** `works at Northwind Traders`, `founded Contoso`: what one founds, joins or works for. */
function byEmployment({ sentence, at }: Run): NameType | undefined {
  const [before, earlier] = [sentence.words[at - 1]?.lower ?? '', sentence.words[at - 2]?.lower ?? ''];
  if (FOUNDING.test(before)) return 'organization';
  return /^(?:for|at|by)$/u.test(before) && EMPLOYING.test(earlier) ? 'organization' : undefined;
}

const DIRECTIONS = /^(?:north|south|east|west|northern|southern|eastern|western|central|upper|lower|greater|new)$/u;

/** `Western Pennsylvania` is a place, the `Boston Celtics` and the `Los Angeles Lakers` are from one. */
function byPlaceWithin({ words }: Run): NameType | undefined {
  if (words.length < 2) return undefined;
  const forms = words.map(({ lower }) => lower);
  if (DIRECTIONS.test(forms[0] ?? '') && knownType(forms.slice(1).join(' ')) === 'place') return 'place';
  const starts = [forms.slice(0, 1), forms.slice(0, 2)];
  return starts.some((start) => knownType(start.join(' ')) !== undefined) ? 'organization' : undefined;
}

function byNeighbours({ sentence, at, words }: Run, { quoted }: RunContext): NameType | undefined {
  const [before, after] = [sentence.words[at - 1], sentence.words[at + words.length]];
  if (quoted || WORK_CUES.has(before?.lower ?? '')) return 'work';
  if (after && isOfPerson(after, sentence.words[at + words.length + 1])) return 'person';
  if (after?.text === ',' && isKnownPlace(sentence.words.slice(at + words.length + 1, at + words.length + 4)))
    return 'place';
  return before && isOfPlace(before, sentence.words[at - 2]) ? 'place' : undefined;
}

/** The words begin with a state or a country. */
function isKnownPlace(words: readonly Word[]): boolean {
  return words.some((_, i) => {
    const place = PLACES.get(
      words
        .slice(0, i + 1)
        .map(({ lower }) => lower)
        .join(' '),
    );
    return place?.kind === 'state' || place?.kind === 'country';
  });
}

function isOfPerson(after: Word, behind: Word | undefined): boolean {
  return (PERSON_VERBS.has(after.lemma) && after.tag === 'VERB') || (after.text === '(' && behind?.lower === 'born');
}

function isOfPlace({ lower }: Word, verb: Word | undefined): boolean {
  return lower === 'near' || (PLACE_WORDS.has(lower) && LOCATED.has(verb?.lemma ?? ''));
}

function bySpelling({ words, sentence, at }: Run): NameType | undefined {
  const before = sentence.words[at - 1]?.lower ?? '';
  if (words.length === 1) return before === 'in' ? (bySingle(words[0]) ?? 'place') : bySingle(words[0]);
  if (/^\d+$/u.test(words.at(-1)?.text ?? '')) return 'product';
  const isPerson = words.length <= MOST_WORDS_OF_PERSON && words.every(isPartOfPerson);
  return isPerson && before !== 'the' ? 'person' : undefined;
}

const MOST_WORDS_OF_PERSON = 4;

function isPartOfPerson({ text, lower }: Word): boolean {
  return PARTICLES.has(lower) || /^(?:\p{Lu}[\p{Ll}.'’]*|[.-])$/u.test(text);
}

function bySingle(word: Word | undefined): NameType | undefined {
  if (!word || CONCEPT_ENDINGS.test(word.lower)) return 'concept';
  if (isCamel(word) || /\p{N}/u.test(word.text)) return 'product';
  return isAllCapitals(word) ? 'organization' : undefined;
}
