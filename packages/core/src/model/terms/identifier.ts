/**
 * Names that are made of words: found by the whole and by the parts.
 *
 *   getUserById, get_user_by_id, get-user-by-id → get user by id; also getuserbyid
 *   fs.promises.readFile, src/a/b.ts, a@b.com, std::vector, 2024-03-15 → the parts; also fs_promises_readfile, src_a_b_ts, b_ts…
 *   1,000 → 1000      v1.2.3 → also 1_2_3      .NET → net; also dotnet
 *
 * An underscore joins what a dot, slash or at sign joined, because it is a letter to every engine.
 */
import { fold } from './fold.ts';

export interface NameTerms {
  /** The words in it, as written. */
  readonly words: string[];
  /** Joined forms, to be stemmed like words: what camelCase, snake_case and kebab-case have in common. */
  readonly joined: string[];
  /** The same for plain hyphened words, which are mostly meant by their parts. */
  readonly hyphened: string[];
  /** Joined forms that are terms as they are. */
  readonly wholes: string[];
}

const GROUPED_NUMBER = /^\d{1,3}(?:,\d{3})+$/;
const PART = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|\p{N}+|[\p{Lo}\p{Lt}\p{Lm}\p{M}]+/gu;
const HAS_INNER_BREAK = /_|\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}|\p{L}\p{N}|\p{N}\p{L}/u;
const VERSION = /^v(?=\d)/i;
const LEVELS = [/[/\\]/, /[.:@]+/] as const;
const HYPHENS = /[-\u2010\u2011]/;
/** More parts than anyone would name a thing with: a hash or a blob, which is only ever looked up whole. */
const MOST_PARTS = 12;
const LONGEST_WHOLE = 64;
/** e-mail, x-ray, utf-8, gpt-4: with a part as short as this, or a number, the whole is what is meant. */
const SHORTEST_PLAIN = 3;

/** `token` is a word, or words joined by . / \ : @ or hyphens, possibly after a dot. */
export function takeApart(token: string): NameTerms {
  const name: NameTerms = { words: [], joined: [], hyphened: [], wholes: [] };
  if (GROUPED_NUMBER.test(token)) {
    name.words.push(token.replaceAll(',', ''));
    for (const group of token.split(',')) name.wholes.push(group);
  } else if (token.startsWith('.')) {
    takeLevel(token.slice(1), 0, name);
    if (token.length <= LONGEST_WHOLE) name.wholes.push(`dot${toWhole(token)}`);
  } else takeLevel(token, 0, name);
  return name;
}

function takeLevel(text: string, level: number, name: NameTerms): void {
  const separator = LEVELS[level];
  if (separator === undefined) return takeHyphened(text, name);
  const parts = text.split(separator);
  for (const part of parts) takeLevel(part, level + 1, name);
  if (parts.length > 1) pushWhole(text, name);
}

function takeHyphened(text: string, name: NameTerms): void {
  const parts = text.split(HYPHENS);
  for (const part of parts) takeWord(part, name);
  if (parts.length === 1) return;
  if (/^[\d\-\u2010\u2011]+$/.test(text)) pushWhole(text, name);
  else if (text.length <= LONGEST_WHOLE) {
    const brief = parts.some((part) => part.length < SHORTEST_PLAIN || /\d/.test(part));
    (brief ? name.joined : name.hyphened).push(parts.join('').replaceAll('_', ''));
  }
}

function takeWord(word: string, name: NameTerms): void {
  const plain = word.replaceAll('_', '') || word;
  const parts = HAS_INNER_BREAK.test(word) ? word.match(PART) : null;
  if (!parts || parts.length < 2 || parts.length > MOST_PARTS) {
    name.words.push(plain);
    return;
  }
  name.words.push(...parts);
  name.joined.push(plain);
}

function pushWhole(text: string, name: NameTerms): void {
  if (text.length <= LONGEST_WHOLE) name.wholes.push(toWhole(text).replace(VERSION, ''));
}

function toWhole(text: string): string {
  return fold(text.toLowerCase())
    .replace(/[^\p{L}\p{N}\p{M}+#]+/gu, '_')
    .replace(/^_|_$/g, '');
}
