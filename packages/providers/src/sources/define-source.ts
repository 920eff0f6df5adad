/** A source out of what its service can be asked; every other question has no answer there, and is not asked. */
import { hash } from 'node:crypto';
import { ZapomniError } from '@zapomni/core/errors';
import {
  checkSearch,
  type PaperQuestion,
  type PaperSource,
  type SourcedPaper,
  type SourcePage,
} from '@zapomni/core/ports';
import type { SourceAsker } from './ask/source-asker.ts';
import { fieldsOf, type Fields } from './parse/pick.ts';

type Questions = Partial<Pick<PaperSource, PaperQuestion>>;

export const NO_PAGE: SourcePage<never> = { items: [], next: null };

export function defineSource(asker: SourceAsker, questions: Questions): PaperSource {
  return {
    name: asker.setup.name,
    about: asker.about,
    answers: new Set(Object.keys(questions) as PaperQuestion[]),
    lookup: async () => null,
    match: async () => [],
    references: async () => NO_PAGE,
    citedBy: async () => NO_PAGE,
    copies: async () => [],
    search: async () => NO_PAGE,
    ...questions,
    ...(questions.search ? { search: checked(asker, questions.search) } : {}),
  };
}

/** What has no meaning there is refused before anything is asked. */
function checked({ setup: { name } }: SourceAsker, search: PaperSource['search']): PaperSource['search'] {
  return async (wanted, options) => {
    checkSearch(name, wanted);
    return search(wanted, options);
  };
}

/** What is no object was cut off, or is a page for people. */
export function readJson(called: string, body: string): Fields {
  const value = parsed(called, body);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unreadable(called);
  return fieldsOf(value);
}

function parsed(called: string, body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw unreadable(called, cause);
  }
}

export function unreadable(called: string, cause?: unknown): ZapomniError {
  const what = 'sent an answer that cannot be read: it is empty, cut off, or a page for people';
  return new ZapomniError('UPSTREAM_FAILED', `${called} ${what}.`, {
    hint: 'Try again later; other sources may know it.',
    cause,
  });
}

/** Papers of a page, made when they are looked at; until then what was said of them is enough to know whether they were seen. */
export function papersOf<Written>(
  written: readonly Written[],
  toPapers: (written: readonly Written[]) => readonly SourcedPaper[],
  place: Pick<SourcePage<SourcedPaper>, 'total' | 'next'>,
): SourcePage<SourcedPaper> {
  let made: readonly SourcedPaper[] | undefined;
  return {
    ...place,
    said: hash('sha256', JSON.stringify(written)),
    get items() {
      return (made ??= toPapers(written));
    },
  };
}

/** A page of a list that came whole: `cursor` is how many come before. */
export function pageOf<T>(
  all: readonly T[],
  { limit = 50, cursor }: { limit?: number; cursor?: string },
): SourcePage<T> {
  const from = offsetOf(cursor);
  const next = from + limit;
  return { items: all.slice(from, next), total: all.length, next: next < all.length ? String(next) : null };
}

export function offsetOf(cursor: string | undefined): number {
  return cursor !== undefined && /^\d{1,9}$/.test(cursor) ? Number(cursor) : 0;
}
