/** BibTeX and BibLaTeX. The file is held as a whole, because an entry may lean on one that comes after it; its entries are not. */
import type { Finding, Source } from '../format.ts';
import { Breath, wholeOf } from '../source.ts';
import { Inheritance, type PlainEntry } from './inherit.ts';
import { splitBibtex, type RawEntry } from './split.ts';
import { notDefined, Strings } from './strings.ts';
import { toItem } from './to-item.ts';

export async function* readBibtex(source: Source): AsyncGenerator<Finding> {
  const text = await wholeOf(source);
  const breath = new Breath();
  const inheritance = await Inheritance.of(text, breath);
  if (inheritance.isNeeded) await gatherParents(text, inheritance, breath);
  const [strings, seen] = [new Strings(), new Map<string, number>()];
  for (const part of splitBibtex(text)) {
    if (part.kind === 'problem') yield part;
    else if (part.kind === 'string') yield* define(strings, part);
    else yield* readEntry(part, { strings, inheritance, seen });
    await breath.take(part.kind === 'entry' ? part.length : 100);
  }
}

async function gatherParents(text: string, inheritance: Inheritance, breath: Breath): Promise<void> {
  const strings = new Strings();
  for (const part of splitBibtex(text)) {
    if (part.kind === 'string') for (const field of part.fields) strings.define(field);
    if (part.kind === 'entry') keepParent(part, strings, inheritance);
    await breath.take(part.kind === 'entry' ? part.length : 100);
  }
}

/** Under its key, and under the others that Biber knows it by. */
function keepParent(part: RawEntry, strings: Strings, inheritance: Inheritance): void {
  const others = part.fields.find(({ name }) => name === 'ids')?.pieces[0]?.text.split(',') ?? [];
  const wanted = [part.key, ...others].map((key) => key.trim()).filter((key) => inheritance.wants(key));
  if (wanted.length === 0) return;
  const { entry } = plain(part, strings);
  for (const key of wanted) inheritance.keep(key, entry);
}

function* define(strings: Strings, { line, fields }: { line: number; fields: RawEntry['fields'] }): Generator<Finding> {
  for (const field of fields) {
    const message = strings.define(field);
    if (message !== null) yield { kind: 'problem', line, message };
  }
}

interface Reading {
  readonly strings: Strings;
  readonly inheritance: Inheritance;
  /** Where a key stood first. */
  readonly seen: Map<string, number>;
}

function* readEntry(raw: RawEntry, { strings, inheritance, seen }: Reading): Generator<Finding> {
  const { key, line, type } = raw;
  const problem = (message: string): Finding => ({
    kind: 'problem',
    line,
    message,
    ...(key === '' ? {} : { citekey: key }),
  });
  if (raw.problem !== undefined) yield problem(raw.problem);
  const { entry, unknown } = plain(raw, strings);
  if (unknown !== null) yield problem(notDefined(unknown));
  // What others are made of is no work.
  if (type === 'xdata') return;
  const { fields, missing } = inheritance.resolve(entry);
  if (missing !== null) yield problem(`There is no entry ${missing.slice(0, 80)}, which this one refers to.`);
  const first = key === '' ? undefined : seen.get(key);
  if (first !== undefined) yield problem(`The key ${key} is also that of the entry in line ${first}; both were taken.`);
  else if (key !== '') seen.set(key, line);
  yield { kind: 'entry', line, item: toItem(type, key, fields) };
}

/** Of a field that is said twice the first counts. */
function plain(raw: RawEntry, strings: Strings): { entry: PlainEntry; unknown: string | null } {
  const fields = new Map<string, string>();
  let unknown: string | null = null;
  for (const { name, pieces } of raw.fields) {
    const value = strings.join(pieces);
    if (value.unknown !== null && name !== 'month') unknown = value.unknown;
    if (!fields.has(name)) fields.set(name, value.text);
  }
  return { entry: { type: raw.type, fields }, unknown };
}
