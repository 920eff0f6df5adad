import type { WrittenPart } from './written.ts';

/**
 * What becomes of one key or region of a note. What was written is what we put there last, `ours` what the paper says now, `there` what the file has.
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

export interface Sides extends WrittenPart {
  readonly ours: string | null;
  readonly there: string | null;
}

export function decide({ ours, told, may, there }: Sides): Decision {
  // What a process that died may not have written is not missed.
  if (there === null) return ours === null ? 'nothing' : told === null ? 'add' : 'gone';
  if (there === ours) return 'nothing';
  if (may.includes(there)) return 'write';
  return ours === null || told === ours ? 'keep' : 'conflict';
}
