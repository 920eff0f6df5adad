/**
 * An item in the words of CSL. What CSL has no variable for goes under `custom`, which no style reads, so that `fromCsl` gives the same
 * item again.
 */
import type { Identifier } from '../identifier.ts';
import type { BibliographicItem, Contributor, PartialDate } from '../item.ts';
import {
  DATE_VARIABLES,
  ID_VARIABLES,
  OTHER_NAMES,
  OTHER_TEXTS,
  TEXT_VARIABLES,
  type CslDate,
  type CslItem,
  type CslName,
} from './csl-item.ts';

export function toCsl(item: BibliographicItem, id: string): CslItem {
  const variables: Record<string, unknown> = {};
  for (const [field, variable] of TEXT_VARIABLES) if (item[field] !== undefined) variables[variable] = item[field];
  for (const [field, variable] of DATE_VARIABLES) {
    const date = item[field];
    if (date) variables[variable] = toCslDate(date);
  }
  for (const person of item.contributors) {
    const names = (variables[person.role] ??= []) as CslName[];
    names.push(toCslName(person));
  }
  if (item.keywords?.length) variables['keyword'] = item.keywords.join(', ');
  if (item.citekey !== undefined) variables['citation-key'] = item.citekey;
  const custom = { ...takeIdentifiers(item.identifiers, variables), ...takeExtra(item.extra ?? {}, variables) };
  return { id, type: item.type, ...variables, ...(Object.keys(custom).length > 0 ? { custom } : {}) };
}

function toCslName(person: Contributor): CslName {
  return {
    ...(person.family === undefined ? {} : { family: person.family }),
    ...(person.given === undefined ? {} : { given: person.given }),
    ...(person.particle === undefined ? {} : { 'non-dropping-particle': person.particle }),
    ...(person.droppingParticle === undefined ? {} : { 'dropping-particle': person.droppingParticle }),
    ...(person.suffix === undefined ? {} : { suffix: person.suffix }),
    ...(person.literal === undefined ? {} : { literal: person.literal }),
  };
}

function toCslDate({ year, month, day, season, circa, end, literal }: PartialDate): CslDate {
  const parts = [...(year === undefined ? [] : [dateParts({ year, month, day })]), ...(end ? [dateParts(end)] : [])];
  return {
    ...(parts.length > 0 ? { 'date-parts': parts } : {}),
    ...(season === undefined ? {} : { season }),
    ...(circa ? { circa } : {}),
    ...(literal === undefined ? {} : { literal }),
  };
}

interface Day {
  readonly year: number;
  readonly month?: number | undefined;
  readonly day?: number | undefined;
}

/** A day without a month says nothing. */
function dateParts({ year, month, day }: Day): number[] {
  if (month === undefined) return [year];
  return day === undefined ? [year, month] : [year, month, day];
}

/** Puts those in their variables that have one, the first of each scheme; gives the rest. */
function takeIdentifiers(identifiers: readonly Identifier[], variables: Record<string, unknown>): { ids?: string[] } {
  const rest: string[] = [];
  for (const { scheme, value } of identifiers) {
    const variable = scheme in ID_VARIABLES ? ID_VARIABLES[scheme as keyof typeof ID_VARIABLES] : undefined;
    if (variable !== undefined && variables[variable] === undefined) variables[variable] = value;
    else rest.push(`${scheme}:${value}`);
  }
  // A reader of the bibliography can follow this one too, and styles know no other way to show it.
  const arxiv = identifiers.find(({ scheme }) => scheme === 'arxiv');
  if (arxiv && variables['DOI'] === undefined) variables['URL'] ??= `https://arxiv.org/abs/${arxiv.value}`;
  return rest.length > 0 ? { ids: rest } : {};
}

function takeExtra(
  extra: Readonly<Record<string, string>>,
  variables: Record<string, unknown>,
): { extra?: Record<string, string> } {
  const rest: Record<string, string> = {};
  for (const [name, value] of Object.entries(extra)) {
    if (OTHER_TEXTS.has(name)) variables[name] ??= value;
    else if (OTHER_NAMES.has(name)) variables[name] ??= parsedNames(value);
    else rest[name] = value;
  }
  return Object.keys(rest).length > 0 ? { extra: rest } : {};
}

function parsedNames(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return [{ literal: json }];
  }
}
