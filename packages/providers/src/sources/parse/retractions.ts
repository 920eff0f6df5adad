/** What was done to a paper after it appeared, in the words of publishers and indexes. */
import type { Identifier, PartialDate } from '@zapomni/core/model';
import type { Retraction } from '@zapomni/core/ports';
import { isoOf } from './dates.ts';
import { known } from './pick.ts';

export interface Notice {
  /** `retraction`, `RetractionIn`, `Expression of concern in`. */
  readonly word: string | undefined;
  readonly date?: PartialDate | undefined;
  readonly notice?: Identifier | null;
}

/** The gravest first. */
const KINDS: readonly (readonly [Retraction['kind'], RegExp])[] = [
  ['retraction', /retract/i],
  ['withdrawal', /withdraw|removal/i],
  ['concern', /concern/i],
  ['correction', /correct|erratum|corrigend|addend|clarification/i],
];

export function gravest(notices: readonly Notice[]): Retraction | undefined {
  for (const [kind, word] of KINDS) {
    const found = notices.find((notice) => word.test(notice.word ?? ''));
    if (found) return known({ kind, date: found.date && isoOf(found.date), notice: found.notice ?? undefined });
  }
  return undefined;
}

/** Publishers write it into the title. */
export function retractionInTitle(title: string | undefined): Retraction | undefined {
  const word = /^\W*(retracted|withdrawn)\b(?:\s+(?:article|paper|chapter))?\s*[:\])]/i.exec(title ?? '')?.[1];
  return word === undefined ? undefined : { kind: /^r/i.test(word) ? 'retraction' : 'withdrawal' };
}
