/** Unpaywall: where a work with a DOI can be read for nothing. Wants to know who asks, and answers nobody else. */
import type { BibliographicItem, Identifier, ItemType } from '@zapomni/core/model';
import type { AskOptions, OpenCopy, PaceRules, PaperSource, SourcedPaper } from '@zapomni/core/ports';
import type { Question, SourceAsker } from './ask/source-asker.ts';
import { defineSource, readJson } from './define-source.ts';
import { cleanLine } from './parse/clean-text.ts';
import { dateOf, dateOrYear } from './parse/dates.ts';
import { identifiersOf, inPath } from './parse/identifiers.ts';
import { people, toContributor, toPerson } from './parse/names.ts';
import { countOf, fieldsOf, known, listOf, textOf, type Fields } from './parse/pick.ts';

const CALLED = 'Unpaywall';
const RULES: PaceRules = { minIntervalMs: 100, concurrency: 2, perDay: 100_000 };
/** For one that is missing, or is none. */
const NO_ADDRESS = 422;
const TYPES: Readonly<Record<string, ItemType>> = {
  'journal-article': 'article-journal',
  'proceedings-article': 'paper-conference',
  'posted-content': 'article',
  'book-chapter': 'chapter',
  book: 'book',
  monograph: 'book',
  dissertation: 'thesis',
  report: 'report',
  dataset: 'dataset',
};
const VERSIONS: Readonly<Record<string, NonNullable<OpenCopy['version']>>> = {
  submittedVersion: 'submitted',
  acceptedVersion: 'accepted',
  publishedVersion: 'published',
};

export function createUnpaywall(asker: SourceAsker): PaperSource {
  const one = (id: Identifier, kind: 'record' | 'copies', options?: AskOptions) => askFor(asker, id, kind, options);
  return defineSource(asker, {
    lookup: async (id, options) => {
      const record = await one(id, 'record', options);
      return record && toPaper(record);
    },
    match: async ({ title }, options = {}) => {
      const question = {
        ...asked(asker),
        path: '/v2/search',
        query: { query: title },
        kind: 'search' as const,
        missing: [],
      };
      const found = (await asker.ask({ ...question, read: readResults }, options)) ?? [];
      return found.slice(0, options.limit ?? 5).map(toPaper);
    },
    copies: async (id, options) => {
      const record = await one(id, 'copies', options);
      return record ? toCopies(record) : [];
    },
  });
}

async function askFor(
  asker: SourceAsker,
  { scheme, value }: Identifier,
  kind: 'record' | 'copies',
  options?: AskOptions,
): Promise<Fields | null> {
  if (scheme !== 'doi') return null;
  return asker.ask({ ...asked(asker), path: `/v2/${inPath(value)}`, kind, read: readRecord }, options);
}

function asked(asker: SourceAsker) {
  const { contact, isOn, isOffline } = asker.setup;
  if (contact === undefined && isOn && !isOffline)
    throw asker.needs('ZAPOMNI_WEB_CONTACT', 'wants to be told an e-mail address');
  const refusal: Question<unknown>['refusal'] = ({ status }) =>
    status === NO_ADDRESS ? asker.needs('ZAPOMNI_WEB_CONTACT', 'does not take the address that is set') : undefined;
  return { identity: { email: contact }, rules: RULES, refusal };
}

function readRecord(body: string): Fields {
  const record = readJson(CALLED, body);
  if (typeof record['doi'] !== 'string') throw new TypeError('no record');
  return record;
}

function readResults(body: string): Fields[] {
  const { results } = readJson(CALLED, body);
  if (!Array.isArray(results)) throw new TypeError('no list');
  return results.map((one) => fieldsOf(fieldsOf(one)['response']));
}

function toPaper(record: Fields): SourcedPaper {
  return known({ item: toItem(record), openAccess: textOf(record['oa_status']) });
}

function toItem(record: Fields): BibliographicItem {
  const issns = textOf(record['journal_issns'])?.split(',') ?? [];
  return known({
    type: TYPES[textOf(record['genre']) ?? ''] ?? 'document',
    title: cleanLine(textOf(record['title'])),
    contributors: people(listOf(record['z_authors']).map((one) => toAuthor(fieldsOf(one)))),
    identifiers: identifiersOf([['doi', textOf(record['doi'])], ...issns.map((issn) => ['issn', issn] as const)]),
    issued: dateOrYear(textOf(record['published_date'])) ?? dateOf(countOf(record['year'])),
    container_title: cleanLine(textOf(record['journal_name'])),
    publisher: cleanLine(textOf(record['publisher'])),
    license: textOf(fieldsOf(record['best_oa_location'])['license']),
  });
}

/** It has changed how it writes names; both are about. */
function toAuthor(author: Fields) {
  const [family, given] = [textOf(author['family']), textOf(author['given'])];
  const orcid = textOf(author['ORCID']);
  return family === undefined
    ? toPerson(textOf(author['raw_author_name']) ?? textOf(author['name']), { orcid })
    : toContributor({ family, given, orcid });
}

function toCopies(record: Fields): OpenCopy[] {
  const all = [record['best_oa_location'], ...listOf(record['oa_locations'])].map(fieldsOf);
  const copies = all.flatMap((place) => {
    const about = {
      version: VERSIONS[textOf(place['version']) ?? ''],
      licence: textOf(place['license']),
      host: textOf(place['repository_institution']) ?? textOf(place['host_type']),
    };
    const [pdf, landing] = [textOf(place['url_for_pdf']), textOf(place['url_for_landing_page'])];
    return [
      ...(pdf === undefined ? [] : [known({ url: pdf, kind: 'pdf' as const, ...about })]),
      ...(landing === undefined ? [] : [known({ url: landing, kind: 'landing' as const, ...about })]),
    ];
  });
  return [...new Map(copies.map((copy) => [copy.url, copy])).values()];
}
