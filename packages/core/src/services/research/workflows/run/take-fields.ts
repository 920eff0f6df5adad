/** What a page said, cut and read as the definition wants it. It is data: nothing here follows it. */
import { normalizeIdentifier } from '../../../../model/papers/index.ts';
import type { ExtractedField, ExtractedRow, FieldRule } from '../../../../ports/index.ts';
import { readDate, toEdtf } from '../../bibliography/build/dates.ts';
import type { FieldDefinition, Parser } from '../definition/fields.ts';
import { toBrowserTargets } from '../definition/targets.ts';
import { compilePattern, type Pattern } from '../pattern/match-pattern.ts';

export type RowValue = string | number | readonly (string | number)[] | null;
export type Row = Readonly<Record<string, RowValue>>;
type Fields = Readonly<Record<string, FieldDefinition>>;

const LONGEST_VALUE = 10_000;
const MOST_VALUES = 100;

export function toRules(fields: Fields): Record<string, FieldRule> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { target, take, all }]) => [
      name,
      { target: toBrowserTargets(target), take, all },
    ]),
  );
}

export function toRow(extracted: ExtractedRow, fields: Fields): Row {
  const entries = Object.entries(fields).map(([name, field]) => [name, valueOf(extracted[name], field)] as const);
  return Object.fromEntries(entries);
}

function valueOf(found: ExtractedField | undefined, { all, match, parse }: FieldDefinition): RowValue {
  const pattern = match === undefined ? null : compilePattern(match);
  const values = (found?.values ?? [])
    .slice(0, MOST_VALUES)
    .map((said) => readValue(said, pattern, parse))
    .filter((value) => value !== null);
  return all ? values : (values[0] ?? null);
}

function readValue(said: string, pattern: Pattern | null, parse: Parser | undefined): string | number | null {
  const text = said.slice(0, LONGEST_VALUE).toWellFormed().replaceAll(/\s+/gu, ' ').trim();
  const matched = pattern ? pattern.find(text) : text;
  if (matched === null || matched === '') return null;
  return parse === undefined ? matched : PARSE[parse](matched);
}

const PARSE: Readonly<Record<Parser, (text: string) => string | number | null>> = {
  date: (text) => {
    const date = readDate(text.replace(/^\p{L}[\p{L} ]{0,30}:\s*/u, ''));
    return date?.year === undefined ? null : toEdtf(date);
  },
  number: (text) => {
    const digits = /-?\d[\d,\s]*(?:\.\d+)?/.exec(text)?.[0].replaceAll(/[,\s]/g, '');
    return digits === undefined ? null : Number(digits);
  },
  doi: (text) => {
    const found = /10\.\d{4,9}\/[^\s"'<>]+/.exec(decoded(text))?.[0];
    return found === undefined ? null : (normalizeIdentifier('doi', found)?.value ?? null);
  },
};

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Empty rows have nothing to say. */
export function isEmpty(row: Row): boolean {
  return Object.values(row).every((value) => value === null || (Array.isArray(value) && value.length === 0));
}
