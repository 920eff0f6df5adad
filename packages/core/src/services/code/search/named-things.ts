/**
 * What a question names: symbols by the way they are written (`Foo.bar`, snake_case, camelCase, `in backticks`, called()), and files, also
 * those of a traceback. An issue report says most by these; the words around them are often those of its template.
 */
import { foldName } from '../store/index.ts';

/** Folded names, each with how surely it is meant as one. */
export type NamedSymbols = ReadonlyMap<string, number>;

export interface NamedPlace {
  /** With forward slashes, as far as it was given. */
  readonly path: string;
  readonly line: number | null;
}

const IDENTIFIER = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
const QUOTED = /`([^`\n]{2,80})`/g;
const DOTTED = /[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|#|->)[\p{L}_$][\p{L}\p{N}_$]*)+/gu;
const CALLED = /[\p{L}_$][\p{L}\p{N}_$]*(?=\()/gu;
/** `File "x.py", line 3, in load` and `at Store.load (x.ts:3:5)`. */
const FRAME = /\bin ([\p{L}_$][\p{L}\p{N}_$]*)$|^\s*at (?:async )?([\p{L}_$][\p{L}\p{N}_$.]*) \(/gmu;
const INNER_BREAK = /\p{Ll}\p{Lu}|\p{L}_\p{L}|^_/u;
const SHORTEST = 3;
/** Special methods are in every class. */
const EVERYWHERE = /^__\w+__$|^(?:self|this|super|true|false|none|null|undefined)$/u;

const SURE = { quoted: 1.4, frame: 1.2, written: 1, called: 0.8, capital: 0.7, word: 0.35 };

/** Of a short question every word may be a name; of a long one only what is written like one. */
export function symbolsIn(text: string, isLong: boolean): NamedSymbols {
  const found = new Map<string, number>();
  const words = namesIn(text);
  for (const [name, sure] of [...marked(text), ...plain(words, isLong)]) {
    const folded = foldName(name);
    if (name.length < SHORTEST || EVERYWHERE.test(folded)) continue;
    found.set(folded, Math.max(found.get(folded) ?? 0, sure));
  }
  return found;
}

/** `Foo.bar` and `a::b`, folded, with dots. */
export function dottedIn(text: string): string[] {
  return [...new Set([...text.matchAll(DOTTED)].map(([dotted]) => foldName(dotted.replaceAll(/::|#|->/gu, '.'))))];
}

type Sighted = [name: string, sure: number];

/** By what stands around them. */
function marked(text: string): Sighted[] {
  const named = (part: string | undefined, sure: number): Sighted[] => namesIn(part ?? '').map((name) => [name, sure]);
  return [
    ...[...text.matchAll(QUOTED)].flatMap(([, quoted]) => named(quoted, SURE.quoted)),
    ...[...text.matchAll(DOTTED)].flatMap(([dotted]) => named(dotted, SURE.written)),
    ...[...text.matchAll(FRAME)].flatMap(([, within, at]) => named(within ?? at, SURE.frame)),
    ...[...text.matchAll(CALLED)].flatMap(([called]) => named(called, SURE.called)),
  ];
}

function plain(words: readonly string[], isLong: boolean): Sighted[] {
  return words.flatMap((word): Sighted[] => {
    if (INNER_BREAK.test(word) || words.length === 1) return [[word, SURE.written]];
    if (isLong) return [];
    return [[word, /^\p{Lu}/u.test(word) ? SURE.capital : SURE.word]];
  });
}

function namesIn(text: string): string[] {
  return text.match(IDENTIFIER) ?? [];
}

const FILE = /(?:[\p{L}\p{N}_.@~-]*[/\\])*[\p{L}\p{N}_-][\p{L}\p{N}_.-]*\.[a-z]{1,5}\b(?:(?::|", line |\()(\d+))?/gu;
const MODULE = /\b[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*){1,8}/gu;
const INSTALLED = /^.*(?:site-packages|dist-packages|node_modules)\//;
const LINE_BEHIND = /(?::|", line |\()\d+$/u;
const MOST_PLACES = 50;

/** Files by their names, with the line behind them, and modules by theirs (`a.b.c` may be a/b/c.py, or c in a/b.py). */
export function placesIn(text: string): NamedPlace[] {
  const found = new Map<string, NamedPlace>();
  const add = (place: NamedPlace): void => {
    if (place.line !== null || !found.has(place.path)) found.set(place.path, place);
  };
  const files = [...text.matchAll(FILE)].flatMap(([whole, line]) => toFile(whole, line));
  for (const file of files) add(file);
  const names = new Set(files.map(({ path }) => path.slice(path.lastIndexOf('/') + 1)));
  for (const [dotted] of text.matchAll(MODULE))
    if (!names.has(dotted)) add({ path: dotted.replaceAll('.', '/'), line: null });
  return [...found.values()].slice(0, MOST_PLACES);
}

/** With several dots and nothing else it is a module. */
function toFile(whole: string, line: string | undefined): NamedPlace[] {
  const named = whole.slice(0, LINE_BEHIND.exec(whole)?.index ?? whole.length).replaceAll('\\', '/');
  if (!named.includes('/') && named.split('.').length > 2) return [];
  const path = named.replace(INSTALLED, '').replace(/^\.{0,2}\//u, '');
  return [{ path, line: line === undefined ? null : Number(line) }];
}

/**
 * How much a file is meant by a place, 0–1: the more of its path is named, the surer. `a/b/c` also means the file a/b, less surely.
 */
export function meansFile(place: NamedPlace, path: string): number {
  const [bare, named] = [withoutEnding(path), withoutEnding(place.path)];
  const known = `/${bare}`;
  if (`/${path}`.endsWith(`/${place.path}`) || known.endsWith(`/${named}`))
    return Math.min(1, 0.4 + 0.2 * named.split('/').length);
  const parts = named.split('/');
  for (let count = parts.length - 1; count >= 2; count--)
    if (known.endsWith(`/${parts.slice(0, count).join('/')}`)) return Math.min(0.8, 0.2 + 0.2 * count);
  return 0;
}

function withoutEnding(path: string): string {
  return path.replace(/\.[a-z]{1,5}$/u, '').replace(/\/(?:__init__|index|mod)$/u, '');
}
