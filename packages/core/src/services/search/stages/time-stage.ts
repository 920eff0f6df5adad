/**
 * A time that the question names: "in March", "last week", or by what happened, "before the launch". What lies within it is
 * looked for by itself, so that it cannot be crowded out, and stands higher; what lies outside may still answer, because
 * not every memory is dated by its subject.
 */
import type { EventReference, MemoryFilter, Times } from '../../../model/index.ts';
import type { Deps } from '../../deps.ts';
import type { Candidate, Ranked } from '../candidates/fuse.ts';
import type { Gathering } from '../candidates/gather-candidates.ts';

export interface NamedTime {
  /** As the question says it. */
  readonly text: string;
  readonly from?: number;
  readonly before?: number;
  /** How far it is to be trusted, 0–1. */
  readonly trust: number;
}

/** "After the call" may mean a day or only a topic, and the memory found for it may be another's. */
const TRUST_IN_EVENTS = 0.3;

/** When the memory that best tells of an event is dated; null when none does. */
export type FindEvent = (event: string) => Promise<number | null>;

const DAY = 86_400_000;

export async function timeOf({ spans, event }: Times, findEvent: FindEvent): Promise<NamedTime | null> {
  const [span] = spans;
  if (span) {
    const { text: words, from, before } = span;
    return {
      text: words,
      trust: 1,
      ...(from === undefined ? {} : { from }),
      ...(before === undefined ? {} : { before }),
    };
  }
  if (!event) return null;
  const at = await findEvent(event.text);
  return at === null ? null : aroundEvent(event, at);
}

function aroundEvent({ relation, text }: EventReference, at: number): NamedTime {
  const day = Math.floor(at / DAY) * DAY;
  const said = { text: `${relation} ${text}`, trust: TRUST_IN_EVENTS };
  if (relation === 'before' || relation === 'until') return { ...said, before: day };
  if (relation === 'during') return { ...said, from: day, before: day + DAY };
  return { ...said, from: day };
}

/** The candidates of any time and, marked, those of the time that is named. */
export async function markTime(
  deps: Deps,
  gathering: Gathering,
  time: NamedTime,
  gather: (deps: Deps, gathering: Gathering) => Promise<Candidate[]>,
): Promise<Candidate[]> {
  const [anyTime, inTime] = await Promise.all([
    gather(deps, gathering),
    gather(deps, { ...gathering, filter: within(gathering.filter ?? {}, time) }),
  ]);
  const found = new Map(anyTime.map((candidate) => [candidate.passageId, candidate]));
  for (const candidate of inTime) found.set(candidate.passageId, { ...candidate, inTime: true });
  return [...found.values()];
}

/** The close look knows nothing of time: what lies within the named one is lifted again. */
export function favourTime(ranked: readonly Ranked[], weight: number): readonly Ranked[] {
  if (weight === 0) return ranked;
  return ranked
    .map((one) => ({ ...one, score: (one.score + (one.inTime ? weight : 0)) / (1 + weight) }))
    .sort((a, b) => b.score - a.score || a.passageId - b.passageId);
}

function within(filter: MemoryFilter, { from, before }: NamedTime): MemoryFilter {
  const starts = [filter.from, from].filter((time) => time !== undefined);
  const ends = [filter.before, before].filter((time) => time !== undefined);
  return {
    ...filter,
    ...(starts.length > 0 ? { from: Math.max(...starts) } : {}),
    ...(ends.length > 0 ? { before: Math.min(...ends) } : {}),
  };
}
