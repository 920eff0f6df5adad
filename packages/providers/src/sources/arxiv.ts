/** arXiv: preprints, by its Atom interface. One request in three seconds, from all machines of a user together. */
import type { Identifier } from '@zapomni/core/model';
import type { AskOptions, PaceRules, PaperSource } from '@zapomni/core/ports';
import type { SourceAsker } from './ask/source-asker.ts';
import { defineSource } from './define-source.ts';
import { searchArxiv } from './search/arxiv.ts';
import { readFeed, toCopies, toPaper, type Entry } from './parse/arxiv-entry.ts';

const RULES: PaceRules = { minIntervalMs: 3000, concurrency: 1 };
const MOST = 20;
/** For an id that can be none; errors come as entries with 200 too. */
const BAD_REQUEST = 400;

export function createArxiv(asker: SourceAsker): PaperSource {
  const one = (id: Identifier, kind: 'record' | 'copies', options?: AskOptions) => askFor(asker, id, kind, options);
  return defineSource(asker, {
    lookup: async (id, options) => {
      const entry = await one(id, 'record', options);
      return entry && toPaper(entry);
    },
    match: async ({ title, authors = [] }, options = {}) => {
      const words = (title.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
      if (words === '') return [];
      const [first] = authors;
      const by = first === undefined ? '' : ` AND au:"${first.replaceAll(/["\\]/gu, '')}"`;
      const entries = await ask(
        asker,
        { search_query: `ti:"${words}"${by}`, max_results: Math.min(options.limit ?? 5, MOST) },
        'search',
        options,
      );
      return entries.map(toPaper);
    },
    search: (search, options) => searchArxiv(asker, RULES, search, options),
    copies: async (id, options) => {
      const entry = await one(id, 'copies', options);
      return entry ? toCopies(entry) : [];
    },
  });
}

async function askFor(
  asker: SourceAsker,
  { scheme, value }: Identifier,
  kind: 'record' | 'copies',
  options?: AskOptions,
): Promise<Entry | null> {
  if (scheme !== 'arxiv') return null;
  return (await ask(asker, { id_list: value }, kind, options))[0] ?? null;
}

async function ask(
  asker: SourceAsker,
  query: Readonly<Record<string, string | number>>,
  kind: 'record' | 'copies' | 'search',
  options?: AskOptions,
): Promise<Entry[]> {
  const asked = { path: '/api/query', query, kind, rules: RULES, accept: 'application/atom+xml' };
  const missing = kind === 'search' ? [] : [BAD_REQUEST];
  return (await asker.ask({ ...asked, missing, read: readFeed }, options)) ?? [];
}
