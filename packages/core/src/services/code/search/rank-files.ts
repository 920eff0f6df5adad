/**
 * Puts files in order, and the units of each. Everything that speaks for a file is a number of about 0–1, and they are added up: how well its
 * units fit by words and by meaning, whether it defines what the question names, how much of the question its names and its path say.
 *
 *   score = Σ weight × feature, less for tests, examples, declarations and prose
 *
 * The weights are round numbers between what two halves of the repositories of evals/code-search like best; near them little changes.
 */
import type { CodeQuery } from './code-query.ts';
import { meansFile } from './named-things.ts';
import { wordsOf, type QueryWords } from './query-words.ts';

/** A symbol that begins in a unit or a file. */
export interface NamedSymbol {
  readonly name: string;
  readonly qualified: string;
  readonly kind: string;
  readonly first: number;
  readonly last: number;
}

export interface FoundUnit {
  readonly passage: number;
  readonly first: number;
  readonly last: number;
  /** How well it fits, 0–1 of the best: the words of the question's head, all words, the names in it, its meaning. */
  readonly head: number;
  readonly all: number;
  readonly names: number;
  readonly meaning: number;
  readonly shown: readonly NamedSymbol[];
}

export interface FoundFile {
  readonly path: string;
  readonly language: string | null;
  readonly isTest: boolean;
  /** Of the most important file that was found, 0–1. */
  readonly importance: number;
  readonly named: readonly NamedSymbol[];
  readonly units: readonly FoundUnit[];
  /** Which part of a long question its units say, 0–1 of the best. */
  readonly coverage: number;
}

/** What spoke for it, most first. */
export type Reason = 'definition' | 'place' | 'words' | 'meaning' | 'name' | 'path';

export interface RankedFile<File extends FoundFile = FoundFile> {
  readonly file: File;
  readonly score: number;
  /** Best first. */
  readonly units: readonly FoundUnit[];
  readonly reasons: readonly Reason[];
}

interface Weights {
  readonly head: Three;
  readonly all: Three;
  readonly names: Three;
  readonly meaning: number;
  readonly definition: number;
  readonly name: number;
  readonly stem: number;
  readonly path: number;
  readonly place: number;
  readonly coverage: number;
  readonly importance: number;
}

/** Of the best unit of a file, of the next five together, and of all others. */
type Three = readonly [number, number, number];

const NOTHING: Three = [0, 0, 0];
const SHORT: Weights = {
  head: [1, 0.2, 0.04],
  all: NOTHING,
  names: NOTHING,
  meaning: 0.4,
  definition: 0.55,
  name: 0.5,
  stem: 0.7,
  path: 1.2,
  place: 1,
  coverage: 0,
  importance: 0.05,
};
const LONG: Weights = {
  head: [1, 0.1, 0],
  all: [0.8, 0.05, 0.01],
  names: [0.6, 0.1, 0],
  meaning: 0.3,
  definition: 0.2,
  name: 0.2,
  stem: 0.5,
  path: 1.2,
  place: 0.8,
  coverage: 0.5,
  importance: 0.05,
};

export function rankFiles<File extends FoundFile>(
  query: CodeQuery,
  words: QueryWords,
  files: readonly File[],
): RankedFile<File>[] {
  return files.map((file) => rankFile(query, words, file)).sort((one, other) => other.score - one.score);
}

function rankFile<File extends FoundFile>(query: CodeQuery, words: QueryWords, file: File): RankedFile<File> {
  const weights = query.isLong ? LONG : SHORT;
  const features = featuresOf(query, words, file);
  const parts: [Reason | null, number][] = [
    ['words', sums(weights.head, file.units, 'head')],
    ['words', sums(weights.all, file.units, 'all')],
    ['words', sums(weights.names, file.units, 'names')],
    ['words', weights.coverage * file.coverage],
    ['meaning', weights.meaning * Math.max(0, ...file.units.map(({ meaning }) => meaning))],
    ['definition', weights.definition * features.definition],
    ['name', weights.name * features.name],
    ['path', weights.stem * features.stem + weights.path * features.path],
    ['place', weights.place * features.place],
    [null, weights.importance * Math.sqrt(file.importance)],
  ];
  const score = parts.reduce((sum, [, part]) => sum + part, 0) * standing(file);
  return { file, score, units: rankUnits(query, words, file), reasons: reasonsOf(parts) };
}

interface Features {
  readonly definition: number;
  readonly name: number;
  readonly stem: number;
  readonly path: number;
  readonly place: number;
}

