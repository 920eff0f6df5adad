/** A vocabulary made ready for looking up: every form of every word, and what it may mean. */
import { fold } from '../terms/fold.ts';
import type { Unit } from './calendar.ts';
import type { Vocabulary } from './vocabulary.ts';

export type Relation = 'before' | 'after' | 'since' | 'until' | 'during';
export type Role =
  | Relation
  | 'month'
  | 'weekday'
  | 'unit'
  | 'day'
  | 'part'
  | 'season'
  | 'shift'
  | 'past'
  | 'ago'
  | 'number'
  | 'few'
  | 'last-year'
  | 'edge'
  | 'in'
  | 'between'
  | 'and'
  | 'to'
  | 'of';

export interface Sense {
  readonly role: Role;
  /** What it is the how-manieth of: month 3, weekday 1, the day −1 from today … */
  readonly value: number;
  readonly unit?: Unit | undefined;
  /** Has other meanings too. */
  readonly weak: boolean;
}

export interface Lexicon {
  readonly code: string;
  readonly postpositions: boolean;
  /** By the form's words, folded, one blank between them. */
  readonly senses: ReadonlyMap<string, readonly Sense[]>;
}

/** No form has more words. */
export const LONGEST_FORM = 4;
/** Without one of these a query in the language says nothing of time. */
const ANCHORS: ReadonlySet<Role> = new Set([
  ...(['month', 'weekday', 'unit', 'day', 'season', 'last-year', 'part'] as const),
  ...(['before', 'after', 'since', 'until', 'during'] as const),
]);

export function toLexicon(vocabulary: Vocabulary): Lexicon {
  const senses = new Map<string, Sense[]>();
  const add = (forms: string | undefined, sense: Omit<Sense, 'weak'>) => {
    for (const { key, weak } of spellOut(forms ?? '')) {
      const known = senses.get(key);
      const next: Sense = { role: sense.role, value: sense.value, unit: sense.unit, weak };
      if (known) known.push(next);
      else senses.set(key, [next]);
    }
  };
  addNames(vocabulary, add);
  addRelations(vocabulary, add);
  return { code: vocabulary.code, postpositions: vocabulary.postpositions === true, senses };
}

type Add = (forms: string | undefined, sense: Omit<Sense, 'weak'>) => void;

function addNames(vocabulary: Vocabulary, add: Add): void {
  const { months, weekdays, seasons, parts, days, edges, numbers } = vocabulary;
  const addAll = (forms: readonly string[], role: Role, first: number) =>
    forms.forEach((form, i) => add(form, { role, value: first + i }));
  addAll(months, 'month', 1);
  addAll(weekdays, 'weekday', 1);
  addAll(seasons, 'season', 0);
  addAll(parts, 'part', 0);
  addAll(days, 'day', -2);
  addAll(edges ?? [], 'edge', 0);
  addAll(numbers.split(','), 'number', 1);
  addAll([vocabulary.last, vocabulary.this, vocabulary.next], 'shift', -1);
  for (const [unit, forms] of Object.entries(vocabulary.units))
    add(forms, { role: 'unit', value: 0, unit: unit as Unit });
}

function addRelations(vocabulary: Vocabulary, add: Add): void {
  const { past, few, lastYear, ago } = vocabulary;
  const roles = ['before', 'after', 'since', 'until', 'during', 'in', 'between', 'and', 'to', 'of'] as const;
  for (const role of roles) add(vocabulary[role], { role, value: 0 });
  add(past, { role: 'past', value: 0 });
  add(few, { role: 'few', value: 0 });
  add(lastYear, { role: 'last-year', value: 0 });
  add(ago, { role: 'ago', value: 0 });
}

interface Form {
  readonly key: string;
  readonly weak: boolean;
}

/** Plain loops: thousands of forms are spelled out before the first answer. */
function spellOut(forms: string): Form[] {
  const found: Form[] = [];
  for (const form of fold(forms).split('|')) {
    const weak = form.endsWith('?');
    const [stem = '', ...endings] = (weak ? form.slice(0, -1) : form).split('/');
    if (endings.length === 0 && stem !== '') found.push({ key: toKey(stem), weak });
    const key = endings.length === 0 ? '' : toKey(stem);
    for (const ending of endings) found.push({ key: key + ending, weak });
  }
  return found;
}

function toKey(form: string): string {
  return /[\s'’-]/.test(form) ? form.replace(/[\s'’-]+/g, ' ').trim() : form;
}

/** The first words of what a language cannot speak of time without. */
export function anchorsOf({ senses }: Lexicon): Set<string> {
  const anchors = new Set<string>();
  for (const [key, meanings] of senses) {
    const [first = key] = key.split(' ', 1);
    if (meanings.some(isAnchor)) anchors.add(first);
  }
  return anchors;
}

/** A day that may be something else is borne out by the rest of the query; other words by the anchor beside them. */
function isAnchor({ role, weak }: Sense): boolean {
  return ANCHORS.has(role) && (!weak || role === 'day');
}

/** What the forms of a vocabulary's anchors begin with. */
export function stemsOf(vocabulary: Vocabulary): string[] {
  const { months, weekdays, units, days, parts, seasons, lastYear = '' } = vocabulary;
  const { before, after, since, until, during } = vocabulary;
  const forms = [
    months,
    weekdays,
    Object.values(units),
    days,
    parts,
    seasons,
    lastYear,
    before,
    after,
    since,
    until,
    during,
  ];
  return fold(forms.flat().join('|'))
    .split('|')
    .map((form) => form.split(/[/?\s'’-]/, 1)[0] ?? '');
}
