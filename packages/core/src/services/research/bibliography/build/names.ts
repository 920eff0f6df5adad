/**
 * Names of people, written in one piece, as their parts. The rules are those of BibTeX, which other formats share as far as they go:
 * `von Last, Jr, First`, `von Last, First`, `First von Last`; words in lower case before the last belong to the family name.
 */
import type { Contributor, ContributorRole } from '../../../../model/papers/index.ts';
import { spaced } from './item-draft.ts';

export type NameParts = Omit<Contributor, 'role'>;

export function person(role: ContributorRole, parts: NameParts | null): Contributor | null {
  return parts ? { role, ...parts } : null;
}

/** `Last, First, Jr` as most formats of tags have it. A name that ends with a comma, or is one word, is whole. */
export function commaName(text: string): NameParts | null {
  const name = spaced(text);
  const [family = '', second = '', ...rest] = name.split(',').map((part) => part.trim());
  const others = rest.filter((one) => one !== '' && !LIFE.test(one));
  if (!name.includes(',')) return initialsFirst(name) ?? whole(name);
  if ((second === '' && others.length === 0) || LEGAL_FORM.test(second)) return whole(name);
  // `Smith, Jr., John` is the order of BibTeX.
  const [given, suffixes] = isSuffix(second) && others[0] ? [others[0], [second]] : [second, others];
  return withParticle(family, given, suffixes.join(', '));
}

/** `Apple, Inc.` is nobody's given name. */
const LEGAL_FORM = /^(?:inc|ltd|llc|plc|gmbh|corp|incorporated|limited|corporation)\.?$/i;

/** What tells the son from the father. `V` alone is rather a given name. */
export function isSuffix(text: string): boolean {
  return /^(?:[JS]r\.?|I{2,3}|IV|2nd|3rd|[4-9]th)$/i.test(text);
}

/** Years of a life, as catalogues put them behind a name. */
const LIFE = /^\[?(?:(?:b|d|fl|ca)\.\s*)?\d{4}\??\s*(?:[-–]\s*(?:\d{4}\??)?)?\]?\.?$/;

const INITIALS = /^((?:\p{Lu}\p{Ll}?\.[\s-]*)+)(\p{L}.*)$/u;
const COUNTRIES = /^(?:U\. ?S\.(?: ?A\.)?|U\. ?K\.|U\. ?N\.|E\. ?U\.) /;
const WORDS_OF_GROUPS = /(?:^|\s)(?:of|for|and|the|&|inc|ltd|llc|gmbh|corp|co|group|team)(?:[\s.]|$)/i;

/** `J.-P. van den Berg`: initials are of a person, and what follows them is the family name. Null for what may be a group. */
function initialsFirst(name: string): NameParts | null {
  const [, given = '', family = ''] = INITIALS.exec(name) ?? [];
  if (given === '' || COUNTRIES.test(name) || WORDS_OF_GROUPS.test(family) || family.split(' ').length > 4) return null;
  return withParticle(family, given.trim(), '');
}

/** The same, but without a comma the last word is the family name. */
export function anyName(text: string): NameParts | null {
  const name = spaced(text);
  return name.includes(',') ? commaName(name) : firstLast(name.split(' '));
}

export function whole(text: string): NameParts | null {
  const name = spaced(text).replace(/\s*,+$/, '');
  return name === '' ? null : { literal: name };
}

/** `van Gogh`, `Vincent`, `Jr.` */
export function withParticle(family: string, given: string, suffix: string): NameParts | null {
  if (family === '' && given === '') return null;
  if (family === '' || given + suffix === '') return whole(family || given);
  const words = family.split(' ');
  const end = particleEnd(words);
  return {
    ...(end > 0 ? { particle: words.slice(0, end).join(' ') } : {}),
    family: words.slice(end).join(' '),
    ...(given === '' ? {} : { given }),
    ...(suffix === '' ? {} : { suffix }),
  };
}

/** `First von Last`: the words in lower case are the particle, and the family name follows; without them the last word is the name. */
export function firstLast(words: readonly string[]): NameParts | null {
  if (words.length < 2) return whole(words.join(' '));
  const first = words.findIndex((word, i) => i < words.length - 1 && isLower(word));
  if (first === -1) return { family: words.at(-1) ?? '', given: words.slice(0, -1).join(' ') };
  const given = words.slice(0, first).join(' ');
  const rest = words.slice(first);
  const end = particleEnd(rest);
  return {
    particle: rest.slice(0, end).join(' '),
    family: rest.slice(end).join(' '),
    ...(given === '' ? {} : { given }),
  };
}

/** How many words at the beginning are a particle; the last word never is. */
function particleEnd(words: readonly string[]): number {
  const end = words.findIndex((word) => !isLower(word));
  return end === -1 ? words.length - 1 : end;
}

function isLower(word: string): boolean {
  const letter = /\p{L}/u.exec(word)?.[0];
  return letter !== undefined && letter !== letter.toUpperCase();
}

/** `van Gogh, Vincent, Jr.`, as `commaName` reads it; a name in one piece ends with a comma. */
export function toCommaName({ family, given, particle, droppingParticle, suffix, literal }: NameParts): string {
  if (literal !== undefined || !given) return `${literal ?? joined(particle, family)},`;
  const [last, first] = [joined(particle, family), joined(given, droppingParticle)];
  return suffix ? `${last}, ${first}, ${suffix}` : `${last}, ${first}`;
}

export function joined(...words: readonly (string | undefined)[]): string {
  return words.filter((word) => word !== undefined && word !== '').join(' ');
}
