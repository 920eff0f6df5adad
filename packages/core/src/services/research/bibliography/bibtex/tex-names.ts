/** Names in a BibTeX field: `and` between them, braces around what belongs together, and the `key=value` names of BibLaTeX. */
import type { Contributor, ContributorRole } from '../../../../model/papers/index.ts';
import { firstLast, isSuffix, joined, whole, withParticle, type NameParts } from '../build/names.ts';
import { fromTex, toTex } from './tex.ts';

/** `others` is no name. `isCut`: there are more than the field says. */
export function readNames(role: ContributorRole, field: string): { names: Contributor[]; isCut: boolean } {
  const names: Contributor[] = [];
  let isCut = false;
  for (const part of splitOutside(withoutGroup(field), AND)) {
    const text = part.trim();
    if (text === '') continue;
    if (text.toLowerCase() === 'others') isCut = true;
    else {
      const parts = readName(text);
      if (parts) names.push({ role, ...parts });
    }
  }
  return { names, isCut };
}

/** Some indexes put the whole list in braces a second time; a list has a comma in each name, an organization has not. */
function withoutGroup(field: string): string {
  const text = field.trim();
  const inner = isOneGroup(text) ? text.slice(1, -1) : '';
  const names = splitOutside(inner, AND);
  return names.length > 1 && names.every((name) => splitOutside(name, COMMA).length === 2) ? inner : field;
}

const AND = /\s+and(?=\s)/giy;
const COMMA = /,/y;
const SPACE = /[\s~]+/y;

function readName(text: string): NameParts | null {
  if (isOneGroup(text)) return whole(fromTex(text));
  const parts = splitOutside(text, COMMA).map((part) => part.trim());
  if (parts.length > 0 && parts.every((part) => EXTENDED.test(part))) return extendedName(parts);
  if (parts.length === 1) return firstLast(words(text));
  return inParts(parts);
}

function inParts([family = '', second = '', third = '']: readonly string[]): NameParts | null {
  if (third === '' && isSuffix(second) && words(family).length > 1) return suffixed(family, second);
  // The order of BibTeX is another than that of most formats, and people write both.
  const isTurned = third === '' || (isSuffix(third) && !isSuffix(second));
  const [given, suffix] = isTurned ? [second, third] : [third, second];
  return withParticle(words(family).join(' '), fromTex(given), fromTex(suffix));
}

/** `Sammy Davis, Jr.` */
function suffixed(name: string, suffix: string): NameParts | null {
  const parts = firstLast(words(name));
  return parts && { ...parts, suffix: fromTex(suffix) };
}

/** Words that are a group stay one, with a space that does not part them. */
function words(text: string): string[] {
  return splitOutside(text, SPACE).map(fromTex).filter(Boolean);
}

const EXTENDED = /^"?(?:family|given|prefix|suffix|useprefix|(?:family|given|prefix|suffix)-i|id|nocite)\s*=/i;

function extendedName(parts: readonly string[]): NameParts | null {
  const said = new Map(
    parts.map((part) => {
      const bare = /^"(.*)"$/.exec(part)?.[1] ?? part;
      const cut = bare.indexOf('=');
      return [bare.slice(0, cut).trim().toLowerCase(), fromTex(bare.slice(cut + 1))];
    }),
  );
  const [family, given, prefix, suffix] = ['family', 'given', 'prefix', 'suffix'].map((name) => said.get(name) ?? '');
  if (!family) return whole(given ?? '');
  const isDropped = said.get('useprefix') === 'false';
  return {
    ...(prefix && !isDropped ? { particle: prefix } : {}),
    family,
    ...(given ? { given } : {}),
    ...(prefix && isDropped ? { droppingParticle: prefix } : {}),
    ...(suffix ? { suffix } : {}),
  };
}

/** `{World Health Organization}`: one group and nothing beside it. */
function isOneGroup(text: string): boolean {
  if (!text.startsWith('{') || text.startsWith('{\\')) return false;
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '{') depth++;
    else if (text[i] === '}') depth--;
    if (depth === 0) return i === text.length - 1;
  }
  return false;
}

/** At what matches outside of braces; where those do not come in pairs, they do not count. */
function splitOutside(text: string, between: RegExp): string[] {
  const parts: string[] = [];
  const counts = text.includes('{') && isBalanced(text);
  let [depth, from, i] = [0, 0, 0];
  while (i < text.length) {
    if (counts) depth += DEPTHS.get(text[i]) ?? 0;
    between.lastIndex = i;
    const found = depth === 0 ? between.exec(text)?.[0] : undefined;
    if (found) {
      parts.push(text.slice(from, i));
      from = i + found.length;
    }
    // What a backslash stands before is TeX: an accent, or a space that is none.
    i += found?.length ?? (text[i] === '\\' ? 2 : 1);
  }
  parts.push(text.slice(from));
  return parts;
}

const DEPTHS: ReadonlyMap<string | undefined, number> = new Map([
  ['{', 1],
  ['}', -1],
]);

function isBalanced(text: string): boolean {
  let depth = 0;
  for (const sign of text) {
    if (sign === '{') depth++;
    else if (sign === '}' && --depth < 0) return false;
  }
  return depth === 0;
}

/** `von Last, Jr, First`; a name in one piece in braces. */
export function toTexName({ family, given, particle, droppingParticle, suffix, literal }: Contributor): string {
  if (literal !== undefined || !given) return `{${toTex(literal ?? joined(particle, family))}}`;
  const last = joined(particle && toTex(particle), protectedWord(family ?? ''));
  const first = protectedPart(joined(given, droppingParticle));
  return suffix ? `${last}, ${protectedPart(suffix)}, ${first}` : `${last}, ${first}`;
}

/** The same for BibLaTeX, which can say which particle it is. */
export function toExtendedName(name: Contributor): string {
  const { family, given, particle, droppingParticle, suffix, literal } = name;
  const isPlain =
    literal !== undefined || !given || (!droppingParticle && (!particle || particle === particle.toLowerCase()));
  if (isPlain) return toTexName(name);
  const prefix = particle ?? droppingParticle;
  const parts = [
    ['family', family ?? ''],
    ['given', given ?? ''],
    ['prefix', prefix ?? ''],
    ['useprefix', particle ? 'true' : 'false'],
    ['suffix', suffix ?? ''],
  ];
  return parts.flatMap(([key, value]) => (value ? [`${key}=${protectedPart(value)}`] : [])).join(', ');
}

/** A family name that begins with a small letter, or has a comma or an `and` in it, stays whole in braces. */
function protectedWord(text: string): string {
  return /^\p{Ll}| \p{Ll}/u.test(text) ? `{${toTex(text)}}` : protectedPart(text);
}

function protectedPart(text: string): string {
  return /,|=|\band\b/i.test(text) ? `{${toTex(text)}}` : toTex(text);
}
