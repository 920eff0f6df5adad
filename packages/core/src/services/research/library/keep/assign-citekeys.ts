/** Citekeys for papers that have none yet: unique in the workspace, those that came with an entry kept where they are free. */
import type { BibliographicItem } from '../../../../model/papers/index.ts';
import type { Deps } from '../../../deps.ts';
import { cleanCitekey, withSuffix } from '../../bibliography/citekeys/citekey.ts';
import { readPattern, type KeyPattern } from '../../bibliography/citekeys/pattern.ts';
import { papersOf } from '../store/index.ts';

export interface Keyed {
  readonly citekey: string;
  readonly renamedFrom: string | null;
}

/** The one that it came with, or is described by; others may have it. */
export function wantedCitekey(item: BibliographicItem, pattern: KeyPattern): string {
  return cleanCitekey(item.citekey) ?? (pattern(item) || 'untitled');
}

export async function assignCitekeys(
  deps: Deps,
  workspace: string,
  items: readonly BibliographicItem[],
  /** Known to be nobody's. */
  free: ReadonlySet<string> = new Set(),
): Promise<Keyed[]> {
  const pattern = readPattern(deps.config.citekey_pattern);
  const wanted = items.map((item) => wantedCitekey(item, pattern));
  const taken = await takenOf(
    deps,
    workspace,
    [...new Set(wanted)].filter((key) => !free.has(key)),
  );
  const keyed: Keyed[] = [];
  for (const [i, base] of wanted.entries()) {
    const citekey = await freeOne(deps, workspace, base, taken);
    taken.add(citekey);
    const came = cleanCitekey(items[i]?.citekey);
    keyed.push({ citekey, renamedFrom: came !== null && came !== citekey ? came : null });
  }
  return keyed;
}

async function takenOf(deps: Deps, workspace: string, citekeys: readonly string[]): Promise<Set<string>> {
  const there = await Promise.all(citekeys.map((citekey) => isTaken(deps, workspace, citekey)));
  return new Set(citekeys.filter((_, i) => there[i]));
}

async function isTaken(deps: Deps, workspace: string, citekey: string): Promise<boolean> {
  return (await papersOf(deps).count(workspace, { index: 'by_citekey', where: { citekey } })) > 0;
}

async function freeOne(deps: Deps, workspace: string, base: string, taken: Set<string>): Promise<string> {
  for (let n = 0; ; n++) {
    const citekey = withSuffix(base, n);
    if (taken.has(citekey)) continue;
    // Of those with a suffix nobody has asked yet.
    if (n === 0 || !(await isTaken(deps, workspace, citekey))) return citekey;
  }
}
