/** What a query demands and wishes of a paper, one by one: what is met, what is missed, and whether a gate is shut. */
import type { BibliographicItem, PartialDate } from '../../../model/papers/index.ts';
import { fold, authorsOf } from '../library/keep/keys.ts';
import type { QueryDefinition } from '../queries/query-record.ts';
import { saysTopic, toRun, type CandidateText } from './candidate-text.ts';

export interface Criteria {
  readonly met: readonly string[];
  readonly missed: readonly string[];
  /** Why it is rejected whatever else speaks for it; null where every gate is open. */
  readonly shut: string | null;
  /** A gate could not be looked through: nobody knows when it appeared. */
  readonly unsure: boolean;
  /** Of the preferred topics and methods, 0–1; null where none is named. */
  readonly preferred: number | null;
  /** Of the keywords, 0–1; null where there are none. */
  readonly keywords: number | null;
  /** 1 where somebody who is followed has written it; null where nobody is. */
  readonly authors: number | null;
}

type Judge = (item: BibliographicItem, text: CandidateText) => Criteria;

/** Made once for each query. */
export function criteriaOf(query: QueryDefinition): Judge {
  const runs = (topics: readonly string[]) => topics.map((topic) => ({ topic, run: toRun(topic) }));
  const [required, excluded, preferred] = [runs(query.required), runs(query.excluded), runs(query.preferred)];
  const [keywords, methods] = [runs(query.keywords), runs(query.methods)];
  const people = query.authors.map(toPerson);
  return (item, text) => {
    const [met, missed]: [string[], string[]] = [[], []];
    const look = (label: string, topics: ReturnType<typeof runs>) =>
      topics.filter(({ topic, run }) => {
        const says = saysTopic(text, run);
        (says ? met : missed).push(`${label}: ${topic}`);
        return says;
      });
    const has = look('required', required);
    const must = required.find((one) => !has.includes(one));
    const barred = excluded.find(({ run }) => saysTopic(text, run));
    if (barred) missed.push(`excluded: ${barred.topic}`);
    const dates = judgeDates(query, item);
    if (dates) (dates.isMet ? met : missed).push(dates.words);
    const wished = [...look('preferred', preferred), ...look('method', methods)].length;
    const named = look('keyword', keywords).length;
    const writers = people.filter((person) => authorsOf(item).some((author) => isPerson(person, author)));
    for (const person of people) (writers.includes(person) ? met : missed).push(`author: ${person.said}`);
    return {
      met,
      missed,
      shut: shutBy({ must: must?.topic, barred: barred?.topic, dates }),
      unsure: dates !== null && !dates.isKnown,
      preferred: share(wished, preferred.length + methods.length),
      keywords: share(named, keywords.length),
      authors: people.length === 0 ? null : writers.length > 0 ? 1 : 0,
    };
  };
}

function share(some: number, all: number): number | null {
  return all === 0 ? null : some / all;
}

interface Gates {
  readonly must: string | undefined;
  readonly barred: string | undefined;
  readonly dates: { readonly isMet: boolean; readonly isKnown: boolean; readonly words: string } | null;
}

function shutBy({ must, barred, dates }: Gates): string | null {
  if (must !== undefined) return `it does not say “${must}”, which is required`;
  if (barred !== undefined) return `it says “${barred}”, which is excluded`;
  return dates && !dates.isMet && dates.isKnown ? 'it was not published in the time that is asked for' : null;
}

function judgeDates({ published: { from, until } }: QueryDefinition, item: BibliographicItem): Gates['dates'] {
  if (from === null && until === null) return null;
  const words = `published: ${from ?? '…'} to ${until ?? '…'}`;
  const days = daysOf(item.issued ?? item.available_date ?? item.submitted);
  if (!days) return { isMet: false, isKnown: false, words: `${words} (date unknown)` };
  // What is known by its year alone may have appeared on any day of it.
  const isMet = (from === null || days.last >= from) && (until === null || days.first <= until);
  return { isMet, isKnown: true, words };
}

/** The first and last day on which it may have appeared; null where nobody knows the year. */
function daysOf(date: PartialDate | undefined): { readonly first: string; readonly last: string } | null {
  if (date?.year === undefined) return null;
  const { year, month, day } = date;
  const two = (part: number) => String(part).padStart(2, '0');
  const of = (m: number, d: number) => `${String(year).padStart(4, '0')}-${two(m)}-${two(d)}`;
  return { first: of(month ?? 1, day ?? 1), last: of(month ?? 12, day ?? 31) };
}

interface Person {
  readonly said: string;
  readonly family: string;
  readonly given: readonly string[];
}

/** `Family, Given`, `Given Family` or `Family`. */
function toPerson(said: string): Person {
  const [family = '', given] = said.split(',').map(fold);
  if (given !== undefined) return { said, family, given: wordsOf(given) };
  const words = wordsOf(family);
  return { said, family: words.at(-1) ?? '', given: words.slice(0, -1) };
}

/** The same family name, and given names that do not contradict each other: an initial stands for any that begin so. */
function isPerson(person: Person, author: ReturnType<typeof authorsOf>[number]): boolean {
  const { particle, family, literal, given } = author;
  if (family === undefined) return fold(literal ?? given ?? '') === fold(person.said);
  const names = new Set([fold(family), fold([particle ?? '', family].join(' '))]);
  const whole = wordsOf(fold(person.said.replaceAll(',', ' '))).join(' ');
  if (names.has(whole)) return true;
  if (!names.has(person.family)) return false;
  const theirs = wordsOf(fold(given ?? ''));
  const between = wordsOf(fold(particle ?? ''));
  return person.given
    .filter((name) => !between.includes(name))
    .every((name, i) => theirs[i] === undefined || begins(name, theirs[i]));
}

function begins(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one);
}

function wordsOf(text: string): string[] {
  return text.split(' ').filter((word) => word !== '');
}
