/** What JATS says of the article itself and of what it cites, in its own fields. */
import {
  normalizeIdentifier,
  type BibliographicItem,
  type Contributor,
  type Identifier,
  type IdScheme,
  type ItemType,
  type PartialDate,
} from '@zapomni/core/model';
import { below, child, children, wordsOf, type XmlNode } from './xml-nodes.ts';

const SCHEMES: Readonly<Record<string, IdScheme>> = {
  doi: 'doi',
  pmid: 'pmid',
  pmcid: 'pmcid',
  pmc: 'pmcid',
  arxiv: 'arxiv',
};

export function articleItem(article: XmlNode): BibliographicItem {
  const front = child(article, 'front');
  const meta = child(front, 'article-meta');
  const journal = child(front, 'journal-meta');
  const date = dateOf(preferredDate(children(meta, 'pub-date')));
  const pages = pagesOf(meta);
  return {
    type: 'article-journal',
    contributors: children(meta, 'contrib-group').flatMap((group) =>
      below(group, 'contrib').flatMap((one) => person(one)),
    ),
    identifiers: idsOf(children(meta, 'article-id'), 'pub-id-type'),
    ...said({
      title: wordsOf(child(child(meta, 'title-group'), 'article-title')),
      abstract: wordsOf(children(meta, 'abstract').find((one) => one.attributes.get('abstract-type') === undefined)),
      container_title: wordsOf(below(journal, 'journal-title')[0]),
      publisher: wordsOf(below(journal, 'publisher-name')[0]),
      volume: wordsOf(child(meta, 'volume')),
      issue: wordsOf(child(meta, 'issue')),
      page: pages,
    }),
    ...(date ? { issued: date } : {}),
  };
}

const TYPES: Readonly<Record<string, ItemType>> = {
  journal: 'article-journal',
  book: 'book',
  confproc: 'paper-conference',
  thesis: 'thesis',
  report: 'report',
  web: 'webpage',
  webpage: 'webpage',
  preprint: 'article',
  data: 'dataset',
  software: 'software',
};

export function citedItem(citation: XmlNode): BibliographicItem {
  const kind = citation.attributes.get('publication-type') ?? citation.attributes.get('citation-type') ?? '';
  const date = dateOf(citation);
  const groups = below(citation, 'person-group');
  const people = groups.length > 0 ? groups : [citation];
  return {
    type: TYPES[kind] ?? 'document',
    contributors: people.flatMap((group) => {
      const role = group.attributes.get('person-group-type') === 'editor' ? 'editor' : 'author';
      return children(group).flatMap((one) => (one.name === 'name' || one.name === 'collab' ? person(one, role) : []));
    }),
    identifiers: idsOf(below(citation, 'pub-id'), 'pub-id-type'),
    ...said({
      title: wordsOf(
        below(citation, 'article-title')[0] ?? below(citation, 'chapter-title')[0] ?? below(citation, 'source')[0],
      ),
      container_title: below(citation, 'article-title')[0] ? wordsOf(below(citation, 'source')[0]) : '',
      volume: wordsOf(below(citation, 'volume')[0]),
      issue: wordsOf(below(citation, 'issue')[0]),
      publisher: wordsOf(below(citation, 'publisher-name')[0]),
      publisher_place: wordsOf(below(citation, 'publisher-loc')[0]),
      page: pagesOf(citation),
    }),
    ...(date ? { issued: date } : {}),
  };
}

function said<Fields extends Record<string, string>>(fields: Fields): Partial<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')) as Partial<Fields>;
}

function person(contrib: XmlNode, role: Contributor['role'] = 'author'): Contributor[] {
  const kind = contrib.attributes.get('contrib-type') ?? role;
  if (kind !== 'author' && kind !== 'editor') return [];
  const name = contrib.name === 'name' ? contrib : below(contrib, 'name')[0];
  if (name) return [{ role: kind, ...partsOf(name), ...orcidOf(contrib) }];
  const collective = contrib.name === 'collab' ? contrib : child(contrib, 'collab');
  return collective ? [{ role: kind, literal: wordsOf(collective) }] : [];
}

function partsOf(name: XmlNode): Pick<Contributor, 'family' | 'given' | 'suffix'> {
  const part = (of: string) => wordsOf(child(name, of));
  return said({ family: part('surname'), given: part('given-names'), suffix: part('suffix') });
}

function orcidOf(contrib: XmlNode): Pick<Contributor, 'orcid'> {
  const orcid = /\d{4}-\d{4}-\d{4}-\d{3}[\dX]/u.exec(wordsOf(child(contrib, 'contrib-id')))?.[0];
  return orcid === undefined ? {} : { orcid };
}

function idsOf(nodes: readonly XmlNode[], attribute: string): Identifier[] {
  return nodes.flatMap((node) => {
    const scheme = SCHEMES[node.attributes.get(attribute) ?? ''];
    const text = wordsOf(node);
    const id = scheme && normalizeIdentifier(scheme, scheme === 'pmcid' && /^\d/u.test(text) ? `PMC${text}` : text);
    return id ? [id] : [];
  });
}

/** Of several the first that was published: on paper, or online where it never was. */
function preferredDate(dates: readonly XmlNode[]): XmlNode | undefined {
  const of = (type: string) =>
    dates.find((one) => (one.attributes.get('pub-type') ?? one.attributes.get('date-type')) === type);
  return of('ppub') ?? of('epub') ?? of('pub') ?? of('collection') ?? dates[0];
}

function dateOf(node: XmlNode | undefined): PartialDate | null {
  const [year, month, day] = ['year', 'month', 'day'].map((part) => Number.parseInt(wordsOf(below(node, part)[0]), 10));
  if (year === undefined || !(year > 0)) return null;
  const isMonth = month !== undefined && month >= 1 && month <= 12;
  return {
    year,
    ...(isMonth ? { month } : {}),
    ...(isMonth && day !== undefined && day >= 1 && day <= 31 ? { day } : {}),
  };
}

function pagesOf(node: XmlNode | undefined): string {
  const [first, last, one] = ['fpage', 'lpage', 'elocation-id'].map((part) => wordsOf(below(node, part)[0]));
  return first ? (last && last !== first ? `${first}-${last}` : first) : (one ?? '');
}
