/** The kinds of edges and the ways of finding them as numbers, for rows and for what is kept: places here must stay. */
import type { EdgeHow, EdgeKind } from '../types.ts';

export const KINDS: readonly EdgeKind[] = ['call', 'inherits', 'implements', 'overrides', 'references', 'tests'];
export const HOWS: readonly EdgeHow[] = ['scope', 'import', 'self', 'type', 'flow', 'unique-name'];
/** In the place of how: the target is not ours. */
export const [EXTERNAL, BUILTIN] = [-1, -2];

export const KIND_NUMBER = numbered(KINDS);
export const HOW_NUMBER = numbered(HOWS);

function numbered<Word extends string>(words: readonly Word[]): Readonly<Record<Word, number>> {
  return Object.fromEntries(words.map((word, number) => [word, number])) as Record<Word, number>;
}
