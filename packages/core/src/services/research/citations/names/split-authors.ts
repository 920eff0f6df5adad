/** The people of a reference, one by one: `Smith, J., Lee, K., & Doe, A.` and `J. Smith, K. Lee and A. Doe` alike. */
import type { Contributor, ContributorRole } from '../../../../model/papers/index.ts';
import { parseName } from './parse-name.ts';

const INITIALS = String.raw`(?:\p{Lu}\p{M}?\p{Ll}?\.?[\s-]*){1,4}`;
/** Two or three capitals behind it are initials: `Holm XY, Ek J` are two people. */
const FAMILY = String.raw`(?:(?:van|von|de|der|den|del|della|di|da|dos|du|la|le|el|al|ten|ter|zu|St\.)\s)*\p{Lu}[\p{L}\p{M}'’´-]+(?:\s(?!\p{Lu}{2,3}[\s,;.])\p{Lu}[\p{L}'’´-]+){0,2}`;
const FAMILY_FIRST = new RegExp(String.raw`^${FAMILY},\s*${INITIALS}(?:,|;|&|\sand\b|\.|$)`, 'u');
const PAIR = new RegExp(
  String.raw`(${FAMILY}),\s*(${INITIALS})(?:,\s*(Jr|Sr|II|III)\.?)?(?=\s*(?:[,;&.:)]|and\b|et\b|$))`,
  'gu',
);
const ROLES = /[\s,(]*\b(?:eds?|editors?|hrsg|et\s?al|and others|a kol)\b[.)]*/giu;
const MOST = 2000;

export function splitAuthors(printed: string, role: ContributorRole = 'author'): Contributor[] {
  const text = printed
    .replace(/^\s*in:?\s/iu, '')
    .replaceAll(ROLES, ' ')
    .replaceAll(/\s+/gu, ' ')
    .replace(/[\s,;:.]+$/u, (end) => (end.includes('.') ? '.' : ''))
    .trim();
  if (FAMILY_FIRST.test(text)) return familyFirst(text, role);
  return oneByOne(text, role);
}

function familyFirst(text: string, role: ContributorRole): Contributor[] {
  const people: Contributor[] = [];
  let rest = text;
  for (const [whole, family = '', given = '', suffix] of text.matchAll(PAIR)) {
    rest = rest.replace(whole, '');
    people.push({ ...parseName(`${family}, ${given.trim()}`, role), ...(suffix === undefined ? {} : { suffix }) });
  }
  // The first has the family name first, the others may be written the other way round.
  const others = rest.split(/[,;&]|\band\b/u).filter((part) => /\p{Lu}\p{Ll}{2}/u.test(part));
  return [...people, ...others.map((part) => parseName(part.trim().replace(/\.$/u, ''), role))].slice(0, MOST);
}

function oneByOne(text: string, role: ContributorRole): Contributor[] {
  const parts = text
    .split(/\s*(?:;|,\s*(?:and|&)\s|\s(?:and|&|et|und|y)\s|,)\s*/u)
    .map((part) => part.replace(/(?<=\p{Ll}{2})\.$/u, '').trim())
    .filter((part) => /\p{L}/u.test(part));
  const joined: string[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    const isGiven = joined.length === 1 && last !== undefined && !/\s/u.test(last) && !last.includes(',');
    if (last !== undefined && /^(?:jr|sr|ii|iii)\.?$/iu.test(part)) joined[joined.length - 1] = `${last}, ${part}`;
    else if (isGiven) joined[0] = `${last}, ${part}`;
    else joined.push(part);
  }
  return joined.slice(0, MOST).map((part) => parseName(part, role));
}
