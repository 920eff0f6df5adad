/** Who is believed about what, when several sources speak of one work; and how sure of it one may be. */
import type { PaperSourceName } from '../../../ports/index.ts';

type Order = readonly PaperSourceName[];

/** Those who register works, then those who read them, then those who collect. */
const BIBLIOGRAPHIC: Order = [
  'crossref',
  'pubmed',
  'datacite',
  'europepmc',
  'arxiv',
  'biorxiv',
  'openalex',
  'semanticscholar',
  'unpaywall',
];
/** Half of what is registered has none, and one of them puts it together from words. */
const ABSTRACT: Order = [
  'europepmc',
  'pubmed',
  'crossref',
  'arxiv',
  'biorxiv',
  'datacite',
  'semanticscholar',
  'openalex',
  'unpaywall',
];
/** Counts, topics and open access are what collectors are for. */
const COLLECTED: Order = [
  'openalex',
  'semanticscholar',
  'europepmc',
  'crossref',
  'datacite',
  'unpaywall',
  'pubmed',
  'arxiv',
  'biorxiv',
];
const OPEN_ACCESS: Order = [
  'unpaywall',
  'openalex',
  ...COLLECTED.filter((name) => name !== 'unpaywall' && name !== 'openalex'),
];

const BY_FIELD: Readonly<Record<string, Order>> = {
  abstract: ABSTRACT,
  keywords: ABSTRACT,
  topics: COLLECTED,
  cited_by: COLLECTED,
  reference_count: BIBLIOGRAPHIC,
  open_access: OPEN_ACCESS,
  license: OPEN_ACCESS,
  tldr: ['semanticscholar', ...COLLECTED.filter((name) => name !== 'semanticscholar')],
};

export function orderFor(field: string): Order {
  return BY_FIELD[field] ?? BIBLIOGRAPHIC;
}

const SURE: Readonly<Record<PaperSourceName, number>> = {
  crossref: 0.95,
  pubmed: 0.95,
  datacite: 0.9,
  europepmc: 0.9,
  arxiv: 0.9,
  biorxiv: 0.9,
  openalex: 0.8,
  semanticscholar: 0.75,
  unpaywall: 0.7,
};
/** Whoever has whole names has taken them apart by a rule of ours. */
const WHOLE_NAMES: ReadonlySet<PaperSourceName> = new Set(['arxiv', 'openalex', 'semanticscholar', 'unpaywall']);
/** Types that say no more than that there is something. */
const VAGUE: ReadonlySet<unknown> = new Set(['document', 'article']);

export function confidenceOf(source: PaperSourceName, field: string, value: unknown): number {
  if (field === 'type' && VAGUE.has(value)) return 0.4;
  return field === 'contributors' && WHOLE_NAMES.has(source) ? SURE[source] - 0.1 : SURE[source];
}
