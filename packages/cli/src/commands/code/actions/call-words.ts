/** Calls in words. */
import type { CalleeEdge, CallerEdge } from '@zapomni/core/code';
import { count } from '../../../output/in-words.ts';
import type { Terminal } from '../../../output/terminal.ts';

/** How it is called: as what, with how much, and whether that is only a guess. */
export function siteWords({ type, args, low }: CallerEdge | CalleeEdge): string[] {
  return [type, ...(args === null ? [] : [count(args, 'argument')]), ...(low ? ['a guess'] : [])];
}

interface Counts {
  readonly total: number;
  readonly complete: boolean;
  readonly guesses: number;
}

export function noteLeftOut({ total, complete, guesses }: Counts, shown: number, { note, paintNote }: Terminal): void {
  const words = [
    ...(total > 0 ? [`${shown} of ${count(total, 'call')}.`] : []),
    ...(complete ? [] : ['There are so many that not all were followed.']),
    ...(guesses > 0 ? [`${guesses} more by name alone: --guesses.`] : []),
  ];
  if (words.length > 0) note(paintNote('dim', words.join(' ')));
}
