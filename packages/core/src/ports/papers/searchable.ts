/**
 * What each source can be searched by. Who makes a search asks here first, without any network, and so does the source before it asks its
 * service: what has no meaning there is refused by the field's name, and never left out in silence.
 */
import { invalidField } from '../../errors/zapomni-error.ts';
import { parseIsoDate } from '../../model/dates.ts';
import type { PaperSearch, SearchSort } from './paper-search.ts';
import type { PaperSourceName } from './paper-source.ts';

type SearchField = 'authors' | 'subjects' | 'venue' | 'types' | 'server' | 'filter';

export interface Searchable {
  readonly fields: readonly SearchField[];
  readonly sorts: readonly SearchSort[];
  /** What a search has to say at least one of. */
  readonly needs: readonly ('keywords' | 'from' | SearchField)[];
}

/** Those that cannot be searched are not in it. */
export const SEARCHABLE: Readonly<Partial<Record<PaperSourceName, Searchable>>> = {
  arxiv: {
    fields: ['authors', 'subjects'],
    sorts: ['newest', 'updated', 'relevance'],
    needs: ['keywords', 'authors', 'subjects'],
  },
  pubmed: {
    fields: ['authors', 'subjects', 'venue', 'types'],
    sorts: ['newest', 'updated', 'relevance'],
    needs: ['keywords', 'authors', 'subjects', 'venue'],
  },
  crossref: {
    fields: ['authors', 'venue', 'types', 'filter'],
    sorts: ['newest', 'updated', 'relevance'],
    needs: ['keywords', 'authors', 'venue', 'filter'],
  },
  openalex: {
    fields: ['authors', 'subjects', 'venue', 'types', 'filter'],
    sorts: ['newest', 'updated', 'relevance'],
    needs: ['keywords', 'authors', 'subjects', 'filter'],
  },
  biorxiv: { fields: ['authors', 'subjects', 'types', 'server'], sorts: ['newest', 'updated'], needs: ['from'] },
  semanticscholar: {
    fields: ['authors', 'subjects', 'venue', 'types'],
    sorts: ['newest'],
    needs: ['keywords'],
  },
  europepmc: {
    fields: ['authors', 'subjects', 'venue', 'types'],
    sorts: ['newest', 'updated', 'relevance'],
    needs: ['keywords', 'authors', 'subjects', 'venue'],
  },
};

const FIELDS: readonly SearchField[] = ['authors', 'subjects', 'venue', 'types', 'server', 'filter'];
const MOST_WORDS = 100;
const LONGEST = 300;
/** Something that can be looked for. */
const TELLING = /[\p{L}\p{N}]/u;

/** Fails with INVALID_INPUT, naming the field as `PaperSearch` has it. */
export function checkSearch(source: PaperSourceName, search: PaperSearch): void {
  const able = SEARCHABLE[source];
  if (!able) throw invalidField('source', `${source} cannot be searched`, `Use one of ${namesOf(SEARCHABLE)}.`);
  const foreign = FIELDS.find((field) => isSaid(search[field]) && !able.fields.includes(field));
  if (foreign) throw invalidField(foreign, `${source} cannot be searched by it`, `Leave ${foreign} out there.`);
  if (!able.sorts.includes(search.sort))
    throw invalidField('sort', `${source} has no order by ${search.sort}`, `Use ${able.sorts.join(' or ')}.`);
  checkTexts(search);
  checkDays(search);
  if (!able.needs.some((field) => isSaid(search[field]))) {
    const wanted = able.needs.join(', ');
    throw invalidField(able.needs[0] ?? 'keywords', `${source} has to be told one of ${wanted}`);
  }
}

function namesOf(table: object): string {
  return Object.keys(table).join(', ');
}

function isSaid(value: string | readonly string[] | undefined): boolean {
  return value !== undefined && value.length > 0;
}

function checkTexts(search: PaperSearch): void {
  for (const field of ['keywords', 'authors', 'subjects', 'types'] as const) {
    const all = search[field] ?? [];
    if (all.length > MOST_WORDS) throw invalidField(field, `at most ${MOST_WORDS}`);
    all.forEach((text, i) => checkText(`${field}[${i}]`, text));
  }
  for (const field of ['venue', 'server', 'filter'] as const) {
    const text = search[field];
    if (text !== undefined) checkText(field, text);
  }
}

function checkText(field: string, text: string): void {
  if (!TELLING.test(text)) throw invalidField(field, 'nothing in it can be looked for');
  if (text.length > LONGEST) throw invalidField(field, `longer than ${LONGEST} characters`);
}

function checkDays({ from, until }: PaperSearch): void {
  for (const [field, day] of Object.entries({ from, until })) {
    const moment = day === undefined ? null : parseIsoDate(day);
    if (day !== undefined && !/^\d{4}-\d{2}-\d{2}$/u.test(day)) throw invalidField(field, 'a day as YYYY-MM-DD');
    if (day !== undefined && !moment) throw invalidField(field, 'no such day');
  }
  if (from !== undefined && until !== undefined && from > until)
    throw invalidField('until', 'it is before `from`', 'Turn the two days round.');
}
