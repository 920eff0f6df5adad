/** Since when and until when a relation holds, as far as its sentence says. */
import { readTimes } from '@zapomni/core/model';

export interface Validity {
  readonly validFrom?: number;
  readonly validTo?: number;
}

const LONGEST_SENTENCE = 1000;
const MENTIONS_TIME = /\d{4}|since|until|till|from|between|before|after|\bс\b|до|seit|bis|depuis|desde/iu;
/** Say when something was so, not since when. */
const ONCE = /^(?:in|on|at|during|в|im|am|en|le)\s/iu;
/** Begin at a moment, and then go on. */
const LASTING = new Set([
  'WORKS_FOR',
  'HEADS',
  'MEMBER_OF',
  'LIVES_IN',
  'SPOUSE_OF',
  'OWNS',
  'ACQUIRED',
  'USES',
  'DEPENDS_ON',
  'FOUNDED',
  'REPLACED',
  'LOCATED_IN',
  'PART_OF',
]);
const BEGINNINGS =
  /\b(?:join|start|found|establish|marr|move|acqui|b(?:uy|ought)|adopt|switch|migrat|becom|became|hire|appoint|elect|creat|launch)/iu;

/** A time that the sentence gives twice is not decided on. */
export function validityOf(sentence: string, at: number): (type: string) => Validity {
  if (sentence.length > LONGEST_SENTENCE || !MENTIONS_TIME.test(sentence)) return () => ({});
  const { spans } = readTimes(sentence, at);
  const [span] = spans;
  if (!span || spans.length > 1) return () => ({});
  const once = ONCE.test(span.text);
  if (once && !BEGINNINGS.test(sentence)) return () => ({});
  const validity: Validity = {
    ...(span.from === undefined ? {} : { validFrom: span.from }),
    ...(span.before === undefined || once ? {} : { validTo: span.before }),
  };
  return (type) => (LASTING.has(type) ? validity : {});
}
