/** A book as PubMed has it, or a chapter of one: GeneReviews, StatPearls, reports of agencies. */
import type { BibliographicItem, Contributor, Identifier } from '@zapomni/core/model';
import { elementsOf, type XmlElement } from '../../readers/xml/xml-tree.ts';
import { cleanLine, indexedTitle } from './clean-text.ts';
import { identifiersOf } from './identifiers.ts';
import { toLanguage } from './language.ts';
import { people } from './names.ts';
import { known, some } from './pick.ts';
import { abstractOf, issuedOf, toAuthor } from './pubmed-parts.ts';
import { at, textAt } from './xml-paths.ts';

const documentOf = (book: XmlElement) => at(book, 'BookDocument');

export function isBook({ name }: XmlElement): boolean {
  return name === 'PubmedBookArticle';
}

export function bookIdentifiers(book: XmlElement): Identifier[] {
  const lists = [at(documentOf(book), 'ArticleIdList'), at(book, 'PubmedBookData', 'ArticleIdList')];
  const dois = lists
    .flatMap((list) => list?.children ?? [])
    .filter(({ attributes }) => attributes.get('IdType') === 'doi')
    .map(({ text }) => ['doi', text.trim()] as const);
  return identifiersOf([
    ['pmid', textAt(documentOf(book), 'PMID')],
    ...dois,
    ...elementsOf(at(documentOf(book), 'Book') ?? null, 'Isbn').map(({ text }) => ['isbn', text.trim()] as const),
  ]);
}

/** What has a title of its own beside the book's is a chapter of it. */
export function toBook(article: XmlElement): BibliographicItem {
  const document = documentOf(article);
  const book = at(document, 'Book');
  const [own, whole] = [textAt(document, 'ArticleTitle'), textAt(book, 'BookTitle')];
  const isChapter = own !== undefined && whole !== undefined;
  return known({
    type: isChapter ? ('chapter' as const) : ('book' as const),
    title: indexedTitle(own ?? whole),
    container_title: isChapter ? cleanLine(whole) : undefined,
    contributors: peopleOf(document, book),
    identifiers: bookIdentifiers(article),
    issued: issuedOf(at(book, 'PubDate')) ?? issuedOf(at(document, 'ContributionDate')),
    publisher: cleanLine(textAt(book, 'Publisher', 'PublisherName')),
    publisher_place: cleanLine(textAt(book, 'Publisher', 'PublisherLocation')),
    edition: textAt(book, 'Edition'),
    abstract: abstractOf(document),
    language: toLanguage(textAt(document, 'Language')),
    keywords: some(
      elementsOf(document ?? null, 'Keyword')
        .map(({ text }) => cleanLine(text.trim()) ?? '')
        .filter((word) => word !== ''),
    ),
  });
}

/** Those of the chapter and of the book, each by what the list says that they are. */
function peopleOf(document: XmlElement | undefined, book: XmlElement | undefined): Contributor[] {
  const lists = [document, book].flatMap((one) => one?.children.filter(({ name }) => name === 'AuthorList') ?? []);
  return lists.flatMap((list) => {
    const isEditors = /^editors?$/iu.test(list.attributes.get('Type') ?? '');
    const named = people(list.children.map(toAuthor));
    return isEditors ? named.map((one) => ({ ...one, role: 'editor' as const })) : named;
  });
}
