/** What single lines are, for texts that have lost all layout. */
import { hasInitials, isNameShaped, shareOfNames, splitNames } from '../../citations/names/name-shape.ts';
import { abstractHeading, endsAbstract, isMeta, isPlace } from './block-kinds.ts';

export type LineKind = 'meta' | 'place' | 'names' | 'abstract' | 'text';

const SURE = 0.9;

export function lineKinds(lines: readonly string[]): LineKind[] {
  const kinds: LineKind[] = [];
  let isAbstract = false;
  for (const [i, line] of lines.entries()) {
    isAbstract = (isAbstract || abstractHeading(line) > 0) && !endsAbstract(line);
    kinds.push(isAbstract ? 'abstract' : kindOf(line, lines[i + 1] ?? ''));
  }
  return kinds;
}

function kindOf(line: string, next: string): LineKind {
  if (isMeta(line)) return 'meta';
  if (isNames(line, next)) return 'names';
  return isPlace(line) ? 'place' : 'text';
}

/** A title may have the shape of a name, but hardly of two, or above an address. */
function isNames(line: string, next: string): boolean {
  if (shareOfNames(line) < SURE) return false;
  if (hasInitials(line) || isPlace(next) || abstractHeading(next) > 0 || /@/u.test(next)) return true;
  return splitNames(line).filter((part) => isNameShaped(part)).length > 1 && /,/u.test(line);
}
