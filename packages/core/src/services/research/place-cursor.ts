/** Where a page goes on in a list that is put together anew for each page: behind so many. One word, so that it can be typed. */
import { invalidField } from '../../errors/index.ts';

/** 0 without a cursor. */
export function placeIn(cursor: string | undefined): number {
  return cursor === undefined ? 0 : (readPlace(cursor) ?? noPlace());
}

/** Null for a cursor of another kind. */
export function readPlace(cursor: string): number | null {
  const place = /^at:(\d{1,9})$/.exec(cursor)?.[1];
  return place === undefined ? null : Number(place);
}

/** Null where the list ends before it. */
export function placeAfter(end: number, total: number): string | null {
  return end < total ? `at:${end}` : null;
}

export function noPlace(): never {
  throw invalidField('cursor', 'is none of this list', 'Use next_cursor of the page before, or leave it out.');
}