function featuresOf(query: CodeQuery, words: QueryWords, file: FoundFile): Features {
  const shown = file.units.flatMap((unit) => unit.shown);
  return {
    definition: Math.max(0, ...file.named.map((symbol) => definition(query, symbol))),
    name: Math.max(0, ...shown.map(({ name }) => fit(words, name))),
    stem: stemFit(words, file.path),
    path: words.share(wordsOf(bare(file.path).replaceAll('/', ' '))),
    place: Math.max(0, ...query.places.map((place) => meansFile(place, file.path))),
  };
}

const TYPES = new Set(['class', 'struct', 'interface', 'trait', 'enum', 'type', 'namespace']);
const TYPE = 2;
const WHOLE = 3;

/**
 * How much a symbol is what the question names. A name that is asked for is more often that of a type than of one of the many methods that
 * are called like it; with what it stands in, it is meant for sure.
 */
function definition({ symbols, dotted }: CodeQuery, { name, qualified, kind }: NamedSymbol): number {
  const sure = symbols.get(name.toLowerCase()) ?? 0;
  if (sure > 0 && dotted.some((whole) => `.${qualified.toLowerCase()}`.endsWith(`.${whole}`))) return sure * WHOLE;
  return TYPES.has(kind) ? sure * TYPE : sure;
}

/** A word that may be a name by chance says something of a file, and little of a place in it. */
const SURE = 0.7;

/** The same for names that are written as such. */
export function namedBy(query: CodeQuery, symbol: NamedSymbol): number {
  return (query.symbols.get(symbol.name.toLowerCase()) ?? 0) >= SURE ? definition(query, symbol) : 0;
}

function fit(words: QueryWords, name: string): number {
  const said = wordsOf(name);
  return words.share(said) * words.precision(said);
}

/** Files of such names are called by their folder. */
const GENERIC = /^(?:index|__init__|mod|main|lib|init)$/u;

function stemFit(words: QueryWords, path: string): number {
  const parts = bare(path).split('/');
  const stem = parts.pop() ?? '';
  const said = wordsOf(GENERIC.test(stem) ? (parts.pop() ?? stem) : stem);
  return words.share(said) > 0 ? words.precision(said) : 0;
}

function bare(path: string): string {
  return path.replace(/\.[^./]+$/u, '');
}

const NEXT = 6;

function sums([best, next, rest]: Three, units: readonly FoundUnit[], by: 'head' | 'all' | 'names'): number {
  if (best + next + rest === 0) return 0;
  const scores = units.map((unit) => unit[by]).sort((one, other) => other - one);
  const total = (some: readonly number[]): number => some.reduce((sum, score) => sum + score, 0);
  return best * (scores[0] ?? 0) + next * total(scores.slice(1, NEXT)) + rest * total(scores.slice(NEXT));
}

const PROSE = new Set(['markdown', 'json', 'yaml', 'toml', 'html', 'css', 'make', 'dockerfile', 'text']);
const EXAMPLES = /(?:^|\/)(?:examples?|samples?|demos?|fixtures?|mocks?|benchmarks?|bench|docs?)\//iu;
const DECLARATIONS = /\.d\.[cm]?ts$|\.pyi$/u;
const LESS = 0.5;

/** They are found, behind what they test, show or declare. */
function standing({ path, language, isTest }: FoundFile): number {
  const isAside = isTest || EXAMPLES.test(path) || DECLARATIONS.test(path);
  return (isAside ? LESS : 1) * (language === null || PROSE.has(language) ? LESS : 1);
}

/** What is worth telling: each with at least a tenth of all that spoke for it. */
function reasonsOf(parts: readonly (readonly [Reason | null, number])[]): Reason[] {
  const all = new Map<Reason, number>();
  for (const [reason, part] of parts) if (reason) all.set(reason, (all.get(reason) ?? 0) + part);
  const total = [...all.values()].reduce((sum, part) => sum + part, 0);
  const telling = [...all].filter(([, part]) => part > total / 10).sort(([, one], [, other]) => other - one);
  return telling.map(([reason]) => reason);
}

/** A line that a traceback names says more than words. */
const LINE = 2;

function rankUnits(query: CodeQuery, words: QueryWords, { path, units }: FoundFile): FoundUnit[] {
  const lines = query.places.flatMap((place) =>
    place.line !== null && meansFile(place, path) > 0 ? [place.line] : [],
  );
  const score = ({ head, all, names, meaning, shown, first, last }: FoundUnit): number =>
    head +
    SHORT.meaning * meaning +
    LONG.all[0] * all +
    LONG.names[0] * names +
    SHORT.definition * Math.max(0, ...shown.map((symbol) => namedBy(query, symbol))) +
    SHORT.name * Math.max(0, ...shown.map(({ name }) => fit(words, name))) +
    (lines.some((line) => line >= first && line <= last) ? LINE : 0);
  const scored = units.map((unit) => ({ unit, score: score(unit) }));
  return scored.sort((one, other) => other.score - one.score).map(({ unit }) => unit);
}
