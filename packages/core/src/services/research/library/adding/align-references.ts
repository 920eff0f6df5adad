/** The references of a printed list, and the same as they are kept, which may be a publisher's list. */
import { identifierKey, type BibliographicItem } from '../../../../model/papers/index.ts';
import type { ListedReference } from '../../citations/index.ts';
import { decides } from '../keep/identifiers.ts';
import { firstNameOf, titleKey, yearOf } from '../keep/keys.ts';
import type { RawReference } from './match-references.ts';
import type { PaperReference } from '../store/reference-record.ts';
import type { FoundReferences } from './steps.ts';

/** Sentences name references by the numbers of the printed list: those are the publisher's where both are as long. */
export function numbered(list: FoundReferences, references: readonly PaperReference[]): ListedReference[] {
  const isSame = references.length === list.references.length;
  return list.references.map(({ marker, item }, i) => ({
    n: i + 1,
    marker,
    item: isSame ? ((references[i]?.item ?? item) as BibliographicItem | null) : item,
  }));
}

/** The number that each of the printed list has among those that are kept; of a publisher's list that is longer or shorter, by what they say. */
export function numbersOf(
  list: FoundReferences,
  references: readonly Pick<PaperReference | RawReference, 'n' | 'item'>[],
): (n: number) => number[] {
  if (references.length === list.references.length) return (n) => [n];
  const byMark = new Map<string, number>();
  for (const { n, item } of references)
    for (const mark of marksOf(item as BibliographicItem | null)) if (!byMark.has(mark)) byMark.set(mark, n);
  const printed = list.references.map(({ item }) =>
    marksOf(item)
      .flatMap((mark) => byMark.get(mark) ?? [])
      .slice(0, 1),
  );
  return (n) => printed[n - 1] ?? [];
}

/** A publisher's list as its paper numbers it. */
export function withMarkers(list: FoundReferences | null, references: readonly RawReference[]): RawReference[] {
  const toKept = list ? numbersOf(list, references) : () => [];
  const printed = new Map(
    (list?.references ?? []).flatMap(({ marker }, i) => (marker === null ? [] : toKept(i + 1).map((n) => [n, marker]))),
  );
  return references.map((one) => ({ ...one, marker: one.marker ?? printed.get(one.n) ?? null }));
}

/** An id, a title; where a source has neither, first author and year. */
function marksOf(item: BibliographicItem | null): string[] {
  if (!item) return [];
  const [title, name, year] = [titleKey(item.title), firstNameOf(item), yearOf(item)];
  return [
    ...item.identifiers.filter((id) => decides(id, item.type)).map(identifierKey),
    ...(title === null ? [] : [`title ${title}`]),
    ...(name === null || year === null ? [] : [`name ${name.split(' ').at(-1) ?? ''} ${year} ${item.volume ?? ''}`]),
  ];
}
