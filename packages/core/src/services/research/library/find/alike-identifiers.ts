/**
 * Papers whose identifier is nearly the one that was given: one or two characters apart, or another version. What is one character apart
 * is asked for by its name, as there are not too many such names; what is two apart only where it begins as the given one does.
 */
import { editDistance } from '../../../../model/index.ts';
import { identifierKey, SCHEME_WORDS, type Identifier } from '../../../../model/papers/index.ts';
import type { Deps } from '../../../deps.ts';
import { identifiersOf, papersOf } from '../store/index.ts';
import type { Offer } from './candidate.ts';
import { identifierOfLine } from './shared-identifier.ts';

/** Longer ones are compared with those that begin alike. */
const MOST_LENGTH = 64;
/** Of a short one, two characters are too much of it. */
const LONG = 9;
const PORTION = 500;
const MOST_BEGINNING = 60;

export async function alikeIdentifiers(deps: Deps, workspace: string, given: Identifier): Promise<Offer[]> {
  const [near, beginning] = await Promise.all([
    oneApart(deps, workspace, given),
    beginningAlike(deps, workspace, given),
  ]);
  const found = new Map([...near, ...beginning]);
  const papers = await papersOf(deps).getMany(workspace, [...new Set(found.values())]);
  const byId = new Map(papers.map((paper) => [paper.key, paper]));
  return [...found].flatMap(([value, id]) => {
    const paper = byId.get(id);
    const how = likenessOf(given, value);
    if (!paper || !how) return [];
    return [{ paper, why: `its ${SCHEME_WORDS[given.scheme].name} ${value} ${how.words}`, far: how.far }];
  });
}

type Found = readonly (readonly [value: string, paper: string])[];

async function oneApart(deps: Deps, workspace: string, given: Identifier): Promise<Found> {
  const values = given.value.length > MOST_LENGTH ? [] : neighboursOf(given);
  const keys = values.map((value) => identifierKey({ ...given, value }));
  const portions = Array.from({ length: Math.ceil(keys.length / PORTION) }, (_, i) =>
    identifiersOf(deps).getMany(workspace, keys.slice(i * PORTION, (i + 1) * PORTION)),
  );
  return toFound(given, (await Promise.all(portions)).flat());
}

/** Of an address, spellings that lead to the same place; of others each character left out, changed, added, or exchanged with the next. */
function neighboursOf({ scheme, value }: Identifier): string[] {
  if (scheme === 'url') return sameAddresses(value);
  const letters = ALPHABETS[scheme] ?? 'abcdefghijklmnopqrstuvwxyz0123456789.-_/()';
  const places = Array.from({ length: value.length + 1 }, (_, i) => [value.slice(0, i), value.slice(i)] as const);
  const all = places.flatMap(([before, after]) => [
    before + after.slice(1),
    ...(after.length > 1 ? [before + after.charAt(1) + after.charAt(0) + after.slice(2)] : []),
    ...[...letters].flatMap((letter) => [before + letter + after.slice(1), before + letter + after]),
  ]);
  return [...new Set(all)].filter((one) => one !== value && one !== '');
}

const DIGITS = '0123456789';
const ALPHABETS: Partial<Record<Identifier['scheme'], string>> = {
  arxiv: `${DIGITS}.`,
  pmid: DIGITS,
  pmcid: DIGITS,
  openalex: DIGITS,
  isbn: DIGITS,
};

function sameAddresses(value: string): string[] {
  const other = (one: string): string =>
    one.startsWith('https:') ? one.replace(/^https:/, 'http:') : one.replace(/^http:/, 'https:');
  const www = (one: string): string =>
    /\/\/www\./.test(one) ? one.replace('//www.', '//') : one.replace('//', '//www.');
  const slash = (one: string): string => (one.endsWith('/') ? one.slice(0, -1) : `${one}/`);
  const ways = [other, www, slash];
  const all = ways.reduce<string[]>((found, way) => [...found, ...found.map(way)], [value]);
  return all.filter((one) => one !== value);
}

async function beginningAlike(deps: Deps, workspace: string, given: Identifier): Promise<Found> {
  const { value } = given;
  const lengths = [withoutVersion(value).length, value.length - 2, Math.ceil(value.length * 0.7)];
  const pages = await identifiersOf(deps).listMany(
    workspace,
    [...new Set(lengths)]
      .filter((length) => length >= LEAST)
      .map((length) => ({
        prefix: identifierKey({ ...given, value: value.slice(0, length) }),
        limit: MOST_BEGINNING,
      })),
  );
  return toFound(
    given,
    pages.flatMap(({ items }) => items),
  );
}

const LEAST = 5;

function toFound(
  { scheme }: Identifier,
  lines: readonly { readonly key: string; readonly value: { readonly paper: string } }[],
): Found {
  return lines.map(({ key, value }) => [identifierOfLine(key).slice(scheme.length + 1), value.paper]);
}

function withoutVersion(value: string): string {
  return value.replace(/[./_-]?v\d{1,3}$/i, '');
}

function likenessOf({ scheme, value }: Identifier, other: string): { words: string; far: number } | null {
  if (value === other) return null;
  if (scheme === 'url') {
    const isSame = sameAddresses(value).includes(other);
    return isSame ? { words: 'leads to the same place', far: 0.1 } : null;
  }
  if (withoutVersion(value) === withoutVersion(other)) return { words: 'is another version of it', far: 0.2 };
  const apart = isExchanged(value, other) ? 1 : editDistance(value, other);
  if (apart > (value.length >= LONG ? 2 : 1)) return null;
  return { words: `differs by ${apart === 1 ? 'one character' : 'two characters'}`, far: apart };
}

/** Two neighbours in the other order are one slip. */
function isExchanged(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  const first = [...one].findIndex((letter, i) => letter !== other[i]);
  const swapped = one.slice(0, first) + (one[first + 1] ?? '') + (one[first] ?? '') + one.slice(first + 2);
  return first >= 0 && swapped === other;
}
