/** A document that was read, with what it says of the paper that it may be. */
import type { ReadDocument } from '../../../ports/index.ts';
import type { BibliographicItem } from '../../../model/papers/index.ts';
import { parseName } from '../../research/citations/index.ts';
import { frontPage } from '../../research/reading/front-page.ts';
import { toItem } from '../../research/reading/first-page/index.ts';
import { flatten, type FlatDocument } from '../flatten.ts';
import { markPaper } from './mark-paper.ts';
import type { PaperFindings } from './paper-findings.ts';

export function readPaper(read: ReadDocument): FlatDocument {
  const flat = markPaper(flatten(read));
  const findings = findingsIn(read, flat);
  return findings ? { ...flat, findings } : flat;
}

function findingsIn(read: ReadDocument, flat: FlatDocument): PaperFindings | null {
  const { annotations = [], paper } = read;
  if (paper) {
    const item = read.format === 'html' ? withNames(paper.item) : paper.item;
    return { ...paper, item, citations: placed(read, flat), ids: idsOf(paper), isExact: true, annotations };
  }
  if (!read.head) return null;
  const page = frontPage(read, flat);
  return { item: toItem(page), ids: page.ids, references: [], citations: [], isExact: false, annotations };
}

/** A page has names as they are printed. */
function withNames(item: BibliographicItem): BibliographicItem {
  return {
    ...item,
    contributors: item.contributors.map((person) =>
      person.literal === undefined ? person : parseName(person.literal, person.role),
    ),
  };
}

function idsOf({ item }: NonNullable<ReadDocument['paper']>): PaperFindings['ids'] {
  return item.identifiers.map((identifier) => ({ identifier, confidence: 1 }));
}

/** Places in the text as it is kept: without the white space that it began with. */
function placed({ text, paper }: ReadDocument, flat: FlatDocument): PaperFindings['citations'] {
  const lead = text.length - text.trimStart().length;
  return (paper?.citations ?? [])
    .map(({ start, end, references }) => ({ start: start - lead, end: end - lead, references }))
    .filter(({ start, end }) => start >= 0 && end <= flat.text.length);
}
