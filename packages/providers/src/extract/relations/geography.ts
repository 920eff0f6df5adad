/**
 * Where the places, organisations and events of a text lie. `Reno , Nevada` says it outright; that Reno is in the United States
 * follows from what is known of Nevada, if the text speaks of that country; and of the rest it is likely when the text speaks of
 * one country only.
 */
import type { FoundRelation } from '@zapomni/core/ports';
import { COUNTRIES, NATIONALITIES } from '../lexicon/countries.ts';
import { PLACES } from '../lexicon/places.ts';
import { pairKey, type Draft, type Mention, type ReadSentence } from './mention.ts';

const SAID = 0.8;
const FOLLOWS = 0.6;
const KNOWN = 0.6;
const LIKELY = 0.35;
const LIES_SOMEWHERE = new Set(['place', 'organization', 'event']);
/** Countries that the text speaks of less than this are not what it is about. */
const MAIN_SHARE = 0.6;
/** Of longer texts, no one country can be said to be the subject. */
const MOST_SENTENCES = 60;

/** What the text says outright, and what follows from it. */
export function statedPlaces(sentences: readonly ReadSentence[]): FoundRelation[] {
  const said = sentences.flatMap(chainsOf);
  return [...said, ...closureOf(said)];
}

/** In which country things lie that the text does not say it of; `known` has the pairs that need no guess. */
export function guessedPlaces(sentences: readonly ReadSentence[], known: ReadonlySet<string>): FoundRelation[] {
  const countries = countriesOf(sentences.flatMap(({ mentions }) => mentions));
  const main = sentences.length <= MOST_SENTENCES ? mainCountry(countries) : undefined;
  const state =
    sentences.length <= MOST_SENTENCES ? onlyState(sentences.flatMap(({ mentions }) => mentions)) : undefined;
  const seen = new Set(known);
  return sentences.flatMap(({ mentions, start, end }) =>
    mentions
      .flatMap((mention) => [toCountry(mention, { countries, main }), toState(mention, state)])
      .flatMap((draft) => {
        const key = draft && pairKey(draft.source, draft.target);
        if (!draft || !key || seen.has(key)) return [];
        seen.add(key);
        return [{ ...draft, start, end }];
      }),
  );
}

/** `X , Y` where Y is the larger place. */
function chainsOf({ words, mentions, start, end }: ReadSentence): FoundRelation[] {
  const drafts: FoundRelation[] = [];
  for (const [i, b] of mentions.entries()) {
    const a = mentions[i - 1];
    if (!a || b.from - a.to !== 1 || words[a.to]?.text !== ',' || !contains(b, a)) continue;
    if (isListed(words[b.to]?.lower, words[b.to + 1]?.lower) && rank(b) <= rank(a)) continue;
    drafts.push({ source: a.entity, type: 'LOCATED_IN', target: b.entity, confidence: SAID, start, end });
  }
  return drafts;
}

/** `X , Y , and Z`, `X , Y and Z`. */
function isListed(next: string | undefined, afterNext: string | undefined): boolean {
  return next === 'and' || next === 'or' || (next === ',' && (afterNext === 'and' || afterNext === 'or'));
}

const RANKS = { city: 1, state: 2, country: 3, region: 4 } as const;

function rank({ found }: Mention): number {
  const known = PLACES.get(found.name.toLowerCase());
  return known ? RANKS[known.kind] : 0;
}

/** A country does not lie in a town, and nothing in what is no place. */
export function mayLieIn(source: Mention, target: Mention): boolean {
  const [inner, outer] = [rank(source), rank(target)];
  return target.found.type === 'place' && (inner === 0 || outer === 0 || inner < outer);
}

function contains(larger: Mention, smaller: Mention): boolean {
  if (larger.found.type !== 'place' || larger.entity === smaller.entity) return false;
  if (!LIES_SOMEWHERE.has(smaller.found.type) && smaller.found.type !== 'concept') return false;
  return rank(larger) > rank(smaller) || (rank(smaller) === 0 && rank(larger) === 0);
}

/** What lies in something lies where that lies. */
function closureOf(said: readonly FoundRelation[]): FoundRelation[] {
  const outer = new Map(said.map((draft) => [draft.source, draft]));
  return said.flatMap((draft) => {
    const next = outer.get(draft.target);
    return next && next.target !== draft.source ? [{ ...draft, target: next.target, confidence: FOLLOWS }] : [];
  });
}

interface CountryMention {
  readonly code: string;
  /** How much of the text speaks of it. */
  weight: number;
  /** Where it is named; undefined while only places in it are. */
  mention?: Mention;
}

function countriesOf(mentions: readonly Mention[]): Map<string, CountryMention> {
  const countries = new Map<string, CountryMention>();
  for (const mention of mentions) {
    const code = countryOf(mention);
    if (code === undefined) continue;
    const country = countries.get(code) ?? { code, weight: 0 };
    country.weight++;
    if (isCountry(mention) && (!country.mention || country.mention.found.type === 'nationality'))
      country.mention = mention;
    countries.set(code, country);
  }
  return countries;
}

function isCountry({ found }: Mention): boolean {
  return found.type === 'nationality' || (found.type === 'place' && COUNTRIES.has(found.name.toLowerCase()));
}

function countryOf({ found }: Mention): string | undefined {
  const name = found.name.toLowerCase();
  if (found.type === 'nationality') return NATIONALITIES.get(name)?.code;
  return found.type === 'place' ? PLACES.get(name)?.country : undefined;
}

function mainCountry(countries: ReadonlyMap<string, CountryMention>): CountryMention | undefined {
  const [first] = [...countries.values()].sort((a, b) => b.weight - a.weight);
  const all = [...countries.values()].reduce((sum, { weight }) => sum + weight, 0);
  return first && first.mention && first.weight / all >= MAIN_SHARE ? first : undefined;
}

/** The only state or province that the text names. */
function onlyState(mentions: readonly Mention[]): Mention | undefined {
  const states = mentions.filter((mention) => mention.found.type === 'place' && rank(mention) === RANKS.state);
  return states.every(({ entity }) => entity === states[0]?.entity) ? states[0] : undefined;
}

function toState(mention: Mention, state: Mention | undefined): Draft | undefined {
  if (!state || mention.found.type !== 'place' || rank(mention) > 0 || mention.entity === state.entity)
    return undefined;
  return { source: mention.entity, type: 'LOCATED_IN', target: state.entity, confidence: LIKELY };
}

function toCountry(
  mention: Mention,
  { countries, main }: { countries: ReadonlyMap<string, CountryMention>; main: CountryMention | undefined },
): Draft | undefined {
  if (!LIES_SOMEWHERE.has(mention.found.type) || isCountry(mention) || rank(mention) === RANKS.region) return undefined;
  const code = countryOf(mention);
  const country = code === undefined ? main : countries.get(code);
  if (!country?.mention || country.mention.entity === mention.entity) return undefined;
  return {
    source: mention.entity,
    // What is American is told by the adjective.
    type: country.mention.found.type === 'nationality' ? 'NATIONALITY' : 'LOCATED_IN',
    target: country.mention.entity,
    confidence: code === undefined ? LIKELY : KNOWN,
  };
}
