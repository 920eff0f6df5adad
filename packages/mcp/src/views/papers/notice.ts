/** What was done to a paper after it appeared, in a line. */
import { identifierKey, type Identifier } from '@zapomni/core/model';

const WORDS: Readonly<Record<string, string>> = {
  retraction: 'RETRACTED',
  withdrawal: 'WITHDRAWN',
  concern: 'EXPRESSION OF CONCERN',
  correction: 'Corrected',
};

interface Notice {
  readonly kind: string;
  readonly date: string | null;
  readonly notice: Identifier | null;
}

/** `RETRACTED 2022-03-01, doi:10.5555/notice`. */
export function noticeLine({ kind, date, notice }: Notice): string {
  const word = [WORDS[kind] ?? kind, date].filter((part) => part !== null).join(' ');
  return notice === null ? word : `${word}, ${identifierKey(notice)}`;
}
