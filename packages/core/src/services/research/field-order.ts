/** Who is believed about what, when several sources speak of one work; and how sure of it one may be. */
import type { BibliographicItem } from '../../model/papers/index.ts';
import type { PaperSourceName } from '../../ports/index.ts';

type Order = readonly PaperSourceName[];

/** Those who register works, each before those who read them, then those who collect. */
const BIBLIOGRAPHIC: Order = [
  'crossref',
  'arxiv',
  'pubmed',
  'datacite',
  'europepmc',
  'biorxiv',
  'openalex',
  'semanticscholar',
  'unpaywall',
];
/** Who has names in parts comes before who writes them whole. */
const NAMES: Order = [
  'crossref',
  'pubmed',
  'datacite',
  ...BIBLIOGRAPHIC.filter((name) => !/^(?:crossref|pubmed|datacite)$/.test(name)),
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
  contributors: NAMES,
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

/** A type that says no more than that there is something: any other is better. Of a preprint `article` says what it is. */
export function isVagueType(type: unknown, { genre }: Pick<BibliographicItem, 'genre'>): boolean {
  return type === 'document' || (type === 'article' && genre !== 'preprint');
}

const VAGUE = 0.4;

/** How sure of it one may be who has it from there; 1 of whoever is no source. */
export function confidenceOf(source: string, field: string, value: unknown, item: BibliographicItem): number {
  if (field === 'type' && isVagueType(value, item)) return VAGUE;
  const name = source as PaperSourceName;
  const sure = SURE[name] ?? 1;
  return field === 'contributors' && WHOLE_NAMES.has(name) ? sure - 0.1 : sure;
}
