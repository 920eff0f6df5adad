/** Since when and until when a relation holds, as far as its sentence says. */
import { readTimes, type TimeSpan } from '@zapomni/core/model';

export interface Validity {
  readonly validFrom?: number;
  readonly validTo?: number;
}

const LONGEST_SENTENCE = 1000;
/** Name both ends of a stretch of time; other times that have both are moments, after which things go on. */
const STRETCH = /^(?:from|between|during|throughout|von|zwischen|während|de|entre|du|dal|tra|desde|с|со|от|между)\s/iu;
/** Begin at a moment, and then go on. */
const LASTING = new Set(
  'WORKS_FOR LEADS REPORTS_TO MEMBER_OF LIVES_IN MOVED_TO SPOUSE_OF FRIEND_OF OWNS USES DEPENDS_ON MAINTAINS FOUNDED REPLACED_BY LOCATED_IN PART_OF DECIDED'.split(
    ' ',
  ),
);
const BEGINNINGS =
  /\b(?:join|start|found|establish|marr|move|acqui|b(?:uy|ought)|adopt|switch|migrat|becom|became|hire|appoint|elect|creat|launch|sign|replac)/iu;
/** A time farther behind what it is said of is said of something else. */
const NEAR = 60;

/** What the sentence says of a relation of this type whose second name ends at `place`, counted in the sentence. */
export type ReadValidity = (type: string, place: number | undefined) => Validity;

export function validityOf(sentence: string, at: number): ReadValidity {
  let spans: readonly TimeSpan[] | undefined;
  return (type, place) => {
    if (!LASTING.has(type) || sentence.length > LONGEST_SENTENCE) return {};
    spans ??= readTimes(sentence, at).spans;
    const span = choose(spans, place);
    return span ? toValidity(span, BEGINNINGS.test(sentence)) : {};
  };
}

/** The next one behind the name, else the only one. */
function choose(spans: readonly TimeSpan[], place: number | undefined): TimeSpan | undefined {
  const next = spans.find(({ start }) => place !== undefined && start >= place && start - place < NEAR);
  return next ?? (spans.length === 1 ? spans[0] : undefined);
}

function toValidity({ text, from, before }: TimeSpan, begins: boolean): Validity {
  const isStretch = from === undefined || before === undefined || STRETCH.test(text);
  if (!isStretch) return begins && from !== undefined ? { validFrom: from } : {};
  return {
    ...(from === undefined ? {} : { validFrom: from }),
    ...(before === undefined ? {} : { validTo: before }),
  };
}
