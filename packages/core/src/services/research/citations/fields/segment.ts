/** A reference as stretches of its text, each of them what it is; what nobody could tell is none. */

export const SEGMENT_LABELS = [
  'citation-number',
  'author',
  'date',
  'title',
  'journal',
  'container-title',
  'volume',
  'pages',
  'publisher',
  'location',
  'editor',
  'edition',
  'genre',
  'doi',
  'isbn',
  'url',
  'note',
] as const;
export type SegmentLabel = (typeof SEGMENT_LABELS)[number];

export interface Segment {
  readonly label: SegmentLabel;
  readonly start: number;
  readonly end: number;
}

/** The text of a reference with what has been found in it so far. */
export class Segments {
  readonly text: string;
  readonly #found: Segment[] = [];

  constructor(text: string) {
    this.text = text;
  }

  get all(): readonly Segment[] {
    return this.#found.toSorted((one, other) => one.start - other.start);
  }

  first(label: SegmentLabel): Segment | undefined {
    return this.all.find((segment) => segment.label === label);
  }

  isFree(start: number, end: number): boolean {
    return !this.#found.some((segment) => segment.start < end && start < segment.end);
  }

  add(label: SegmentLabel, start: number, end: number): boolean {
    if (end <= start || !this.isFree(start, end)) return false;
    this.#found.push({ label, start, end });
    return true;
  }

  /** Stretches that are nothing yet and have a word, in their order. */
  free(from = 0): { readonly start: number; readonly end: number }[] {
    const gaps: { start: number; end: number }[] = [];
    let at = from;
    for (const { start, end } of [...this.all, { start: this.text.length, end: this.text.length }]) {
      if (start > at && /[\p{L}\p{N}]/u.test(this.text.slice(at, start))) gaps.push({ start: at, end: start });
      at = Math.max(at, end);
    }
    return gaps;
  }
}
