/** Semantic Scholar: works of every field, with references, citations and a sentence about each. */
import type { Identifier } from '@zapomni/core/model';
import type { AskOptions, PaceRules, PaperSource, SourcePage } from '@zapomni/core/ports';
import type { Question, SourceAsker } from './ask/source-asker.ts';
import { defineSource, NO_PAGE, offsetOf, readJson } from './define-source.ts';
import { searchSemanticscholar } from './search/semanticscholar.ts';
import { inPath } from './parse/identifiers.ts';
import { countOf, fieldsOf, listOf, type Fields } from './parse/pick.ts';
import { toCopies, toPaper, toReference } from './parse/semanticscholar-paper.ts';

const CALLED = 'Semantic Scholar';
const BASE = '/graph/v1/paper';
/** With or without a key; without one all callers of the world share a limit. */
const RULES: PaceRules = { minIntervalMs: 1000, concurrency: 1 };
const [LIST, MOST_LISTED] = [50, 1000];
const LISTED = 'title,externalIds,venue,year,authors,journal,publicationDate,publicationTypes,citationCount';
const FIELDS = `${LISTED},abstract,publicationVenue,referenceCount,isOpenAccess,openAccessPdf,s2FieldsOfStudy,tldr`;

export function createSemanticscholar(asker: SourceAsker): PaperSource {
  const one = (id: Identifier, kind: 'record' | 'copies', options?: AskOptions) => askFor(asker, id, kind, options);
  return defineSource(asker, {
    lookup: async (id, options) => {
      const paper = await one(id, 'record', options);
      return paper && toPaper(paper);
    },
    match: async ({ title, year }, options) => {
      const query = { query: title, fields: FIELDS, year: year === undefined ? undefined : `${year - 1}-${year + 1}` };
      const found = await asker.ask(
        { ...asked(asker), path: `${BASE}/search/match`, query, kind: 'search', read: readList },
        options,
      );
      return (found?.items ?? []).map(toPaper);
    },
    references: async (id, options) => {
      const page = await linked(asker, id, 'references', options);
      const from = offsetOf(options?.cursor);
      return { ...page, items: page.items.map((link, at) => toReference(fieldsOf(link['citedPaper']), from + at)) };
    },
    citedBy: async (id, options) => {
      const page = await linked(asker, id, 'citations', options);
      return { ...page, items: page.items.map((link) => toPaper(fieldsOf(link['citingPaper']))) };
    },
    search: (search, options) => searchSemanticscholar(asker, asked(asker), search, options),
    copies: async (id, options) => {
      const paper = await one(id, 'copies', options);
      return paper ? toCopies(paper) : [];
    },
  });
}

function placeOf({ scheme, value }: Identifier): string | null {
  if (scheme === 's2') return value.startsWith('corpusid:') ? `CorpusId:${value.slice('corpusid:'.length)}` : value;
  if (scheme === 'pmcid') return `PMCID:${value.slice('PMC'.length)}`;
  const prefix = (
    { doi: 'DOI', arxiv: 'ARXIV', pmid: 'PMID' } as Readonly<Partial<Record<Identifier['scheme'], string>>>
  )[scheme];
  return prefix === undefined ? null : `${prefix}:${inPath(value)}`;
}

async function askFor(
  asker: SourceAsker,
  id: Identifier,
  kind: 'record' | 'copies',
  options?: AskOptions,
): Promise<Fields | null> {
  const place = placeOf(id);
  if (place === null) return null;
  return asker.ask(
    { ...asked(asker), path: `${BASE}/${place}`, query: { fields: FIELDS }, kind, read: readPaper },
    options,
  );
}

async function linked(
  asker: SourceAsker,
  id: Identifier,
  what: 'references' | 'citations',
  options: AskOptions = {},
): Promise<SourcePage<Fields>> {
  const place = placeOf(id);
  if (place === null) return NO_PAGE;
  const limit = Math.min(options.limit ?? LIST, MOST_LISTED);
  const query = { fields: LISTED, offset: offsetOf(options.cursor), limit };
  const question = { ...asked(asker), path: `${BASE}/${place}/${what}`, query, kind: 'search' as const };
  return (await asker.ask({ ...question, read: readList }, options)) ?? NO_PAGE;
}

function asked({ setup: { key } }: SourceAsker): Pick<Question<unknown>, 'headers' | 'rules'> {
  return { headers: key === undefined ? {} : { 'x-api-key': key }, rules: RULES };
}

function readPaper(body: string): Fields {
  const paper = readJson(CALLED, body);
  if (typeof paper['paperId'] !== 'string') throw new TypeError('no paper');
  return paper;
}

/** `data` is null where a publisher does not let it be told. */
function readList(body: string): SourcePage<Fields> {
  const answer = readJson(CALLED, body);
  if (answer['data'] !== null && !Array.isArray(answer['data'])) throw new TypeError('no list');
  const next = countOf(answer['next']);
  return { items: listOf(answer['data']).map(fieldsOf), next: next === undefined ? null : String(next) };
}
