/**
 * How a symbol may be named. All of these are the same one:
 *
 *   bar · Foo.bar · Foo::bar · Foo#bar · module.Foo.bar · src/module.py:Foo.bar · src/module.py:12 · its id
 *
 * Names may hold anything: what looks like several names by dots may be one, so the whole is tried first.
 */
import { invalidField } from '../../../errors/index.ts';
import type { KeptSymbol } from '../store/index.ts';

const LONGEST = 1000;
/** `a.b.c.d` can be one name, or end in the names `b.c.d`, `c.d` or `d`; longer ones are nobody's. */
const MOST_LASTS = 4;

export interface NameQuery {
  readonly text: string;
  /** A line of a file. */
  readonly place: { readonly path: string; readonly line: number } | null;
  /** A name in a file. */
  readonly inFile: { readonly path: string; readonly name: string } | null;
  /** The name with dots between what it is made of. */
  readonly dotted: string;
  /** What the symbol's own name may be, the longest first. */
  readonly lasts: readonly string[];
}

export function readName(given: string, field = 'name'): NameQuery {
  const text = given
    .trim()
    .replace(/^`(.*)`$/s, '$1')
    .replace(/\(\)$/, '');
  if (text === '')
    throw invalidField(field, 'is empty', 'Name a symbol: bar, Foo.bar, src/foo.py:Foo.bar or src/foo.py:12.');
  if (text.length > LONGEST) throw invalidField(field, `has more than ${LONGEST} characters`);
  const line = /^(.+?):(\d{1,9})(?::\d{1,9})?$/s.exec(text);
  const inFile = /^(.*?(?:[/\\][^:]*|\.\w{1,10})):{1,2}([^:].*)$/s.exec(text);
  const dotted = text.replaceAll(/::|->|(?<=\w)#/g, '.');
  return {
    text,
    place: line ? { path: toPath(line[1] ?? ''), line: Number(line[2]) } : null,
    inFile: inFile ? { path: toPath(inFile[1] ?? ''), name: inFile[2] ?? '' } : null,
    dotted,
    lasts: lastsOf(dotted),
  };
}

function toPath(path: string): string {
  return path.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');
}

function lastsOf(dotted: string): string[] {
  const lasts = [];
  for (let at = dotted.length; at > 0 && lasts.length < MOST_LASTS;) {
    at = dotted.lastIndexOf('.', at - 1);
    const last = dotted.slice(at + 1);
    if (last !== '') lasts.unshift(last);
  }
  return [...new Set([dotted, ...lasts])];
}

/** What stands before the last name, with its dots. */
export function containerOf(dotted: string, last: string): string {
  return dotted.slice(0, dotted.length - last.length);
}

/** Whether the symbol stands in what the container says: classes and functions, and before them folders and files. */
export function standsIn({ value }: KeptSymbol, container: string, fold = false): boolean {
  if (container === '') return true;
  const around = `.${pathInDots(value.path)}.${value.qualified.slice(0, value.qualified.length - value.name.length)}`;
  const [whole, wanted] = fold ? [around.toLowerCase(), container.toLowerCase()] : [around, container];
  return whole.endsWith(`.${wanted}`);
}

/** What the file of a package is called says nothing in names. */
const SILENT = /\/(?:__init__|index|mod|lib)$/;

function pathInDots(path: string): string {
  return path
    .replace(/\.[^./]+$/, '')
    .replace(SILENT, '')
    .replaceAll('/', '.');
}

/** `views.py` and `app/views.py` both mean `src/app/views.py`. */
export function endsInPath(path: string, wanted: string): boolean {
  return path === wanted || path.endsWith(`/${wanted}`);
}
