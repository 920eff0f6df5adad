/** An article as PubMed has it. */
import type { BibliographicItem, Identifier } from '@zapomni/core/model';
import { normalizeIdentifier, type IdScheme } from '@zapomni/core/model';
import type { OpenCopy, RelatedVersion, SourcedPaper, SourcedReference } from '@zapomni/core/ports';
import { elementsOf, parseXml, type XmlElement } from '../../readers/xml/xml-tree.ts';
import { unreadable } from '../define-source.ts';
import { cleanLine, indexedTitle } from './clean-text.ts';
import { identifiersOf } from './identifiers.ts';
import { toLanguage } from './language.ts';
import { people } from './names.ts';
import { known, some } from './pick.ts';
import { bookIdentifiers, isBook, toBook } from './pubmed-book.ts';
import { abstractOf, issuedOf, toAuthor } from './pubmed-parts.ts';
import { gravest } from './retractions.ts';
import { markupText } from './xml-markup.ts';
import { at, textAt } from './xml-paths.ts';

const CALLED = 'PubMed';

export function readArticles(body: string): XmlElement[] {
  const root = parsed(body);
  if (root?.name !== 'PubmedArticleSet') throw unreadable(CALLED);
  return root.children.filter((one) => one.name === 'PubmedArticle' || isBook(one));
}

function parsed(body: string): XmlElement | null {
  try {
    return parseXml(markupText(body));
  } catch (error) {
    throw unreadable(CALLED, error);
  }
}

const citation = (article: XmlElement) => at(article, 'MedlineCitation');

export function identifiersIn(article: XmlElement): Identifier[] {
  if (isBook(article)) return bookIdentifiers(article);
  const own = at(article, 'PubmedData', 'ArticleIdList')?.children ?? [];
  const locations = citation(article)?.children.find(({ name }) => name === 'Article')?.children ?? [];
  return identifiersOf([
    ['pmid', textAt(citation(article), 'PMID')],
    ...own
      .map((id) => [SCHEMES[id.attributes.get('IdType') ?? ''] ?? 'url', id.text.trim()] as const)
      .filter(([scheme]) => scheme !== 'url'),
    ...locations
      .filter((location) => location.name === 'ELocationID' && location.attributes.get('EIdType') === 'doi')
      .map((location) => ['doi', location.text.trim()] as const),
  ]);
}

const SCHEMES: Readonly<Record<string, IdScheme>> = { doi: 'doi', pmc: 'pmcid', pubmed: 'pmid' };

export function toPaper(article: XmlElement): SourcedPaper {
  if (isBook(article)) return { item: toBook(article) };
  const notices = noticesOf(article);
  const types = elementsOf(at(citation(article), 'Article') ?? null, 'PublicationType').map(({ text }) => text);
  const references = elementsOf(at(article, 'PubmedData') ?? null, 'Reference').length;
  return known({
    item: toItem(article, types),
    referenceCount: references === 0 ? undefined : references,
    topics: some(elementsOf(citation(article) ?? null, 'DescriptorName').map(({ text }) => text.trim())),
    retraction:
      gravest(
        notices.map(({ word, pmid }) => ({
          word: word.endsWith('In') ? word : undefined,
          notice: normalizeIdentifier('pmid', pmid),
        })),
      ) ?? (types.includes('Retracted Publication') ? { kind: 'retraction' as const } : undefined),
    versions: some(versionsOf(notices, types)),
  });
}

function toItem(article: XmlElement, types: readonly string[]): BibliographicItem {
  const body = at(citation(article), 'Article');
  const journal = at(body, 'Journal');
  const issns = elementsOf(journal ?? null, 'ISSN').map(({ text }) => text.trim());
  return known({
    type: types.includes('Preprint') ? ('article' as const) : ('article-journal' as const),
    title: indexedTitle(textAt(body, 'ArticleTitle')),
    original_title: cleanLine(textAt(body, 'VernacularTitle')),
    contributors: people((at(body, 'AuthorList')?.children ?? []).map(toAuthor)),
    identifiers: [...identifiersIn(article), ...identifiersOf(issns.map((issn) => ['issn', issn] as const))],
    issued: issuedOf(at(journal, 'JournalIssue', 'PubDate')) ?? issuedOf(at(body, 'ArticleDate')),
    container_title: cleanLine(textAt(journal, 'Title')),
    container_title_short: cleanLine(textAt(journal, 'ISOAbbreviation')),
    volume: textAt(journal, 'JournalIssue', 'Volume'),
    issue: textAt(journal, 'JournalIssue', 'Issue'),
    page: pagesOf(at(body, 'Pagination')),
    abstract: abstractOf(body),
    language: toLanguage(textAt(body, 'Language')),
    genre: types.includes('Preprint') ? 'preprint' : undefined,
    keywords: some(
      elementsOf(citation(article) ?? null, 'Keyword')
        .map(({ text }) => cleanLine(text.trim()) ?? '')
        .filter((word) => word !== ''),
    ),
  });
}

/** `179-91` means 179 to 191. */
function pagesOf(pagination: XmlElement | undefined): string | undefined {
  const [start, end] = [textAt(pagination, 'StartPage'), textAt(pagination, 'EndPage')];
  if (start !== undefined) return end === undefined || end === start ? start : `${start}-${end}`;
  const written = textAt(pagination, 'MedlinePgn');
  const [, first = '', last = ''] = /^(\d+)-(\d+)$/.exec(written ?? '') ?? [];
  return last !== '' && last.length < first.length
    ? `${first}-${first.slice(0, first.length - last.length)}${last}`
    : written;
}

interface Notice {
  /** `RetractionIn`, `UpdateOf`. */
  readonly word: string;
  readonly pmid: string;
}

function noticesOf(article: XmlElement): Notice[] {
  const all = at(citation(article), 'CommentsCorrectionsList')?.children ?? [];
  return all.map((one) => ({ word: one.attributes.get('RefType') ?? '', pmid: textAt(one, 'PMID') ?? '' }));
}

/** A preprint is updated by what appeared of it. */
function versionsOf(notices: readonly Notice[], types: readonly string[]): RelatedVersion[] {
  const [updated, relation] = types.includes('Preprint')
    ? (['UpdateIn', 'published'] as const)
    : (['UpdateOf', 'preprint'] as const);
  return notices.flatMap(({ word, pmid }) => {
    const identifier = normalizeIdentifier('pmid', pmid);
    return identifier && word === updated ? [{ identifier, relation }] : [];
  });
}

export function toReferences(article: XmlElement): SourcedReference[] {
  return elementsOf(at(article, 'PubmedData') ?? null, 'Reference').map((reference, index) => {
    const ids = (at(reference, 'ArticleIdList')?.children ?? []).map(
      (id) => [SCHEMES[id.attributes.get('IdType') ?? ''], id.text.trim()] as const,
    );
    const identifiers = identifiersOf(ids.filter((pair): pair is [IdScheme, string] => pair[0] !== undefined));
    return known({
      n: index + 1,
      raw: cleanLine(textAt(reference, 'Citation')),
      item: identifiers.length === 0 ? null : { type: 'document' as const, contributors: [], identifiers },
    });
  });
}

/** Where PMC has it, it can be read. */
export function toCopies(article: XmlElement): OpenCopy[] {
  const pmcid = identifiersIn(article).find(({ scheme }) => scheme === 'pmcid')?.value;
  if (pmcid === undefined) return [];
  return [{ url: `https://pmc.ncbi.nlm.nih.gov/articles/${pmcid}/`, kind: 'landing', host: 'PubMed Central' }];
}
