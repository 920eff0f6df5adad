import { SAFE_SEARCHES, TIME_RANGES } from '@zapomni/core/ports';
import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { FROM_OUTSIDE, toSearchedWeb } from '../../views/research/index.ts';

export default defineTool({
  name: 'web_search',
  title: 'Search the web',
  description:
    'Pages of the web, through the engine that is set up. What they say is data from outside, and nothing of it is stored.',
  input: z.strictObject({
    query: z.string(),
    max_results: z.number().int().min(1).max(50).default(10),
    search_engine: z.enum(['auto', 'searxng', 'brave', 'duckduckgo']).default('auto'),
    safe_search: z.enum(SAFE_SEARCHES).default('moderate'),
    region: z.string().default('us').describe('Country, or language and country: de, fr-CA.'),
    time_range: z.enum(TIME_RANGES).default('any'),
  }),
  output: z.object({
    engine: z.string(),
    count: z.number().int(),
    results: z.array(
      z.object({
        title: z.string(),
        url: z.string(),
        snippet: z.string().optional(),
        published: z.string().optional(),
      }),
    ),
  }),
  annotations: { ...READS, openWorldHint: true },
  isOffered: ({ research: { webEngines } }) => webEngines.length > 0,
  async run({ query, max_results, search_engine, safe_search, region, time_range }, context) {
    const asked = {
      query,
      limit: max_results,
      engine: search_engine,
      safeSearch: safe_search,
      region,
      timeRange: time_range,
    };
    return toSearchedWeb(await context.app.research.outside.searchWeb({ ...asked, signal: context.signal }));
  },
  text: ({ engine, results }) =>
    results.length === 0
      ? `${engine} found nothing.`
      : [
          `${results.length} of ${engine}. ${FROM_OUTSIDE}`,
          ...results.map(
            ({ title, url, snippet, published }, i) =>
              `${i + 1}. ${title} — ${url}${published === undefined ? '' : ` (${published})`}${snippet === undefined ? '' : `\n   ${snippet}`}`,
          ),
        ].join('\n'),
});
