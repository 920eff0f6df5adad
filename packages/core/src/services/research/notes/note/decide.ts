/**
 * What becomes of one key or region of a note. `written` is what we put there last, `ours` what the paper says now, `there` what the file has.
 *
 *   ours        there            then
 *   as it was   as written       nothing
 *   changed     as written       it is written
 *   the same    the same         nothing; that it was written is noted (a process died before it could)
 *   any         gone             it stays away: the user took it out
 *   as it was   changed          nothing: the user's word stands; a key that goes both ways is taken over
 *   changed     changed          a region keeps the user's word and gets ours below it; a key keeps the user's word
 *   any         never written    it is added; where there is something by that name already, that is the user's
 */
export type Decision = 'nothing' | 'write' | 'add' | 'keep' | 'conflict' | 'gone';

export interface Sides {
  readonly ours: string | null;
  /** What may have been written last: a process that died leaves it open which of two. Empty where nothing ever was. */
  readonly written: readonly string[];
  readonly there: string | null;
}

export function decide({ ours, written, there }: Sides): Decision {
  if (there === null) return decideWithout(ours, written);
  if (there === ours) return 'nothing';
  if (written.includes(there)) return 'write';
  return ours === null || written.includes(ours) ? 'keep' : 'conflict';
}

function decideWithout(ours: string | null, written: readonly string[]): Decision {
  if (ours === null) return 'nothing';
  return written.length === 0 ? 'add' : 'gone';
}
