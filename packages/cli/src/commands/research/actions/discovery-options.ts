/** What sources, runs and findings are told, as options of the command line. */
import { SOURCE_KINDS, type SourceInput } from '@zapomni/core/research';
import type { Arguments, Options } from '../../../arguments/arguments.ts';

export const DISCOVERY_OPTIONS: Options = {
  kind: { type: 'string', value: 'KIND', about: `Source add: ${SOURCE_KINDS.join(', ')}.` },
  category: {
    type: 'string',
    multiple: true,
    value: 'NAME',
    about: 'Source add: of arXiv, MeSH, topics; repeated: any of them.',
  },
  match: { type: 'string', value: 'any|all', about: 'Source add: whether one keyword is enough; any if not said.' },
  sort: { type: 'string', value: 'ORDER', about: 'Source add: newest, updated or relevance.' },
  journal: { type: 'string', value: 'NAME', about: 'Source add: only of this journal, or its ISSN.' },
  type: { type: 'string', multiple: true, value: 'TYPE', about: 'Source add: only of this type.' },
  server: { type: 'string', value: 'NAME', about: 'Source add: biorxiv or medrxiv.' },
  filter: { type: 'string', value: 'TEXT', about: "Source add: in the service's own words (crossref, openalex)." },
  url: { type: 'string', value: 'URL', about: 'Source add: of a feed.' },
  workflow: { type: 'string', value: 'NAME', about: 'Source add: that looks there.' },
  query: { type: 'string', multiple: true, value: 'NAME', about: 'Source add: judged by it; run: its sources.' },
  max: { type: 'string', value: 'N', about: 'Source add, run: at most so many not seen before, 1–500.' },
  force: { type: 'boolean', about: 'Run: also what was looked at a moment ago.' },
  since: { type: 'string', value: 'DATE', about: 'Findings: all since then, seen or not.' },
  rejected: { type: 'boolean', about: 'Findings: also what was rejected.' },
  'keep-unseen': { type: 'boolean', about: 'Findings: do not mark them as seen.' },
};

const MOST_ARTICLES = 500;

export function mostIn(args: Arguments): number | undefined {
  return args.text('max') === undefined ? undefined : args.count('max', MOST_ARTICLES, MOST_ARTICLES);
}

export function sourceIn(args: Arguments, name: string): SourceInput {
  const every = args.text('every');
  return {
    name,
    kind: args.text('kind') ?? (args.text('url') === undefined ? 'arxiv' : 'feed'),
    keywords: args.texts('keyword'),
    match: args.oneOf('match', ['any', 'all']),
    authors: args.texts('author'),
    subjects: args.texts('category'),
    venue: args.text('journal'),
    types: args.texts('type'),
    sort: args.oneOf('sort', ['newest', 'updated', 'relevance']),
    server: args.text('server'),
    filter: args.text('filter'),
    from: args.text('from'),
    until: args.text('to'),
    url: args.text('url'),
    workflow: args.text('workflow'),
    queries: args.texts('query'),
    ...(every === '0'
      ? { onDemand: true }
      : { scheduleHours: every === undefined ? undefined : args.count('every', 1, 168) }),
    cron: args.text('cron'),
    zone: args.text('zone'),
    maxArticles: mostIn(args),
  };
}
