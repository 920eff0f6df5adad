/** Papers whose citekey or id is nearly what was given, or begins so. */
import { editDistance } from '../../../../model/index.ts';
import type { Deps } from '../../../deps.ts';
import { papersOf } from '../store/index.ts';
import type { KeptPaper } from '../store/paper-record.ts';
import type { Offer } from './candidate.ts';

const LEAST = 3;
const MOST_LENGTH = 200;
/** Looked at of each stretch: a name that many begin alike is narrowed by more of its letters first. */
const MOST_BEGINNING = 25;

/** `others`: papers that were found otherwise, whose citekeys may be like it as well. */
export async function alikeCitekeys(
  deps: Deps,
  workspace: string,
  given: string,
  others: readonly KeptPaper[],
): Promise<Offer[]> {
  if (/\s/.test(given) || given.length < LEAST || given.length > MOST_LENGTH) return [];
  const wanted = given.toLowerCase();
  const found = [...others, ...(await beginningAlike(deps, workspace, given))];
  return found.flatMap((paper) => {
    const how = likenessOf(wanted, paper.value.citekey?.toLowerCase() ?? '');
    return how ? [{ paper, why: `its citekey ${how.words}`, far: how.far }] : [];
  });
}

/** Some of its first letters, and fewer of them, as they were written and as keys are: in lower case, or with a capital. */
async function beginningAlike(deps: Deps, workspace: string, given: string): Promise<KeptPaper[]> {
  const lengths = [given.length, Math.ceil(given.length * 0.7), Math.ceil(given.length * 0.4), LEAST];
  const lower = given.toLowerCase();
  const spellings = [given, lower, given.slice(0, 1).toUpperCase() + lower.slice(1)];
  const beginnings = spellings.flatMap((one) => lengths.map((length) => one.slice(0, Math.max(length, LEAST))));
  const pages = await papersOf(deps).listMany(
    workspace,
    [...new Set(beginnings)].map((prefix) => ({ index: 'by_citekey' as const, prefix, limit: MOST_BEGINNING })),
  );
  return pages.flatMap(({ items }) => [...items]);
}

/** One letter in five may be another, three at most. */
function likenessOf(wanted: string, citekey: string): { words: string; far: number } | null {
  if (citekey === '') return null;
  const apart = editDistance(wanted.slice(0, MOST_LENGTH), citekey.slice(0, MOST_LENGTH));
  if (apart === 0) return { words: 'differs by case alone', far: 0 };
  if (apart <= Math.max(1, Math.min(3, Math.floor(wanted.length / 5))))
    return { words: `differs by ${apart === 1 ? 'one letter' : `${apart} letters`}`, far: apart };
  return citekey.startsWith(wanted) ? { words: 'begins so', far: 2 } : null;
}

/** An id that was cut. */
export async function idsBeginning(deps: Deps, workspace: string, given: string, most: number): Promise<Offer[]> {
  if (!/^[0-9a-f][0-9a-f-]{5,35}$/i.test(given)) return [];
  const { items } = await papersOf(deps).list(workspace, { prefix: given.toLowerCase(), limit: most });
  return items.map((paper) => ({ paper, why: 'its id begins so', far: 0.5 }));
}
