/** DataCite: what repositories register with a DOI: data, software, theses, and every paper of arXiv. */
import type { AskOptions, PaceRules, PaperSource } from '@zapomni/core/ports';
import type { Identifier } from '@zapomni/core/model';
import type { SourceAsker } from './ask/source-asker.ts';
import { defineSource, NO_PAGE, pageOf, readJson } from './define-source.ts';
import { toCopies, toPaper, toReferences } from './parse/datacite-work.ts';
import { doiOf } from './parse/identifiers.ts';
import { fieldsOf, type Fields } from './parse/pick.ts';

const CALLED = 'DataCite';
const ACCEPT = 'application/vnd.api+json';
const MOST = 20;

export function createDatacite(asker: SourceAsker): PaperSource {
  const one = (id: Identifier, kind: 'record' | 'copies', options?: AskOptions) => askFor(asker, id, kind, options);
  return defineSource(asker, {
    lookup: async (id, options) => {
      const work = await one(id, 'record', options);
      return work && toPaper(work);
    },
    match: async ({ title, year }, options = {}) => {
      const words = `titles.title:(${wordsOf(title)})${year === undefined ? '' : ` AND publicationYear:[${year - 1} TO ${year + 1}]`}`;
      const query = { query: words, 'page[size]': Math.min(options.limit ?? 5, MOST) };
      const asked = {
        path: '/dois',
        query,
        kind: 'search' as const,
        rules: rulesOf(asker),
        accept: ACCEPT,
        missing: [],
      };
      return ((await asker.ask({ ...asked, read: readList }, options)) ?? []).map(toPaper);
    },
    references: async (id, options) => {
      const work = await one(id, 'record', options);
      return work ? pageOf(toReferences(work), options ?? {}) : NO_PAGE;
    },
    copies: async (id, options) => {
      const work = await one(id, 'copies', options);
      return work ? toCopies(work) : [];
    },
  });
}

async function askFor(
  asker: SourceAsker,
  id: Identifier,
  kind: 'record' | 'copies',
  options?: AskOptions,
): Promise<Fields | null> {
  const doi = doiOf(id);
  if (doi === null) return null;
  const path = `/dois/${encodeURIComponent(doi)}`;
  return asker.ask({ path, kind, rules: rulesOf(asker), accept: ACCEPT, read: readWork }, options);
}

/** So many in five minutes, more for those who say who they are. */
function rulesOf({ setup: { contact } }: SourceAsker): PaceRules {
  return { minIntervalMs: contact === undefined ? 600 : 300, concurrency: 2 };
}

/** All of them, none with a meaning of its own. */
function wordsOf(title: string): string {
  return (title.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.toLowerCase()).join(' AND ');
}

function readWork(body: string): Fields {
  const attributes = fieldsOf(fieldsOf(readJson(CALLED, body)['data'])['attributes']);
  if (attributes['doi'] === undefined) throw new TypeError('no work');
  return attributes;
}

function readList(body: string): Fields[] {
  const { data } = readJson(CALLED, body);
  if (!Array.isArray(data)) throw new TypeError('no list');
  return data.map((one) => fieldsOf(fieldsOf(one)['attributes']));
}
