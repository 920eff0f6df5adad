/**
 * References that neither an id nor the library tells apart are searched for where works are registered. What is found is held against the
 * reference by title, authors, year and journal; what is not meant for sure leaves it as it was.
 */
import type { BibliographicItem, Identifier } from '../../../../model/papers/index.ts';
import type { Clock } from '../../../../ports/index.ts';
import { gravestOfEach, type SourceReport } from '../../lookup/source-report.ts';
import { decides } from '../keep/identifiers.ts';
import type { RawReference } from './match-references.ts';
import type { LookupSteps } from './steps.ts';

export interface Meant {
  readonly identifiers: readonly Identifier[];
  readonly confidence: number;
}

export interface SearchedReferences {
  /** By the number of the reference. */
  readonly meant: ReadonlyMap<number, Meant>;
  /** So many were not come to. */
  readonly left: number;
  readonly sources: readonly SourceReport[];
}

export interface Searching {
  readonly clock: Clock;
  readonly lookup: LookupSteps;
  /** How long may be searched in all. */
  readonly patienceMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** As many as services let one ask at once. */
const AT_ONCE = 3;

export async function searchReferences(
  references: readonly RawReference[],
  { clock, lookup, patienceMs, signal }: Searching,
): Promise<SearchedReferences> {
  const wanted = references.filter(({ item }) => item !== null && canBeSearched(item));
  const [meant, reports] = [new Map<number, Meant>(), [] as (readonly SourceReport[])[]];
  const until = clock.now() + patienceMs;
  let next = 0;
  let [isOver, isNobody] = [false, false];
  const searchOn = async (): Promise<void> => {
    while (!isOver && next < wanted.length && clock.now() < until) {
      const { n, item, raw } = wanted[next++] as RawReference;
      const answer = await lookup.meant(item as BibliographicItem, raw ?? undefined, signal);
      if (!answer) return void (isOver = isNobody = true);
      reports.push(answer.sources);
      if (answer.meant) meant.set(n, answer.meant);
      // Who does not answer one will not answer the next.
      isOver ||= answer.sources.every(({ status }) => status !== 'ok' && status !== 'partial');
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, searchOn));
  return { meant, left: isNobody ? 0 : wanted.length - next, sources: gravestOfEach(reports) };
}

const SHORT = 12;

/** What has an id is known by it; a title is the least to go by. */
function canBeSearched(item: BibliographicItem): boolean {
  return !item.identifiers.some((id) => decides(id, item.type)) && (item.title ?? '').length >= SHORT;
}
