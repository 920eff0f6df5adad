/** What an entry takes from those that it names in `crossref` and `xdata`, wherever in the file they stand. */
import type { Breath } from '../source.ts';
import { NOT_INHERITED } from './words.ts';

/** Fields with their strings put together, TeX and all. */
export interface PlainEntry {
  readonly type: string;
  readonly fields: ReadonlyMap<string, string>;
}

/** As deep as anybody nests them. */
const DEEPEST = 8;

const CONTAINED: ReadonlySet<string> = new Set(
  'inbook incollection inproceedings conference inreference bookinbook suppbook suppcollection'.split(' '),
);

export class Inheritance {
  readonly #parents = new Map<string, PlainEntry>();
  readonly #wanted: ReadonlySet<string>;

  private constructor(wanted: ReadonlySet<string>) {
    this.#wanted = wanted;
  }

  static async of(text: string, breath: Breath): Promise<Inheritance> {
    return new Inheritance(await wantedKeys(text, breath));
  }

  get isNeeded(): boolean {
    return this.#wanted.size > 0;
  }

  wants(key: string): boolean {
    return this.#wanted.has(key.toLowerCase());
  }

  keep(key: string, entry: PlainEntry): void {
    if (!this.#parents.has(key.toLowerCase())) this.#parents.set(key.toLowerCase(), entry);
  }

  /** `missing`: a key that no entry has. */
  resolve(entry: PlainEntry, depth = 0): { fields: ReadonlyMap<string, string>; missing: string | null } {
    const names = parentNames(entry);
    if (names.length === 0 || depth >= DEEPEST) return { fields: entry.fields, missing: null };
    const fields = new Map(entry.fields);
    let missing: string | null = null;
    for (const [name, isData] of names) {
      const parent = this.#parents.get(name.toLowerCase());
      if (!parent) missing = name;
      else this.#addFrom(parent, { type: entry.type, fields, isData, depth });
    }
    return { fields, missing };
  }

  #addFrom(parent: PlainEntry, { type, fields, isData, depth }: Heir): void {
    const whole = { ...parent, fields: this.resolve(parent, depth + 1).fields };
    for (const [field, value] of inherited(type, whole, isData)) if (!fields.has(field)) fields.set(field, value);
  }
}

interface Heir {
  readonly type: string;
  readonly fields: Map<string, string>;
  readonly isData: boolean;
  readonly depth: number;
}

type ParentName = readonly [key: string, isData: boolean];

function parentNames({ fields }: PlainEntry): ParentName[] {
  const data = (fields.get('xdata') ?? '').split(',').map((key) => [key.trim(), true] as const);
  const parent = [(fields.get('crossref') ?? '').trim(), false] as const;
  return [...data, parent].filter(([key]) => key !== '').slice(0, 100);
}

/** Of a book, the title becomes that of the book in which it is; `xdata` is the same entry in another place. */
function* inherited(type: string, parent: PlainEntry, isData: boolean): Generator<readonly [string, string]> {
  for (const [name, value] of parent.fields) {
    if (isData) yield [name, value];
    else if (!NOT_INHERITED.has(name)) yield [inheritedName(type, name), value];
  }
}

function inheritedName(type: string, name: string): string {
  if (name !== 'title' && name !== 'subtitle') return name === 'author' && CONTAINED.has(type) ? 'bookauthor' : name;
  if (CONTAINED.has(type)) return `book${name}`;
  return type === 'article' ? `journal${name}` : name;
}

const REFERENCE = /\b(?:crossref|xdata)\s*=\s*(?:\{([^{}]*)\}|"([^"{}]*)"|(\w+))/gi;

/** A stretch, and as much of the next as a reference may reach into it. */
const STRETCH = 16_384;
const OVERLAP = 1024;

async function wantedKeys(text: string, breath: Breath): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  for (let at = 0; at < text.length; at += STRETCH) {
    for (const [, braced, quoted, bare] of text.slice(at, at + STRETCH + OVERLAP).matchAll(REFERENCE))
      for (const key of (braced ?? quoted ?? bare ?? '').split(',')) keys.add(key.trim().toLowerCase());
    await breath.take(STRETCH / 4);
  }
  return keys;
}
