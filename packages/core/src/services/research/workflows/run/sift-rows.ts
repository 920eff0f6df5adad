/** Which rows of a visit are wanted: each once, within the days, with the words where no step could search for them. */
import type { PartialDate } from '../../../../model/papers/index.ts';
import { fold } from '../../library/keep/keys.ts';
import type { FoundItem } from '../../discovery/finder.ts';
import type { WorkflowDefinition } from '../definition/definition.ts';
import { keywordParam, type RunValues } from '../definition/params.ts';
import { toItem } from './to-item.ts';
import type { Row } from './take-fields.ts';

export interface Sifted {
  /** For output `papers`. */
  readonly items: readonly FoundItem[];
  readonly rows: readonly Row[];
  /** How many were left out for each reason, in words. */
  readonly skipped: readonly string[];
}

export function siftRows(definition: WorkflowDefinition, rows: readonly Row[], values: RunValues): Sifted {
  const reasons = new Map<string, number>();
  const kept: { row: Row; item: FoundItem | null }[] = [];
  const seen = new Set<string>();
  const isPapers = definition.output === 'papers';
  for (const row of rows) {
    const item = isPapers ? toItem(row) : null;
    const why = whyNot(definition, { row, item, values, seen, isFull: kept.length >= values.limit });
    if (why !== null) reasons.set(why, (reasons.get(why) ?? 0) + 1);
    else kept.push({ row, item });
  }
  return {
    items: kept.flatMap(({ item }) => (item ? [item] : [])),
    rows: kept.map(({ row }) => row),
    skipped: [...reasons].map(([why, count]) => `${count} ${count === 1 ? 'row' : 'rows'} ${why}`),
  };
}

interface Looked {
  readonly row: Row;
  readonly item: FoundItem | null;
  readonly values: RunValues;
  readonly seen: Set<string>;
  readonly isFull: boolean;
}

function whyNot(definition: WorkflowDefinition, { row, item, values, seen, isFull }: Looked): string | null {
  if (definition.output === 'papers' && !item) return 'without a title';
  const key = item ? keyOf(item) : JSON.stringify(row);
  if (seen.has(key)) return 'that came twice';
  seen.add(key);
  if (item && !isWithin(item.paper.item.issued, values)) return 'of other days';
  if (keywordParam(definition) === null && !hasWords(row, values.keywords)) return 'without the keywords';
  return isFull ? 'beyond the number asked for' : null;
}

function keyOf({ paper: { item }, key, url }: FoundItem): string {
  return key ?? url ?? item.identifiers.map(({ scheme, value }) => `${scheme}:${value}`)[0] ?? fold(item.title ?? '');
}

/** One that does not say its day is not left out for it. */
function isWithin(date: PartialDate | undefined, { dateFrom, dateUntil }: RunValues): boolean {
  if (date?.year === undefined) return true;
  const year = String(date.year).padStart(4, '0');
  const first = `${year}-${two(date.month ?? 1)}-${two(date.day ?? 1)}`;
  const last = `${year}-${two(date.month ?? 12)}-${two(date.day ?? 31)}`;
  return (dateFrom === null || last >= dateFrom) && (dateUntil === null || first <= dateUntil);
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}

function hasWords(row: Row, keywords: readonly string[]): boolean {
  if (keywords.length === 0) return true;
  const text = ` ${fold(Object.values(row).flat().join(' '))} `;
  return keywords.some((word) => text.includes(` ${fold(word)} `));
}
