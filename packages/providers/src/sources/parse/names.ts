/** Names of people and of groups, by their parts where a source has them, and else by what is common in writing them. */
import type { Contributor, ContributorRole } from '@zapomni/core/model';
import { cleanLine } from './clean-text.ts';
import { known } from './pick.ts';

const GROUP =
  /\b(?:alliance|association|authors?|center|centre|collaborations?|collaborators|college|committee|company|consorti(?:um|a)|council|department|foundation|group|initiative|institute|investigators|laboratory|ministry|network|organi[sz]ation|panel|program(?:me)?|project|society|study|taskforce|task force|team|trial|university|working)\b/iu;
const SUFFIX = /^(?:jr|sr|ii|iii|iv|phd|md)\.?$/iu;
const PARTICLE =
  /^(?:al|ap|ben|bin|da|dal|de|del|della|dem|den|der|des|di|do|dos|du|el|ibn|la|las|le|lo|los|ten|ter|van|vom|von|zu|zum|zur|'t)$/u;

interface Parts {
  readonly family?: string | undefined;
  readonly given?: string | undefined;
  readonly suffix?: string | undefined;
  readonly literal?: string | undefined;
  readonly orcid?: string | undefined;
  readonly affiliation?: string | undefined;
}

/** Null for nobody. */
export function toContributor(parts: Parts, role: ContributorRole = 'author'): Contributor | null {
  const [family, given, literal] = [parts.family, parts.given, parts.literal].map(cleanLine);
  if (family === undefined && given === undefined && literal === undefined) return null;
  const about = {
    suffix: cleanLine(parts.suffix),
    orcid: toOrcid(parts.orcid),
    affiliation: cleanLine(parts.affiliation),
  };
  // One name alone stands for the whole.
  if (family === undefined) return known({ role, literal: literal ?? given, ...about });
  return known({ role, family, given, ...about });
}

/** `Ashish Vaswani`, `Vaswani, Ashish`, `ATLAS Collaboration`. */
export function toPerson(
  name: string | undefined,
  about: Pick<Parts, 'orcid' | 'affiliation'> = {},
  role: ContributorRole = 'author',
): Contributor | null {
  const whole = cleanLine(name);
  if (whole === undefined) return null;
  return toContributor({ ...takenApart(whole), ...about }, role);
}

function takenApart(name: string): Parts {
  if (GROUP.test(name)) return { literal: name };
  const [before = '', ...behind] = name.split(/\s*,\s*/u);
  const suffix = behind.at(-1);
  const isSuffix = SUFFIX.test(suffix ?? '');
  if (isSuffix && behind.length === 2) return { family: before, given: behind[0], suffix };
  if (suffix === undefined || isSuffix) return { suffix, ...inOrder(before.split(/\s+/u)) };
  return behind.length === 1 ? { family: before, given: suffix } : { literal: name };
}

/** The family name is the last word, with the particles before it. */
function inOrder(words: string[]): Parts {
  const last = words.at(-1) ?? '';
  if (words.length > 2 && SUFFIX.test(last)) return { ...inOrder(words.slice(0, -1)), suffix: last };
  if (words.length < 2) return { literal: last };
  const particle = words.findIndex((word, i) => i > 0 && i < words.length - 1 && PARTICLE.test(word));
  const at = particle < 0 ? words.length - 1 : particle;
  return { given: words.slice(0, at).join(' '), family: words.slice(at).join(' ') };
}

/** `Naka A`, `Naka, A.`: as indexes abbreviate. */
export function toAbbreviated(name: string | undefined, role: ContributorRole = 'author'): Contributor | null {
  const whole = cleanLine(name);
  const found = whole === undefined ? null : /^(.+?),?\s+((?:\p{Lu}[-.]?\s?){1,4})$/u.exec(whole);
  return found ? toContributor({ family: found[1], given: found[2] }, role) : toPerson(whole, {}, role);
}

/** Sixteen digits with hyphens. */
export function toOrcid(text: string | undefined): string | undefined {
  return /(\d{4}-\d{4}-\d{4}-\d{3}[\dX])\s*$/iu.exec(text ?? '')?.[1]?.toUpperCase();
}

export function people(all: readonly (Contributor | null)[]): Contributor[] {
  return all.filter((one) => one !== null);
}
