/** The sentences of a paper that cite, each with what it cites and where it stands. */
import type { BibliographicItem } from '../../../../model/papers/index.ts';
import type { DocumentPage, DocumentSection } from '../../../../ports/index.ts';
import { nameKeys, yearOf } from '../../reading/identity/index.ts';
import { NamedReferences } from './cited-names.ts';
import { numbersCited } from './cited-numbers.ts';
import { polarityOf, type Polarity } from './polarity.ts';
import { sentencesIn } from './sentences.ts';

export interface ListedReference {
  /** From 1, in the order of the list. */
  readonly n: number;
  /** `[12]`, `3.`; null in a list without numbers. */
  readonly marker: string | null;
  readonly item: BibliographicItem | null;
}

export interface CitingSentence extends Polarity {
  /** Numbers of the references, `n`. */
  readonly references: readonly number[];
  readonly sentence: string;
  readonly start: number;
  readonly end: number;
  readonly page: string | null;
  readonly section: string | null;
}

export interface PaperText {
  readonly text: string;
  readonly sections?: readonly DocumentSection[];
  readonly pages?: readonly DocumentPage[];
  /** Where the list of references stands: it cites nothing. */
  readonly list?: { readonly start: number; readonly end: number } | null;
  /** Where the format says that it cites, and what: nothing has to be told by its looks then. */
  readonly citations?: readonly Citing[];
}

export interface Citing {
  readonly start: number;
  readonly end: number;
  /** Numbers of the references, `n`. */
  readonly references: readonly number[];
}

const LONGEST = 2000;

export function findContexts(paper: PaperText, references: readonly ListedReference[]): CitingSentence[] {
  const citedIn = citationsOf(paper, references);
  const found: CitingSentence[] = [];
  for (const [from, to] of outside(paper)) {
    for (const { text: sentence, start, end } of sentencesIn(paper.text, from, to)) {
      const cited = sentence.length > LONGEST ? [] : citedIn(sentence, start, end);
      if (cited.length === 0) continue;
      const place = { page: at(paper.pages, start)?.label ?? null, section: at(paper.sections, start)?.title ?? null };
      found.push({ references: [...new Set(cited)], sentence, start, end, ...place, ...polarityOf(sentence) });
    }
  }
  return found;
}

type CitedIn = (sentence: string, start: number, end: number) => readonly number[];

/** As the format marks them; else by the numbers of the list, and where it has none by names and years. */
function citationsOf({ citations = [] }: PaperText, references: readonly ListedReference[]): CitedIn {
  if (citations.length > 0) {
    const marked = new MarkedCitations(citations);
    return (_, start, end) => marked.within(start, end);
  }
  const byMarker = markers(references);
  const known = new Set(byMarker.keys());
  if (known.size > 0)
    return (sentence) => numbersCited(sentence, known).flatMap((number) => byMarker.get(number) ?? []);
  const named = new NamedReferences(references.flatMap((one) => toNamed(one)));
  return (sentence) => named.cited(sentence);
}

/** Asked for one sentence after the other. */
class MarkedCitations {
  readonly #all: readonly Citing[];
  #next = 0;

  constructor(citations: readonly Citing[]) {
    this.#all = citations.toSorted((one, other) => one.start - other.start);
  }

  within(start: number, end: number): readonly number[] {
    const cited: number[] = [];
    while ((this.#all[this.#next]?.start ?? end) < end) {
      const one = this.#all[this.#next++];
      if (one && one.start >= start) cited.push(...one.references);
    }
    return cited;
  }
}

/** By the number that is printed, which may stand for several references. */
function markers(references: readonly ListedReference[]): Map<number, number[]> {
  const byNumber = new Map<number, number[]>();
  for (const { n, marker } of references) {
    const number = Number(/\d+/u.exec(marker ?? '')?.[0] ?? Number.NaN);
    if (!Number.isNaN(number)) byNumber.set(number, [...(byNumber.get(number) ?? []), n]);
  }
  return byNumber;
}

function toNamed({ n, item }: ListedReference): { n: number; first: string; year: number }[] {
  const [first] = item ? nameKeys(item) : [];
  const year = item ? yearOf(item) : null;
  return first === undefined || year === null ? [] : [{ n, first, year }];
}

function outside({ text, list }: PaperText): (readonly [number, number])[] {
  if (!list) return [[0, text.length]];
  return [
    [0, list.start],
    [list.end, text.length],
  ];
}

/** The last that begins at or before it. */
function at<Mark extends { readonly start: number }>(
  marks: readonly Mark[] | undefined,
  offset: number,
): Mark | undefined {
  return marks?.findLast(({ start }) => start <= offset);
}
