/**
 * Makes variables of what a walk found. What kind of value a variable has is the template's choice, not the URI's:
 * `{x}` gives a string and `{x*}` a list, or a map when every member has a name of its own.
 */
import type { VariableSpec } from './parse.ts';
import { decode } from './percent.ts';
import type { Capture } from './scan.ts';

export type UriValue = string | readonly string[] | Readonly<Record<string, string>>;
/** Absent variables have no entry. It has no prototype: a name such as `constructor` is simply not there. */
export type UriVariables = Readonly<Record<string, UriValue>>;

/** One value or one member, still encoded. */
interface Entry {
  readonly role: 'item' | 'name' | 'key';
  readonly key: string;
  value: string;
}

/** `undefined` when the findings contradict each other: bytes that are no text, a value or key that came twice. */
export function collect(captures: readonly Capture[]): UriVariables | undefined {
  const found: Finding[] = [];
  for (const [variable, entries] of groupEntries(captures)) {
    const value = toValue(variable, entries);
    if (value === undefined) return undefined;
    found.push({ variable, value });
  }
  return merge(found);
}

function groupEntries(captures: readonly Capture[]): Map<VariableSpec, Entry[]> {
  const groups = new Map<VariableSpec, Entry[]>();
  for (const { field, text } of captures) {
    const entries = groups.get(field.variable) ?? [];
    groups.set(field.variable, entries);
    const last = entries.at(-1);
    if (field.role !== 'value') entries.push({ role: field.role, key: text, value: field.role === 'item' ? text : '' });
    else if (last) last.value = text;
  }
  return groups;
}

function toValue({ explode }: VariableSpec, entries: readonly Entry[]): UriValue | undefined {
  if (!explode) return entries.length === 1 ? decode(entries[0]?.value ?? '') : undefined;
  if (entries.some(({ role }) => role === 'key')) return toMap(entries.map(({ key, value }) => [key, value]));
  return toMapOfItems(entries) ?? toList(entries);
}

function toList(entries: readonly Entry[]): readonly string[] | undefined {
  const values = entries.map(({ value }) => decode(value));
  return values.every((value) => value !== undefined) ? values : undefined;
}

/** Members without an equals sign, or with one key twice, are those of a list. */
function toMapOfItems(entries: readonly Entry[]): Readonly<Record<string, string>> | undefined {
  if (!entries.every(({ role, value }) => role === 'item' && value.includes('=', 1))) return undefined;
  return toMap(entries.map(({ value }) => splitPair(value)));
}

function splitPair(text: string): [string, string] {
  const at = text.indexOf('=', 1);
  return [text.slice(0, at), text.slice(at + 1)];
}

function toMap(pairs: readonly [string, string][]): Readonly<Record<string, string>> | undefined {
  const map = Object.create(null) as Record<string, string>;
  for (const [rawKey, rawValue] of pairs) {
    const key = decode(rawKey);
    const value = decode(rawValue);
    if (key === undefined || value === undefined || key in map) return undefined;
    map[key] = value;
  }
  return map;
}

interface Finding {
  readonly variable: VariableSpec;
  readonly value: UriValue;
}

/** A variable may stand in a template more than once, whole or as a prefix; all its places have to agree. */
function merge(found: readonly Finding[]): UriVariables | undefined {
  const variables = Object.create(null) as Record<string, UriValue>;
  const byLength = found.toSorted((one, other) => other.variable.limit - one.variable.limit);
  for (const { variable, value } of byLength) {
    const known = variables[variable.name];
    if (known === undefined) variables[variable.name] = value;
    else if (!agrees(known, value, variable.limit)) return undefined;
  }
  return variables;
}

function agrees(known: UriValue, value: UriValue, limit: number): boolean {
  const expected = typeof known === 'string' ? [...known].slice(0, limit).join('') : known;
  return JSON.stringify(expected) === JSON.stringify(value);
}
