import type { BibliographicItem, Contributor, PartialDate, TextField } from '../../../../model/papers/index.ts';
import { seasonName, two, yearText } from '../build/dates.ts';
import { valuesOf } from '../build/identifier-urls.ts';
import { medlineKind } from '../build/medline-words.ts';
import { joined } from '../build/names.ts';
import { open, tag } from './nodes.ts';

export const PUBMED_TEXTS: readonly TextField[] = [
  'title',
  'original_title',
  'container_title',
  'container_title_short',
  'volume',
  'issue',
  'page',
  'language',
  'abstract',
  'note',
];

export async function* writePubmed(items: AsyncIterable<BibliographicItem>): AsyncGenerator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<PubmedArticleSet>\n';
  for await (const item of items) yield `<PubmedArticle>${citation(item)}${ids(item)}</PubmedArticle>\n`;
  yield '</PubmedArticleSet>\n';
}

function citation(item: BibliographicItem): string {
  const keywords = (item.keywords ?? []).map((word) => tag('Keyword', word)).join('');
  const inside = [
    ...valuesOf(item.identifiers, 'pmid').map((id) => tag('PMID', id)),
    open('Article', article(item)),
    open('KeywordList', keywords, { Owner: 'NOTNLM' }),
    tag('GeneralNote', item.note),
  ];
  return open('MedlineCitation', inside.join(''));
}

function article(item: BibliographicItem): string {
  const authors = item.contributors.filter(({ role }) => role === 'author');
  return [
    open('Journal', journal(item)),
    tag('ArticleTitle', item.title),
    open('Pagination', tag('MedlinePgn', item.page)),
    ...valuesOf(item.identifiers, 'doi').map((doi) => tag('ELocationID', doi, { EIdType: 'doi', ValidYN: 'Y' })),
    open('Abstract', tag('AbstractText', item.abstract)),
    open('AuthorList', authors.map(author).join(''), { CompleteYN: 'Y' }),
    tag('Language', item.language),
    open('PublicationTypeList', tag('PublicationType', medlineKind(item.type))),
    tag('VernacularTitle', item.original_title),
    item.available_date?.day === undefined ? '' : open('ArticleDate', date(item.available_date)),
  ].join('');
}

function journal(item: BibliographicItem): string {
  const issue = [
    tag('Volume', item.volume),
    tag('Issue', item.issue),
    open('PubDate', item.issued ? date(item.issued) : ''),
  ];
  return [
    tag('ISSN', valuesOf(item.identifiers, 'issn')[0]),
    open('JournalIssue', issue.join('')),
    tag('Title', item.container_title),
    tag('ISOAbbreviation', item.container_title_short),
  ].join('');
}

function date({ year, month, day, season, literal }: PartialDate): string {
  if (year === undefined) return tag('MedlineDate', literal);
  const parts = [
    tag('Year', yearText(year)),
    tag('Season', season === undefined ? undefined : seasonName(season)),
    tag('Month', month === undefined ? undefined : two(month)),
    tag('Day', day === undefined ? undefined : two(day)),
  ];
  return parts.join('');
}

/** One name alone is a collective to PubMed. */
function author({
  family,
  given,
  particle,
  droppingParticle,
  suffix,
  literal,
  orcid,
  affiliation,
}: Contributor): string {
  const name = given
    ? tag('LastName', joined(particle, family)) +
      tag('ForeName', joined(given, droppingParticle)) +
      tag('Suffix', suffix)
    : tag('CollectiveName', literal ?? joined(particle, family));
  const about = [
    tag('Identifier', orcid, { Source: 'ORCID' }),
    open('AffiliationInfo', tag('Affiliation', affiliation)),
  ];
  return open('Author', name + about.join(''), { ValidYN: 'Y' });
}

function ids({ identifiers }: BibliographicItem): string {
  const list = valuesOf(identifiers, 'pmcid').map((id) => tag('ArticleId', id, { IdType: 'pmc' }));
  return open('PubmedData', open('ArticleIdList', list.join('')));
}
