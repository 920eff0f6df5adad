/**
 * An item from the words of CSL, as programs write them: numbers as texts and texts as numbers, dates in words, names in one piece. What is
 * not understood is kept under its own name; nothing is an error.
 */
import { normalizeIdentifier, parseIdentifier, ID_SCHEMES, type Identifier, type IdScheme } from '../identifier.ts';
import {
  CONTRIBUTOR_ROLES,
  ITEM_TYPES,
  type BibliographicItem,
  type Contributor,
  type ContributorRole,
  type ItemType,
} from '../item.ts';
import { DATE_VARIABLES, ID_VARIABLES, TEXT_VARIABLES } from './csl-item.ts';
import { fromCslDate } from './from-csl-date.ts';

type Said = Readonly<Record<string, unknown>>;

export function fromCsl(csl: Said): BibliographicItem {
  const rest = new Map(Object.entries(csl));
  const take = (variable: string): unknown => {
    const value = rest.get(variable);
    rest.delete(variable);
    return value;
  };
  take('id');
  const type = itemType(take('type'));
  const citekey = textOf(take('citation-key'));
  const keywords = keywordsOf(take('keyword'));
  const custom = take('custom');
  const identifiers = takeIdentifiers(take, custom);
  const fields = { ...takeTexts(take), ...takeDates(take) };
  const contributors = CONTRIBUTOR_ROLES.flatMap((role) => namesOf(role, take(role)));
  const extra = { ...extraOf(custom), ...leftOver(rest) };
  return {
    type,
    ...(citekey === undefined ? {} : { citekey }),
    ...fields,
    contributors,
    identifiers,
    ...(keywords.length > 0 ? { keywords } : {}),
    ...(Object.keys(extra).length > 0 ? { extra } : {}),
  };
}

type Take = (variable: string) => unknown;

/** Names that older programs write. */
const OLD_NAMES: Readonly<Record<string, string>> = {
  'title-short': 'shortTitle',
  'container-title-short': 'journalAbbreviation',
  'event-title': 'event',
};

const OLD_TYPES: Readonly<Record<string, ItemType>> = { 'book-section': 'chapter', journal: 'periodical' };

function itemType(value: unknown): ItemType {
  const said = textOf(value) ?? '';
  return ITEM_TYPES.find((type) => type === said) ?? OLD_TYPES[said] ?? 'document';
}

function takeTexts(take: Take): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [field, variable] of TEXT_VARIABLES) {
    const old = OLD_NAMES[variable];
    const [said, before] = [textOf(take(variable)), old === undefined ? undefined : textOf(take(old))];
    const value = said ?? before;
    if (value !== undefined) fields[field] = value;
  }
  return fields;
}

function takeDates(take: Take): Record<string, object> {
  const fields: Record<string, object> = {};
  for (const [field, variable] of DATE_VARIABLES) {
    const date = fromCslDate(take(variable));
    if (date) fields[field] = date;
  }
  return fields;
}

function takeIdentifiers(take: Take, custom: unknown): Identifier[] {
  const schemes = Object.entries(ID_VARIABLES) as [keyof typeof ID_VARIABLES, string][];
  const found = [
    ...schemes.map(([scheme, variable]) => identifierOf(scheme, textOf(take(variable)))),
    ...othersOf(custom),
  ];
  return found.filter(
    (id, i): id is Identifier =>
      id !== null && found.findIndex((other) => other?.scheme === id.scheme && other.value === id.value) === i,
  );
}

/** A DOI of arXiv is the id of arXiv, and an address may be of a place that has ids. */
function identifierOf(scheme: keyof typeof ID_VARIABLES, said: string | undefined): Identifier | null {
  if (said === undefined) return null;
  const best = scheme === 'doi' || scheme === 'url' ? parseIdentifier(said) : null;
  return best ?? normalizeIdentifier(scheme, said) ?? firstOf(scheme, said);
}

/** As `toCsl` has put them there. */
function othersOf(custom: unknown): (Identifier | null)[] {
  const others: unknown[] = isObject(custom) && Array.isArray(custom['ids']) ? custom['ids'] : [];
  return others.filter(isText).map((other) => {
    const [scheme = '', ...value] = other.split(':');
    return isScheme(scheme) ? normalizeIdentifier(scheme, value.join(':')) : null;
  });
}

/** Several stand in one text: the print and the electronic one. */
function firstOf(scheme: IdScheme, said: string): Identifier | null {
  for (const part of said.split(/[\s,;]+/)) {
    const id = normalizeIdentifier(scheme, part);
    if (id) return id;
  }
  return null;
}

function isScheme(text: string): text is IdScheme {
  return (ID_SCHEMES as readonly string[]).includes(text);
}

const NAME_PARTS = {
  family: 'family',
  given: 'given',
  'non-dropping-particle': 'particle',
  'dropping-particle': 'droppingParticle',
  suffix: 'suffix',
  literal: 'literal',
} as const;

function namesOf(role: ContributorRole, value: unknown): Contributor[] {
  const list: unknown[] = Array.isArray(value) ? value : [];
  return list.flatMap((said): Contributor[] => {
    if (typeof said === 'string') return said.trim() === '' ? [] : [{ role, literal: said.trim() }];
    if (!isObject(said)) return [];
    const parts: Record<string, string> = {};
    for (const [theirs, ours] of Object.entries(NAME_PARTS)) {
      const part = textOf(said[theirs]);
      if (part !== undefined) parts[ours] = part;
    }
    return Object.keys(parts).length > 0 ? [{ role, ...parts }] : [];
  });
}

function keywordsOf(value: unknown): string[] {
  const said = Array.isArray(value) ? value.map((word) => textOf(word) ?? '') : (textOf(value) ?? '').split(/[,;]/);
  return said.map((word) => word.trim()).filter((word) => word !== '');
}

function extraOf(custom: unknown): Record<string, string> {
  const extra = isObject(custom) ? custom['extra'] : undefined;
  if (!isObject(extra)) return {};
  return Object.fromEntries(Object.entries(extra).filter((entry): entry is [string, string] => isText(entry[1])));
}

function leftOver(rest: ReadonlyMap<string, unknown>): Record<string, string> {
  const extra: Record<string, string> = {};
  for (const [name, value] of rest) {
    const text = textOf(value) ?? (isObject(value) || Array.isArray(value) ? JSON.stringify(value) : undefined);
    if (text !== undefined) extra[name] = text;
  }
  return extra;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isObject(value: unknown): value is Said {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Programs give the first of a list (Crossref's titles), and numbers. Empty is not said. */
function textOf(value: unknown): string | undefined {
  const one: unknown = Array.isArray(value) && isText(value[0]) ? value[0] : value;
  if (typeof one === 'number') return String(one);
  return isText(one) && one.trim() !== '' ? one : undefined;
}
