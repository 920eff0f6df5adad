/** Which of a work's identifiers tell it from all others, and what one of them says of another. */
import {
  identifierKey,
  normalizeIdentifier,
  type BibliographicItem,
  type Identifier,
  type ItemType,
} from '../../../../model/papers/index.ts';

/** A part of a book has the book's number; a page on the web may list many works. They help to find, and decide nothing alone. */
const DECIDING: ReadonlySet<string> = new Set(['doi', 'arxiv', 'pmid', 'pmcid', 's2', 'openalex', 'dblp']);
const WHOLE_BOOKS: ReadonlySet<ItemType> = new Set(['book', 'thesis', 'report', 'collection']);
const PARTS: ReadonlySet<ItemType> = new Set([
  'chapter',
  'paper-conference',
  'entry',
  'entry-dictionary',
  'entry-encyclopedia',
]);

export function decides({ scheme }: Identifier, type: ItemType): boolean {
  return DECIDING.has(scheme) || (scheme === 'isbn' && WHOLE_BOOKS.has(type));
}

/** Whether it is the number of the book that the work is only part of. */
export function isOfWhole({ scheme }: Identifier, { type, container_title: whole }: BibliographicItem): boolean {
  return scheme === 'isbn' && !WHOLE_BOOKS.has(type) && (whole !== undefined || PARTS.has(type));
}

/** Each once, with those that follow from another: arXiv registers a DOI for each of its papers. */
export function allIdentifiers(given: readonly Identifier[]): Identifier[] {
  const all = given.flatMap((one) => {
    const derived = derivedFrom(one);
    return derived ? [one, derived] : one;
  });
  // Most works have one, and are asked for it at every step.
  return all.length < 2 ? all : [...new Map(all.map((one) => [identifierKey(one), one])).values()];
}

function derivedFrom({ scheme, value }: Identifier): Identifier | null {
  const arxiv = scheme === 'doi' ? /^10\.48550\/arxiv\.(.+)$/.exec(value)?.[1] : undefined;
  return arxiv === undefined ? null : normalizeIdentifier('arxiv', arxiv);
}

/** Of one scheme two values that decide: then they are two works, whatever their titles say. */
export function contradict(one: BibliographicItem, other: BibliographicItem): boolean {
  return one.identifiers.some(
    (id) =>
      decides(id, one.type) &&
      other.identifiers.some((its) => its.scheme === id.scheme && decides(its, other.type)) &&
      !other.identifiers.some((its) => its.scheme === id.scheme && its.value === id.value),
  );
}

const PREPRINT_DOI = /^10\.(?:48550\/arxiv\.|1101\/|64898\/|31234\/|26434\/|20944\/preprints|21203\/|2139\/ssrn)/;

/** A version that was put on a server before, or without, being published. */
export function isPreprint(item: BibliographicItem): boolean {
  const { identifiers, container_title: venue = '', genre = '' } = item;
  if (/preprint/i.test(genre)) return true;
  if (venue !== '' && !/^(?:arxiv|biorxiv|medrxiv|corr|ssrn|chemrxiv|research square)\b/i.test(venue)) return false;
  const dois = identifiers.filter(({ scheme }) => scheme === 'doi');
  if (dois.length > 0) return dois.every(({ value }) => PREPRINT_DOI.test(value));
  return identifiers.some(({ scheme }) => scheme === 'arxiv') || venue !== '';
}
