/** The parts of a person's name, as far as its spelling tells them. */
import type { Contributor, ContributorRole } from '../../../../model/papers/index.ts';

const PARTICLE =
  /^(?:van|von|vom|zum|zur|de|der|den|del|della|dello|di|da|dos|das|do|du|des|la|le|el|al|bin|ibn|ben|ten|ter|zu|af|av|st\.?)$/u;
const SUFFIX = /^(?:jr\.?|sr\.?|ii|iii|iv)$/iu;
const INITIALS = /^(?:\p{Lu}\p{M}?\.?[-‐]?){1,4}$/u;
const COLLECTIVE =
  /\b(?:collaborations?|consortium|group|team|committee|organi[sz]ation|association|society|university|institute|agency|council|ministry|department|foundation|network|investigators|initiative|project|office|bureau|commission|corporation|company|inc\.?|press)\b/iu;

/** `Smith, J. A.`, `J. A. Smith`, `Smith JA`, `van der Berg, A., Jr.`; who cannot be taken apart stays whole. */
export function parseName(printed: string, role: ContributorRole = 'author'): Contributor {
  const text = printed.replaceAll(/\s+/gu, ' ').trim();
  if (COLLECTIVE.test(text)) return { role, literal: text };
  const parts = text.split(/\s*,\s*/u).filter((part) => part !== '');
  const suffix = parts.length > 1 ? parts.findIndex((part, i) => i > 0 && SUFFIX.test(part)) : -1;
  const [ending] = suffix < 0 ? [] : parts.splice(suffix, 1);
  const [first = '', second] = parts;
  const named = second === undefined ? inOrder(first, role) : withFamily(first, second, role);
  return ending === undefined ? named : { ...named, suffix: ending };
}

function withFamily(family: string, given: string, role: ContributorRole): Contributor {
  return { role, ...splitParticle(family), ...(given === '' ? {} : { given }) };
}

function splitParticle(family: string): Pick<Contributor, 'family' | 'particle'> {
  const words = family.split(' ');
  const at = words.findIndex((word) => !PARTICLE.test(word));
  if (at <= 0) return { family };
  return { particle: words.slice(0, at).join(' '), family: words.slice(at).join(' ') };
}

function inOrder(text: string, role: ContributorRole): Contributor {
  const words = text.split(' ').filter((word) => word !== '');
  const ending = words.length > 2 && SUFFIX.test(words.at(-1) ?? '') ? words.pop() : undefined;
  if (words.length < 2) return { role, literal: words[0] ?? '' };
  const parts = endsInInitials(words) ? familyFirst(words) : familyLast(words);
  return { role, ...parts, ...(ending === undefined ? {} : { suffix: ending }) };
}

/** `Smith JA`: the initials come last, with points or without. In `DANIEL LITT` the last is a name that can be spoken. */
function endsInInitials(words: readonly string[]): boolean {
  const isLoud = !words.some((word) => /\p{Ll}/u.test(word));
  if (isLoud && SPOKEN.test(words.at(-1) ?? '')) return false;
  return words.every((word, i) => INITIALS.test(word) === (i === words.length - 1));
}

const LOUD = /^[\p{Lu}'’-]{3,}$/u;
const SPOKEN = /^(?=.*[AEIOUY])\p{Lu}{3,}$/u;

type Parts = Pick<Contributor, 'family' | 'particle' | 'given'>;

function familyFirst(words: readonly string[]): Parts {
  return { ...splitParticle(words.slice(0, -1).join(' ')), given: words.at(-1) ?? '' };
}

/** The family name begins with its particle, or is what is printed in capitals (`Simon PEYTON JONES`). */
function familyLast(words: readonly string[]): Parts {
  const particle = words.findIndex((word, i) => i > 0 && PARTICLE.test(word));
  const loud = words.findLastIndex((word) => !LOUD.test(word)) + 1;
  const last = loud > 0 && /\p{Ll}/u.test(words[0] ?? '') ? Math.min(loud, words.length - 1) : words.length - 1;
  const cut = particle > 0 && particle < last ? particle : last;
  return { ...splitParticle(words.slice(cut).join(' ')), given: words.slice(0, cut).join(' ') };
}
