/**
 * Where a clause with a subject of its own begins: at a name behind `and`, `but`, a comma and the like, with a verb behind it. `Marta met Oskar and Birgit met
 * Tom` has one at Birgit, `Marta met Oskar and Birgit in Prague` has none. No word is known to be a verb; what surely is none is known.
 */
import type { WordRange } from './sentences.ts';

const JOINTS = new Set('and but or while whereas because though although so yet then plus , ; : - – —'.split(' '));
const NO_VERBS = new Set([
  ...'and but or nor while whereas because though although so yet then than as plus'.split(' '),
  ...'of for in at to from on with by about into over under near between through during since until till after before behind without within against around'.split(
    ' ',
  ),
  ...'who which whose whom that where when the a an this these those my our your his her its their'.split(' '),
  ...'yesterday today tomorrow tonight now again too together there here last next this every each both all later soon'.split(
    ' ',
  ),
]);
const LETTERS = /^\p{L}/u;

/** `lower` are the words of the text in small letters, `others` the names of the sentence. */
export function beginsClause(lower: readonly string[], name: WordRange, others: readonly WordRange[]): boolean {
  const [before, behind] = [lower[name.from - 1] ?? '', lower[name.to] ?? ''];
  if (!JOINTS.has(before) || !LETTERS.test(behind) || NO_VERBS.has(behind)) return false;
  if (others.some(({ from }) => from === name.to)) return false;
  const row = beginOfRow(lower, name, others);
  return others.some(({ to }) => to <= row);
}

/** `Marta, Oskar and Birgit` are in a row, and share a verb if nothing is named before them. */
function beginOfRow(lower: readonly string[], { from }: WordRange, others: readonly WordRange[]): number {
  let joint = from;
  while (JOINTS.has(lower[joint - 1] ?? '')) joint--;
  const last = joint < from ? others.find(({ to }) => to === joint) : undefined;
  return last ? beginOfRow(lower, last, others) : from;
}
