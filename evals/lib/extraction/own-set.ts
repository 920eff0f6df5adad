/** Our own sentences with names and relations marked by hand (`sets/extraction`), and how a reader does on them. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Extraction, FoundEntity } from '@zapomni/core/ports';
import { nameOfNow } from './before/index.ts';
import { toFigures, type Counts, type Prf } from './prf.ts';

const sentence = z.object({
  id: z.string(),
  domain: z.enum(['notes', 'chat', 'code']),
  half: z.enum(['view', 'judge']),
  text: z.string(),
  entities: z.array(z.object({ names: z.array(z.string()), types: z.array(z.string()) })),
  relations: z.array(
    z.object({ from: z.number(), type: z.string(), to: z.number(), optional: z.boolean().default(false) }),
  ),
});
export type Sentence = z.infer<typeof sentence>;

const SETS = path.join(import.meta.dirname, '../../sets/extraction');
/** Kinds of names that are marked; dates, versions and the like only where a relation needs them. */
const NAMES = new Set(['person', 'organization', 'place', 'product', 'technology', 'event', 'work', 'concept']);
const SYMMETRIC = new Set(['SPOUSE_OF', 'SIBLING_OF', 'RELATIVE_OF', 'FRIEND_OF', 'MET']);
/** Types that the sentences are marked with; what a reader says beyond them is not judged. */
const UNMARKED = new Set(
  'CITIZEN_OF BORN_ON DIED_ON DIED_IN PUBLISHED_ON FOUNDED_ON HAPPENED_ON PARTICIPATED_IN AWARDED IS_A NATIONALITY'.split(
    ' ',
  ),
);
const LEAD = /^(?:mr|mrs|ms|dr|prof|professor|uncle|aunt|grandma|sister|lord|the|our|my) /u;

/** `sentences` are of all kinds; `forms` have possessives, appositions and clauses that stand side by side; `pronouns` say it by `she` or `it`. */
export function readSentences(set: 'sentences' | 'forms' | 'pronouns' = 'sentences'): Sentence[] {
  const lines = readFileSync(path.join(SETS, `${set}.jsonl`), 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => sentence.parse(JSON.parse(line)));
}

const plain = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(LEAD, '');

export function scoreNames(
  sentences: readonly Sentence[],
  readings: readonly Extraction[],
): { names: Prf; typed: Prf } {
  const [names, typed] = [emptyCounts(), emptyCounts()];
  for (const [i, { entities }] of sentences.entries()) {
    const wanted = entities.filter(({ types }) => types.some((type) => NAMES.has(type)));
    const found = new Map(
      (readings[i] as Extraction).entities.filter(isName).map(({ name, type }) => [plain(name), type]),
    );
    for (const counts of [names, typed]) {
      counts.said += found.size;
      counts.wanted += wanted.length;
    }
    for (const one of wanted) {
      const type = one.names.map((name) => found.get(plain(name))).find((value) => value !== undefined);
      names.right += Number(type !== undefined);
      typed.right += Number(type !== undefined && one.types.some((right) => isSame(right, type)));
    }
  }
  return { names: toFigures(names), typed: toFigures(typed) };
}

/** Technology and product are told apart by nobody's marks. */
function isSame(one: string, other: string): boolean {
  const wide = (type: string) => (type === 'product' || type === 'package' ? 'technology' : type);
  return wide(one) === wide(other);
}

function isName({ type }: FoundEntity): boolean {
  return NAMES.has(type) || type === 'package';
}

export interface JudgedRelation {
  readonly confidence: number;
  readonly isRight: boolean;
}

export interface RelationScore {
  readonly typed: Prf;
  readonly pairs: Prf;
  /** Each that was said with at least the bar, but for those that are neither asked for nor wrong. */
  readonly judged: readonly JudgedRelation[];
}

export function scoreRelations(
  sentences: readonly Sentence[],
  readings: readonly Extraction[],
  bar: number,
): RelationScore {
  const [typed, pairs] = [emptyCounts(), emptyCounts()];
  const judged: JudgedRelation[] = [];
  for (const [i, one] of sentences.entries()) {
    const said = distinct(saidIn(readings[i] as Extraction, bar));
    const wanted = one.relations.map(({ from, type, to, optional }) => ({
      from: namesOf(one, from),
      type,
      to: namesOf(one, to),
      optional,
    }));
    const [asked, hit] = [wanted.filter(({ optional }) => !optional), new Set<object>()];
    const hitPairs = new Set<object>();
    typed.wanted += asked.length;
    pairs.wanted += asked.length;
    for (const relation of said) {
      const right = wanted.find((gold) => gold.type === relation.type && isPair(gold, relation));
      const pair = right ?? wanted.find((gold) => isPair(gold, relation, true));
      if (right ? !right.optional : true) typed.said++;
      if (pair ? !pair.optional : true) pairs.said++;
      if (right && !right.optional) hit.add(right);
      if (pair && !pair.optional) hitPairs.add(pair);
      if (!right?.optional) judged.push({ confidence: relation.confidence, isRight: right !== undefined });
    }
    typed.right += hit.size;
    pairs.right += hitPairs.size;
  }
  return { typed: toFigures(typed), pairs: toFigures(pairs), judged };
}

interface Said {
  readonly from: string;
  readonly type: string;
  readonly to: string;
  readonly confidence: number;
}

function saidIn({ entities, relations }: Extraction, bar: number): Said[] {
  return relations.flatMap(({ source, type: written, target, confidence }) => {
    const { type, reversed } = nameOfNow(written);
    const [from, to] = [source, target].map((end) => plain((entities[end] as FoundEntity).name)) as [string, string];
    if (confidence < bar || UNMARKED.has(type)) return [];
    return [reversed ? { from: to, type, to: from, confidence } : { from, type, to, confidence }];
  });
}

function distinct(said: readonly Said[]): Said[] {
  const key = ({ from, type, to }: Said) =>
    SYMMETRIC.has(type) && to < from ? `${to}\t${type}\t${from}` : `${from}\t${type}\t${to}`;
  return [...new Map(said.map((one) => [key(one), one])).values()];
}

function namesOf({ entities }: Sentence, place: number): string[] {
  return (entities[place]?.names ?? []).map(plain);
}

interface Gold {
  readonly from: readonly string[];
  readonly to: readonly string[];
}

function isPair(gold: Gold, { from, type, to }: Said, eitherWay = false): boolean {
  const straight = gold.from.includes(from) && gold.to.includes(to);
  const turned = gold.from.includes(to) && gold.to.includes(from);
  return straight || (turned && (eitherWay || SYMMETRIC.has(type)));
}

function emptyCounts(): Counts {
  return { right: 0, said: 0, wanted: 0 };
}
