/** What sources know of a paper beside what it says of itself: of several that tell one thing, whoever is believed about it. */
import { orderFor } from '../../field-order.ts';
import { gravest } from '../../retraction.ts';
import type { PaperRecord } from '../store/paper-record.ts';
import type { SourceFacts, ToldFacts } from './arrival.ts';

const MOST_TOPICS = 50;

export function withFacts(record: PaperRecord, told: readonly ToldFacts[], now: number): PaperRecord {
  if (told.length === 0) return record;
  const { counts, open_access } = record;
  const citedBy = believed(told, 'cited_by', ({ facts }) => facts.citedBy);
  const references = believed(told, 'reference_count', ({ facts }) => facts.referenceCount);
  const isCounted = citedBy !== undefined || references !== undefined;
  const status = believed(told, 'open_access', ({ facts }) => facts.openAccess);
  const topics = believed(told, 'topics', ({ facts }) => (facts.topics?.length === 0 ? undefined : facts.topics));
  return {
    ...record,
    counts: isCounted
      ? { cited_by: citedBy ?? counts.cited_by, references: references ?? counts.references, as_of: now }
      : counts,
    open_access: { ...open_access, status: status ?? open_access.status },
    topics: topics ? [...new Set(topics)].slice(0, MOST_TOPICS) : record.topics,
    tldr: believed(told, 'tldr', ({ facts }) => facts.tldr) ?? record.tldr,
    retraction: retractionIn(record, told),
  };
}

function believed<Value>(
  told: readonly ToldFacts[],
  field: string,
  of: (one: ToldFacts) => Value | undefined,
): Value | undefined {
  const order: readonly string[] = orderFor(field);
  const place = ({ source }: ToldFacts): number => (order.includes(source) ? order.indexOf(source) : order.length);
  const saying = told.filter((one) => of(one) !== undefined);
  const [best] = saying.toSorted((one, other) => place(one) - place(other));
  return best && of(best);
}

/** What one says of it is not unsaid by another who says less, or nothing. */
function retractionIn({ retraction }: PaperRecord, told: readonly ToldFacts[]): PaperRecord['retraction'] {
  const said = told.flatMap(({ facts }) => (facts.retraction ? [toKept(facts.retraction)] : []));
  return gravest([...said, ...(retraction ? [retraction] : [])]) ?? null;
}

function toKept({
  kind,
  date,
  notice,
}: NonNullable<SourceFacts['retraction']>): NonNullable<PaperRecord['retraction']> {
  return { kind, date: date ?? null, notice: notice ?? null };
}
