/** What a caller says of a query, made into what is kept, or an error that names the field in the caller's words. */
import { invalidField } from '../../../errors/index.ts';
import { toPhrase, toTerms } from '../../../model/index.ts';
import { tagKey } from '../library/keep/keys.ts';
import { checkSchedule } from './check-schedule.ts';
import type { QueryDefinition } from './query-record.ts';

/** Fields of a query by the names that tools and commands have for them. */
const CALLED = {
  description: 'description',
  question: 'research_question',
  keywords: 'keywords',
  required: 'required_topics',
  excluded: 'excluded_topics',
  preferred: 'preferred_topics',
  authors: 'authors',
  methods: 'methodology_preferences',
  sources: 'selected_sources',
} as const;

const MOST_TEXT = 4000;
const MOST_ENTRIES = 100;
const MOST_ENTRY = 300;
const MOST_NAME = 100;
const MOST_PER_RUN = 10_000;
const MOST_PER_DAY = 1000;

export const NEW_QUERY: QueryDefinition = {
  description: '',
  question: '',
  keywords: [],
  required: [],
  excluded: [],
  preferred: [],
  authors: [],
  methods: [],
  published: { from: null, until: null },
  sources: [],
  schedule: null,
  min_score: 0.7,
  max_per_run: 50,
  auto_download: null,
};

/** Letters, digits, spaces and `- _ .`: a name stands in addresses, in front of a colon and on a command line. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._-]*$/u;

export function checkName(given: string, field = 'name'): { readonly name: string; readonly name_key: string } {
  const name = given.normalize('NFC').trim().replaceAll(/ +/g, ' ');
  if (name === '') throw invalidField(field, 'is empty');
  if (name.length > MOST_NAME) throw invalidField(field, `has more than ${MOST_NAME} characters`);
  if (!NAME.test(name))
    throw invalidField(
      field,
      'may have letters, digits, spaces, hyphens, underscores and dots, and begins with one of the first two',
    );
  return { name, name_key: tagKey(name) };
}

/** As it is kept: trimmed, each entry once. `now` is for schedules, which must fire after it. */
export function checkDefinition(given: QueryDefinition, now: number): QueryDefinition {
  const definition: QueryDefinition = {
    ...given,
    description: checkText('description', given.description),
    question: checkText('question', given.question),
    keywords: checkTopics('keywords', given.keywords),
    required: checkTopics('required', given.required),
    excluded: checkTopics('excluded', given.excluded),
    preferred: checkTopics('preferred', given.preferred),
    methods: checkTopics('methods', given.methods),
    authors: checkList('authors', given.authors),
    sources: checkList('sources', given.sources),
    published: checkDates(given.published),
    schedule: given.schedule && checkSchedule(given.schedule, now),
  };
  if (toTerms(definition.question).length === 0)
    throw invalidField(CALLED.question, 'has no words', 'Say in a sentence what is to be found out.');
  checkNumbers(definition);
  checkContradictions(definition);
  return definition;
}

function checkText(field: 'description' | 'question', given: string): string {
  if (given.length > MOST_TEXT) throw invalidField(CALLED[field], `has more than ${MOST_TEXT} characters`);
  return given.trim().toWellFormed();
}

type ListField = Exclude<keyof typeof CALLED, 'description' | 'question'>;

function checkList(field: ListField, given: readonly string[]): string[] {
  if (given.length > MOST_ENTRIES) throw invalidField(CALLED[field], `has more than ${MOST_ENTRIES} entries`);
  const entries = new Map<string, string>();
  given.forEach((text, i) => {
    const entry = text.trim().replaceAll(/\s+/g, ' ').toWellFormed();
    if (entry === '') throw invalidField(`${CALLED[field]}[${i}]`, 'is empty');
    if (entry.length > MOST_ENTRY)
      throw invalidField(`${CALLED[field]}[${i}]`, `has more than ${MOST_ENTRY} characters`);
    if (!entries.has(tagKey(entry))) entries.set(tagKey(entry), entry);
  });
  return [...entries.values()];
}

/** Words and phrases that are looked for in texts: each has a word. */
function checkTopics(field: ListField, given: readonly string[]): string[] {
  given.forEach((entry, i) => {
    if (entry.trim() !== '' && toTerms(entry).length === 0)
      throw invalidField(`${CALLED[field]}[${i}]`, 'has no words');
  });
  return checkList(field, given);
}

const DAY = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/;

function checkDates({ from, until }: QueryDefinition['published']): QueryDefinition['published'] {
  const [first, last] = [from && dayOf(from, 'start'), until && dayOf(until, 'end')];
  if (first !== null && last !== null && first > last)
    throw invalidField('publication_date_range', 'ends before it begins', 'start is the earlier day.');
  return { from: first, until: last };
}

/** The first day of a year or month where it begins, the last where it ends. */
function dayOf(given: string, which: 'start' | 'end'): string {
  const field = `publication_date_range.${which}`;
  const found = DAY.exec(given.trim());
  if (!found) throw invalidField(field, 'is no date; say YYYY, YYYY-MM or YYYY-MM-DD');
  const year = Number(found[1]);
  const month = Number(found[2] ?? (which === 'start' ? 1 : 12));
  const last = new Date(Date.UTC(2000, month, 0)).setUTCFullYear(year, month, 0);
  const day = Number(found[3] ?? (which === 'start' ? 1 : new Date(last).getUTCDate()));
  if (month < 1 || month > 12 || day < 1 || day > new Date(last).getUTCDate())
    throw invalidField(field, 'is no day of the calendar');
  return `${found[1]}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

function checkNumbers({ min_score, max_per_run, auto_download }: QueryDefinition): void {
  checkRange('min_relevance_score', min_score, [0, 1]);
  checkRange('max_articles_per_run', max_per_run, [1, MOST_PER_RUN]);
  if (!auto_download) return;
  checkRange('auto_download_min_score', auto_download.min_score, [0, 1]);
  checkRange('auto_download_per_day', auto_download.per_day, [1, MOST_PER_DAY]);
}

function checkRange(field: string, given: number, [least, most]: readonly [number, number]): void {
  if (!(given >= least && given <= most)) throw invalidField(field, `must be from ${least} to ${most}`);
}

/** What no paper could meet: a word that must be there and must not. */
function checkContradictions({ required, preferred, keywords, excluded }: QueryDefinition): void {
  for (const [i, entry] of excluded.entries()) {
    const phrase = toPhrase(entry);
    const hard = required.find((topic) => holdsRun(toPhrase(topic), phrase));
    const soft = [...preferred, ...keywords].find((topic) => toPhrase(topic).join(' ') === phrase.join(' '));
    if (hard !== undefined)
      throw invalidField(`excluded_topics[${i}]`, 'is in what is required too, so that no paper could pass', BOTH);
    if (soft !== undefined)
      throw invalidField(`excluded_topics[${i}]`, 'is among the keywords or preferred topics too', BOTH);
  }
}

const BOTH = 'Take it out of one of the two.';

/** Whether `run` stands in `words`, as neighbours. */
function holdsRun(words: readonly string[], run: readonly string[]): boolean {
  if (run.length === 0) return false;
  for (let i = words.indexOf(run[0] as string); i >= 0; i = words.indexOf(run[0] as string, i + 1))
    if (run.every((word, j) => words[i + j] === word)) return true;
  return false;
}
