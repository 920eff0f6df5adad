/** CSL-JSON: the words are ours already; only spellings, dates and names differ. */
import {
  CONTRIBUTOR_ROLES,
  ID_SCHEMES,
  ITEM_TYPES,
  type BibliographicItem,
  type Contributor,
  type ContributorRole,
  type ItemType,
  type PartialDate,
} from '../../../../model/papers/index.ts';
import { readDate } from '../build/dates.ts';
import { ItemDraft } from '../build/item-draft.ts';
import { anyName, person } from '../build/names.ts';
import { onePage } from '../build/pages.ts';
import type { Finding, Source } from '../format.ts';
import { CSL_DATES, CSL_IDENTIFIERS, CSL_SYNONYMS, CSL_TEXTS } from './csl-words.ts';
import { splitJson, type JsonPart } from './split-json.ts';

type Json = Readonly<Record<string, unknown>>;

export async function* readCslJson(source: Source): AsyncGenerator<Finding> {
  for await (const part of splitJson(source)) yield* read(part);
}

function* read({ line, text, whole }: JsonPart): Generator<Finding> {
  const problem = (message: string): Finding => ({ kind: 'problem', line, message });
  if (text === null) return yield problem('The object is too long; it was left out.');
  if (!whole) return yield problem('The object is not closed; it was left out.');
  const value = parsed(text);
  if (!value) return yield problem('The object is no valid JSON; it was left out.');
  const list = Object.values(value).find((one) => Array.isArray(one) && one.some(isItem)) as unknown[] | undefined;
  // A list under a name, as some programs wrap theirs.
  const items = isItem(value) ? [value] : (list?.filter(isItem) ?? []);
  if (items.length === 0) yield problem('The object has neither a type nor a title of a work; it was left out.');
  for (const item of items) yield { kind: 'entry', line, item: toItem(item) };
}

function parsed(text: string): Json | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null;
  } catch {
    return null;
  }
}

function isItem(value: unknown): value is Json {
  if (typeof value !== 'object' || value === null) return false;
  return typeof (value as Json)['type'] === 'string' || typeof (value as Json)['title'] === 'string';
}

const TYPES: ReadonlySet<string> = new Set(ITEM_TYPES);

function toItem(given: Json): BibliographicItem {
  const json = Object.fromEntries(Object.entries(given).map(([key, value]) => [CSL_SYNONYMS[key] ?? key, value]));
  const type = textOf(json['type']);
  const draft = new ItemDraft(TYPES.has(type) ? (type as ItemType) : 'document');
  const key = textOf(json['citation-key']) || textOf(json['id']);
  if (key !== '') draft.citekey = key;
  addPeople(draft, json);
  for (const [field, name] of CSL_TEXTS) draft.setText(field, plainText(field, textOf(json[name])));
  // Zotero has a number a line where it has no field.
  for (const line of textOf(json['note']).split('\n')) draft.addNamed(line);
  for (const [field, name] of CSL_DATES) draft.setDate(field, dateOf(json[name]));
  addNumbers(draft, json);
  addCustom(draft, json['custom']);
  if (!draft.hasKeywords) for (const word of words(json['keyword'])) draft.addKeyword(textOf(word));
  return draft.done();
}

function addPeople(draft: ItemDraft, json: Json): void {
  for (const role of CONTRIBUTOR_ROLES)
    for (const name of namesIn(json[role])) draft.addContributor(nameOf(role, name));
}

function addNumbers(draft: ItemDraft, json: Json): void {
  for (const [scheme, name] of CSL_IDENTIFIERS)
    for (const one of many(textOf(json[name]))) {
      if (scheme === 'url') draft.addUrl(one, name);
      else draft.addIdentifier(scheme, one, name);
    }
}

function words(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : textOf(value).split(/[,;]/);
}

function many(value: string): string[] {
  return value.split(/[,;]?\s+/).filter(Boolean);
}

/** What CSL has no variable for: other identifiers, files and extra fields. */
function addCustom(draft: ItemDraft, custom: unknown): void {
  if (typeof custom !== 'object' || custom === null) return;
  const { identifiers, files, keywords, ...extra } = custom as Json;
  for (const id of objects(identifiers)) {
    const scheme = ID_SCHEMES.find((one) => one === id['scheme']);
    if (scheme) draft.addIdentifier(scheme, textOf(id['value']));
  }
  for (const file of Array.isArray(files) ? files : []) draft.addFile(textOf(file));
  for (const word of Array.isArray(keywords) ? keywords : []) draft.addKeyword(textOf(word));
  for (const [name, value] of Object.entries(extra)) if (typeof value === 'string') draft.setExtra(name, value);
}

/** Numbers are texts here. */
function textOf(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return textOf(value[0]);
  return typeof value === 'string' ? value : '';
}

function objects(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter((one): one is Json => typeof one === 'object' && one !== null) : [];
}

function plainText(field: string, text: string): string {
  return field === 'page' ? onePage(text) : text;
}

/** A list, one name without a list around it, or names as people write them. */
function namesIn(value: unknown): (Json | string)[] {
  if (typeof value === 'string') return value.split(/;\s*|\s+and\s+/);
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.filter(
    (one): one is Json | string => typeof one === 'string' || (typeof one === 'object' && one !== null),
  );
}

function nameOf(role: ContributorRole, json: Json | string): Contributor | null {
  if (typeof json === 'string') return person(role, anyName(json));
  const parts = {
    family: textOf(json['family']),
    given: textOf(json['given']),
    particle: textOf(json['non-dropping-particle']),
    droppingParticle: textOf(json['dropping-particle']),
    suffix: textOf(json['suffix']),
    literal: textOf(json['literal']) || textOf(json['name']),
    orcid: textOf(json['ORCID']).replace(/^https?:\/\/orcid\.org\//, ''),
    affiliation: textOf(json['affiliation']),
  };
  return { role, ...Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== '')) };
}

function dateOf(value: unknown): PartialDate | null {
  if (typeof value === 'string' || typeof value === 'number') return readDate(String(value));
  if (typeof value !== 'object' || value === null) return null;
  const json = value as Json;
  const [first, last] = datesIn(json['date-parts']);
  const start = partsOf(first);
  if (!start) return readDate(textOf(json['raw']) || textOf(json['literal']));
  const [season, end] = [Number(json['season'] ?? 0), partsOf(last)];
  return {
    ...start,
    ...(season >= 1 && season <= 4 ? { season } : {}),
    ...(json['circa'] ? { circa: true as const } : {}),
    ...(end ? { end } : {}),
  };
}

/** Some leave the outer list out. */
function datesIn(value: unknown): readonly unknown[] {
  const dates: readonly unknown[] = Array.isArray(value) ? value : [];
  return dates.length > 0 && !Array.isArray(dates[0]) ? [dates] : dates;
}

function partsOf(value: unknown): { year: number; month?: number; day?: number } | null {
  const [year, month, day] = (Array.isArray(value) ? value : []).map(Number);
  if (year === undefined || !Number.isInteger(year) || year === 0) return null;
  if (!month || month > 12) return { year };
  return day && day <= 31 ? { year, month, day } : { year, month };
}
