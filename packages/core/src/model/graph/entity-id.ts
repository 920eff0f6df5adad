/**
 * What makes two names the same entity: case, white space, diacritics, quotes around them, a leading article, a
 * possessive ending, and for organisations the legal form do not count; the type does. Look-alike letters of different
 * scripts stay apart: merging is the user's to decide.
 */

/** Longer names are not names. */
export const LONGEST_NAME = 300;
export const LONGEST_TYPE = 60;

const ARTICLE = /^(?:the|an?|der|die|das|le|la|les|el|los|las|il|lo|gli)\s+(?=\S)/u;
const POSSESSIVE = /['’]s?$/u;
const LEGAL_FORM =
  /[\s,]+(?:inc|incorporated|corp|corporation|co|company|ltd|limited|llc|llp|plc|gmbh|ag|kg|sa|sas|sarl|spa|srl|bv|nv|ab|as|oy|pty|ooo|ооо|ао)\.?$/u;
const EDGES = /^[\s"'“”‘’«»„()[\]{}<>.,;:!?–—-]+|[\s"'“”‘’«»„()[\]{}<>,;:!?–—-]+$/gu;
const MARKS = /\p{Mn}+/gu;

/** The part of an entity's id that its name gives; empty for a name without a letter, digit or symbol. */
export function nameKey(name: string, type: string): string {
  const folded = fold(name);
  const bare = folded.replace(EDGES, '').replace(ARTICLE, '').replace(POSSESSIVE, '').trim();
  const short = typeKey(type) === 'organization' ? bare.replace(LEGAL_FORM, '') : bare;
  return short || bare || folded;
}

export function typeKey(type: string): string {
  return fold(type).replace(/[\s:-]+/gu, '_');
}

export function entityId({ type, name }: { readonly type: string; readonly name: string }): string {
  return `${typeKey(type)}:${nameKey(name, type)}`;
}

/** `works for` and `worksFor` are `WORKS_FOR`. Keeps the letters of every script. */
export function relationType(words: string): string {
  return words
    .normalize('NFKC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1_$2')
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/gu, '')
    .toUpperCase();
}

/** No id or type holds a space character other than U+0020 inside a key, so the parts can be told apart by tabs. */
export function relationId(source: string, type: string, target: string): string {
  return `${source}\t${type}\t${target}`;
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(MARKS, '').normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
}
