/**
 * TOML as far as manifests use it: tables, keys with dots, strings, arrays and inline tables, over several lines where arrays are. Numbers,
 * dates and what is broken are passed over line by line. No library, because what is needed of the language fits on a page and
 * nothing in it can be nested deeper than an array in an inline table.
 */

export interface TomlEntry {
  /** `['tool', 'poetry', 'dependencies', 'x']`. */
  readonly path: readonly string[];
  /** Text, a list of texts, an inline table of texts and truths; null for anything else. */
  readonly value: TomlValue;
}

export type TomlValue = string | boolean | readonly string[] | ReadonlyMap<string, string | boolean> | null;

const MOST_LINES = 100_000;
const MOST_ARRAY_LINES = 10_000;
/** Longer ones are data. */
const LONGEST_LINE = 2000;

export function tomlEntries(text: string): TomlEntry[] {
  const lines = text.split(/\r?\n/u, MOST_LINES).map((line) => (line.length > LONGEST_LINE ? '' : line));
  const entries: TomlEntry[] = [];
  let table: readonly string[] = [];
  for (let i = 0; i < lines.length; i++) {
    const line = (lines[i] ?? '').trim();
    const head = /^\[{1,2}([^[\]]+)\]{1,2}\s*(?:#.*)?$/u.exec(line);
    if (head) {
      table = keysOf(head[1] ?? '');
      continue;
    }
    const equals = equalsIn(line);
    if (equals < 0) continue;
    const given = [line.slice(equals + 1).trim()];
    // An array goes on until it is closed.
    let open = given[0]?.startsWith('[') ? openIn(given[0]) : 0;
    while (open > 0 && given.length < MOST_ARRAY_LINES && i + 1 < lines.length) {
      const more = (lines[++i] ?? '').trim();
      given.push(more);
      open += openIn(more);
    }
    entries.push({ path: [...table, ...keysOf(line.slice(0, equals))], value: valueOf(given.join('\n')) });
  }
  return entries;
}

const STRING = /"(?:[^"\\\n]|\\.)*"|'[^'\n]*'/gu;

/** Before the first `=` that is in no quotes; -1 for a line that is no entry. */
function equalsIn(line: string): number {
  const key = /^(?:"(?:[^"\\]|\\.)*"|'[^']*'|[\w.\s-])+=/u.exec(line);
  return key ? key[0].length - 1 : -1;
}

function keysOf(text: string): string[] {
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|([\w-]+)/gu)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  );
}

/** Brackets that are opened and not closed. */
function openIn(line: string): number {
  const bare = withoutComments(line).replaceAll(STRING, '');
  return bare.split('[').length - bare.split(']').length;
}

function withoutComments(text: string): string {
  return text.replaceAll(/("(?:[^"\\\n]|\\.)*"|'[^'\n]*')|#[^\n]*/gu, (_, string: string | undefined) => string ?? '');
}

function valueOf(given: string): TomlValue {
  const text = withoutComments(given).trim();
  if (text.startsWith('[')) return stringsIn(text);
  if (text.startsWith('{')) return inlineTable(text);
  if (text === 'true' || text === 'false') return text === 'true';
  return stringsIn(text)[0] ?? null;
}

/** Of inline tables in an array, none: what is in them is no name. */
function stringsIn(text: string): string[] {
  return [...text.replaceAll(/\{[^{}]*\}/gu, '').matchAll(STRING)].map(([string]) => unquoted(string));
}

function inlineTable(text: string): ReadonlyMap<string, string | boolean> {
  const pairs = text.matchAll(/([\w-]+|"[^"\n]*"|'[^'\n]*')\s*=\s*("(?:[^"\\\n]|\\.)*"|'[^'\n]*'|true|false)/gu);
  return new Map(
    [...pairs].map(([, key = '', value = '']) => [
      key.replaceAll(/^["']|["']$/gu, ''),
      value === 'true' ? true : value === 'false' ? false : unquoted(value),
    ]),
  );
}

function unquoted(string: string): string {
  const inside = string.slice(1, -1);
  return string.startsWith("'") ? inside : inside.replaceAll(/\\(.)/gu, '$1');
}

/** What an entry is called in a table, if it is in that one: `x` of `[dependencies] x = …` and of `[dependencies.x] version = …`. */
export function inTable({ path }: TomlEntry, ...table: readonly string[]): string | null {
  return table.every((key, i) => path[i] === key) && path.length > table.length ? (path[table.length] as string) : null;
}
