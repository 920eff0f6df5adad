/**
 * The small language in which keys are described: words in brackets stand for what an item says, all else for itself.
 *
 *   [auth]      family name of the first author, or editor where there is none     [authors]   all of them, [authors2] two and EtAl
 *   [year]      of publication, [shortyear] its last two digits                    [title]     words of the title that matter, [title3] three
 *   [journal]   initials of what it appeared in                                    [firstpage], [type], [keyword] as they are
 *
 * A number cuts `auth` to so many letters. Behind a colon: `lower`, `upper`, `abbr` (first letters of the words), `ascii`; several go
 * one after the other. `[auth:lower][year][title1:lower]` gives `vaswani2017attention`.
 */
import { table } from '../build/table.ts';
import { invalidField } from '../../../../errors/index.ts';
import { KEY_MODIFIERS, KEY_WORDS, type BibliographicItem, type Contributor } from '../../../../model/papers/index.ts';
import { yearOf as yearIn } from '../../library/keep/keys.ts';

export type KeyPattern = (item: BibliographicItem) => string;

type Part = (item: BibliographicItem, count: number | undefined) => readonly string[];

/** Each gives words; a modifier works on all of them, and then they are joined. */
const PARTS = table<Part>({
  auth: (item, count) => [(families(item)[0] ?? '').replaceAll(' ', '').slice(0, count ?? MOST_PART)],
  authors: (item, count) => someAuthors(families(item), count),
  firstpage: ({ page }) => [/[\p{L}\d]+/u.exec(page ?? '')?.[0] ?? ''],
  journal: ({ container_title }) => significant(container_title ?? '').map((word) => word.slice(0, 1)),
  keyword: ({ keywords }) => [(keywords?.[0] ?? '').replaceAll(/\s/g, '')],
  shortyear: (item) => [yearOf(item).slice(-2)],
  title: ({ title }, count) =>
    significant(title ?? '')
      .map((word) => capital(word).slice(0, MOST_PART))
      .slice(0, count),
  type: ({ type }) => [type],
  year: (item) => [yearOf(item)],
});

const MODIFIERS = table<(words: readonly string[]) => readonly string[]>({
  abbr: (words) => words.map((word) => word.slice(0, 1)),
  ascii: (words) => words.map((word) => word.replaceAll(/[^ -~]/g, '')),
  lower: (words) => words.map((word) => word.toLowerCase()),
  upper: (words) => words.map((word) => word.toUpperCase()),
});

const TOKEN = /\[([a-z]+)(\d+)?((?::[a-z]+)*)\]|([^[\]]+)|([[\]])/g;
const MOST_LENGTH = 200;
const MOST_PART = 30;

/** INVALID_INPUT that names the word which is none. */
export function readPattern(pattern: string): KeyPattern {
  const parts = [...pattern.matchAll(TOKEN)].map(toPart);
  if (parts.length === 0) throw wrong('is empty');
  return (item) =>
    parts
      .map((part) => part(item))
      .join('')
      .slice(0, MOST_LENGTH);
}

function toPart([, name, count, modifiers, literal]: RegExpExecArray): KeyPattern {
  if (literal !== undefined) {
    if (/[^\p{L}\p{N}_:.+/-]/u.test(literal)) throw wrong(`may not have "${literal}" in it`);
    return () => literal;
  }
  const part = name === undefined ? undefined : PARTS[name];
  if (!part) throw wrong(`has no word [${name ?? ''}]`);
  const steps = (modifiers ?? '').split(':').filter(Boolean).map(modifier);
  const most = count === undefined ? undefined : Number(count);
  return (item) => steps.reduce<readonly string[]>((words, step) => step(words), part(item, most).map(fold)).join('');
}

function modifier(name: string): (words: readonly string[]) => readonly string[] {
  const found = MODIFIERS[name];
  if (!found) throw wrong(`has no modifier :${name}`);
  return found;
}

function wrong(what: string) {
  const words = KEY_WORDS.map((name) => `[${name}]`);
  return invalidField('citekey_pattern', what, `Words: ${words.join(' ')}; modifiers :${KEY_MODIFIERS.join(' :')}.`);
}

/** Letters with marks without them, and only what every program takes in a key. */
function fold(word: string): string {
  return word
    .replaceAll(/[ßæÆøØłŁœŒđĐðÐþÞı]/g, (letter) => LETTERS[letter] ?? '')
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}_:.+/-]/gu, '');
}

const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'Ae',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  œ: 'oe',
  Œ: 'Oe',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'Th',
  ı: 'i',
};

function families({ contributors }: BibliographicItem): string[] {
  const authors = contributors.filter(({ role }) => role === 'author');
  const named = authors.length > 0 ? authors : contributors.filter(({ role }) => role === 'editor');
  return named.map(nameOf).filter(Boolean);
}

/** Of a collective the words that matter. */
function nameOf({ particle, family, literal, given }: Contributor): string {
  if (family !== undefined) return capital(`${particle ?? ''}${family}`.replaceAll(' ', ''));
  return significant(literal ?? given ?? '')
    .slice(0, 3)
    .map(capital)
    .join('');
}

function someAuthors(names: readonly string[], count: number | undefined): readonly string[] {
  if (count === undefined || names.length <= count) return names;
  return [...names.slice(0, count), 'EtAl'];
}

function yearOf(item: BibliographicItem): string {
  return String(yearIn(item) ?? (item.issued?.literal ?? '').replaceAll(/[^\p{L}\p{N}]/gu, ''));
}

const SMALL_WORDS: ReadonlySet<string> = new Set(
  'a an the of on in for to and or with by from at as is are das der die ein eine und le la les un une des du el los las y de'.split(
    ' ',
  ),
);

/** Without markup and TeX. Of words that say little, and letters alone, only where there is nothing else. */
function significant(text: string): string[] {
  const bare = text.replaceAll(/<[^<>]{1,200}>|\\[a-zA-Z]+\s*|\\./g, ' ').replaceAll(/['\u2019`{}$]/g, '');
  const words = bare.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const found = words.filter((word) => !SMALL_WORDS.has(word.toLowerCase()));
  const long = found.filter((word) => word.length > 1);
  return long.length > 0 ? long : found.length > 0 ? found : [...words];
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
