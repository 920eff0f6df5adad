/** Europe PMC: the life sciences with preprints, full texts that are open, references and who cites. */
import type { Identifier } from '@zapomni/core/model';
import type { AskOptions, PaceRules, PaperSource, SourcePage } from '@zapomni/core/ports';
import type { SourceAsker } from './ask/source-asker.ts';
import { defineSource, NO_PAGE, offsetOf, readJson } from './define-source.ts';
import { readResults, searchEuropepmc } from './search/europepmc.ts';
import { hasId, placeOf, toCitation, toCopies, toPaper, toReference } from './parse/europepmc-result.ts';
import { countOf, fieldsOf, listOf, type Fields } from './parse/pick.ts';

const CALLED = 'Europe PMC';
/** Nothing is written down; this is what others keep to. */
const RULES: PaceRules = { minIntervalMs: 200, concurrency: 2 };
const MOST = 25;
/** What is found by an id has it, but may be found together with what belongs to it. */
const FEW = 5;
const [LIST, MOST_LISTED] = [25, 1000];

export function createEuropepmc(asker: SourceAsker): PaperSource {
  const one = (id: Identifier, kind: 'record' | 'copies', options?: AskOptions) => askFor(asker, id, kind, options);
  return defineSource(asker, {
    lookup: async (id, options) => {
      const result = await one(id, 'record', options);
      return result && toPaper(result);
    },
    match: async ({ title, authors = [], year }, options = {}) => {
      const [first] = authors;
      const query = [
        // In capitals some words would be operators.
        `TITLE:(${(title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')})`,
        ...(first === undefined ? [] : [`AUTH:"${first.replaceAll(/["\\]/gu, '')}"`]),
        ...(year === undefined ? [] : [`PUB_YEAR:[${year - 1} TO ${year + 1}]`]),
      ].join(' AND ');
      return (await search(asker, query, 'search', options)).map(toPaper);
    },
    references: async (id, options) => {
      const found = await list(asker, id, 'references', options);
      return { ...found, items: found.items.map((item, at) => toReference(item, at + offsetOf(options?.cursor))) };
    },
    citedBy: async (id, options) => {
      const found = await list(asker, id, 'citations', options);
      return { ...found, items: found.items.map(toCitation) };
    },
    search: (wanted, options) => {
      const question = { path: '/search', identity: { email: asker.setup.contact }, kind: 'news' as const };
      return searchEuropepmc(
        (query, how) => asker.ask({ ...question, query, rules: RULES, missing: [], read: readResults }, how),
        wanted,
        options,
      );
    },
    copies: async (id, options) => {
      const result = await one(id, 'copies', options);
      return result ? toCopies(result, asker.setup.url) : [];
    },
  });
}

const QUERIES: Readonly<Partial<Record<Identifier['scheme'], (value: string) => string>>> = {
  doi: (value) => `DOI:"${value.replaceAll('"', '')}"`,
  pmid: (value) => `EXT_ID:${value} AND SRC:MED`,
  pmcid: (value) => `PMCID:${value}`,
};

async function askFor(
  asker: SourceAsker,
  { scheme, value }: Identifier,
  kind: 'record' | 'copies',
  options?: AskOptions,
): Promise<Fields | null> {
  const query = QUERIES[scheme];
  const found = query ? await search(asker, query(value), kind, { ...options, limit: FEW }) : [];
  return found.find((result) => hasId(result, { scheme, value })) ?? null;
}

async function search(
  asker: SourceAsker,
  query: string,
  kind: 'record' | 'copies' | 'search',
  options: AskOptions = {},
): Promise<Fields[]> {
  const asking = { query, resultType: 'core', format: 'json', pageSize: Math.min(options.limit ?? 5, MOST) };
  const question = {
    path: '/search',
    query: asking,
    identity: { email: asker.setup.contact },
    kind,
    rules: RULES,
    missing: [],
  };
  return (
    (await asker.ask(
      { ...question, read: (body) => listOf(resultsIn(body, 'resultList', 'result')).map(fieldsOf) },
      options,
    )) ?? []
  );
}

/** By its own number there; what has none is looked up first. Pages are counted from 1. */
async function list(
  asker: SourceAsker,
  id: Identifier,
  what: 'references' | 'citations',
  options: AskOptions = {},
): Promise<SourcePage<Fields>> {
  const result = await askFor(asker, id, 'record', options);
  const place = result && placeOf(result);
  if (!place) return NO_PAGE;
  const limit = Math.min(options.limit ?? LIST, MOST_LISTED);
  const page = Math.floor(offsetOf(options.cursor) / limit) + 1;
  const question = {
    path: `/${place}/${what}`,
    query: { format: 'json', page, pageSize: limit },
    identity: { email: asker.setup.contact },
    kind: 'search' as const,
    rules: RULES,
  };
  const [outer, inner] = what === 'references' ? ['referenceList', 'reference'] : ['citationList', 'citation'];
  const read = (body: string) => ({
    items: listOf(resultsIn(body, outer ?? '', inner ?? '')).map(fieldsOf),
    total: countOf(readJson(CALLED, body)['hitCount']),
  });
  const found = await asker.ask({ ...question, read }, options);
  if (!found) return NO_PAGE;
  const { items, total = items.length } = found;
  return { items, total, next: page * limit < total ? String(page * limit) : null };
}

/** Errors come with 200. */
function resultsIn(body: string, outer: string, inner: string): unknown {
  const answer = readJson(CALLED, body);
  if (answer['errCode'] !== undefined || answer['hitCount'] === undefined)
    throw new TypeError('an error in the place of an answer');
  return fieldsOf(answer[outer])[inner];
}
