/** bioRxiv and medRxiv: preprints by their DOI, with what they became, and by the days they were posted. */
import type { BibliographicItem, Identifier } from '@zapomni/core/model';
import type { AskOptions, OpenCopy, PaceRules, PaperSource, SourcedPaper } from '@zapomni/core/ports';
import type { SourceAsker } from './ask/source-asker.ts';
import { defineSource, readJson } from './define-source.ts';
import { searchBiorxiv } from './search/biorxiv.ts';
import { cleanLine, cleanText } from './parse/clean-text.ts';
import { dateFromIso } from './parse/dates.ts';
import { identifierOf, identifiersOf, inPath } from './parse/identifiers.ts';
import { people, toPerson } from './parse/names.ts';
import { countOf, fieldsOf, known, listOf, some, textOf, type Fields } from './parse/pick.ts';

const CALLED = 'bioRxiv';
const RULES: PaceRules = { minIntervalMs: 1000, concurrency: 1 };
const SERVERS = ['biorxiv', 'medrxiv'] as const;
/** The second since the end of 2025. */
const OWN_DOI = /^10\.(?:1101|64898)\//;
const NOT_SAID = /^(?:na|n\/a|none)?$/i;

export function createBiorxiv(asker: SourceAsker): PaperSource {
  return defineSource(asker, {
    lookup: async (id, options) => {
      const post = await askFor(asker, id, 'record', options);
      return post && toPaper(post);
    },
    search: (search, options) => searchBiorxiv(asker, { rules: RULES, toPaper }, search, options),
    copies: async (id, options) => {
      const post = await askFor(asker, id, 'copies', options);
      return post ? toCopies(post) : [];
    },
  });
}

/** A DOI does not say which of the two servers has it. Of its versions the last counts. */
async function askFor(
  asker: SourceAsker,
  { scheme, value }: Identifier,
  kind: 'record' | 'copies',
  options?: AskOptions,
): Promise<Fields | null> {
  if (scheme !== 'doi' || !OWN_DOI.test(value)) return null;
  for (const server of SERVERS) {
    const path = `/details/${server}/${inPath(value)}/na/json`;
    const posts = await asker.ask({ path, kind, rules: RULES, read: readPosts }, options);
    const last = posts?.toSorted((a, b) => (countOf(a['version']) ?? 0) - (countOf(b['version']) ?? 0)).at(-1);
    if (last) return last;
  }
  return null;
}

/** How it went stands in the answer; that there is none of a number is no failure. */
function readPosts(body: string): Fields[] {
  const { messages, collection } = readJson(CALLED, body);
  const status = textOf(fieldsOf(listOf(messages)[0])['status']) ?? '';
  if (/no posts found/i.test(status)) return [];
  if (!/^ok$/i.test(status) || !Array.isArray(collection)) throw new TypeError('an error in the place of an answer');
  return collection.map(fieldsOf);
}

function said(value: unknown): string | undefined {
  const text = textOf(value);
  return text === undefined || NOT_SAID.test(text) ? undefined : text;
}

function toPaper(post: Fields): SourcedPaper {
  const published = identifierOf('doi', said(post['published']) ?? '');
  const category = cleanLine(said(post['category']));
  return known({
    item: toItem(post),
    openAccess: 'green',
    topics: some(category === undefined ? [] : [category]),
    retraction: /withdraw/i.test(textOf(post['type']) ?? '') ? { kind: 'withdrawal' as const } : undefined,
    versions: published ? [{ identifier: published, relation: 'published' as const }] : undefined,
  });
}

function toItem(post: Fields): BibliographicItem {
  const authors = said(post['authors'])?.split(/\s*;\s*/u) ?? [];
  return known({
    type: 'article' as const,
    title: cleanLine(said(post['title'])),
    contributors: people(authors.map((name) => toPerson(name))),
    identifiers: identifiersOf([['doi', said(post['doi'])]]),
    issued: dateFromIso(said(post['date'])),
    container_title: said(post['server']),
    publisher: 'Cold Spring Harbor Laboratory',
    version: said(post['version']),
    genre: 'preprint',
    abstract: cleanText(said(post['abstract'])),
    license: licenceOf(post),
  });
}

function licenceOf(post: Fields): string | undefined {
  const licence = said(post['license'])?.replaceAll('_', '-').toLowerCase();
  return licence === undefined || licence === 'cc-no' ? undefined : licence;
}

function toCopies(post: Fields): OpenCopy[] {
  const [doi, version, jats] = [said(post['doi']), said(post['version']), said(post['jatsxml'])];
  if (doi === undefined) return [];
  const server = /medrxiv/i.test(said(post['server']) ?? '') ? 'medrxiv' : 'biorxiv';
  const page = `https://www.${server}.org/content/${inPath(doi)}${version === undefined ? '' : `v${version}`}`;
  const about = known({ version: 'submitted' as const, licence: licenceOf(post), host: said(post['server']) });
  return [
    ...(jats === undefined ? [] : [{ url: jats, kind: 'jats' as const, ...about }]),
    { url: `${page}.full.pdf`, kind: 'pdf', ...about },
    { url: page, kind: 'landing', ...about },
  ];
}
