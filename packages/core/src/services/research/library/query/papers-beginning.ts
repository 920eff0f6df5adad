/** Papers whose citekey or title begins with what somebody has typed so far, of the whole library. */
import type { Deps } from '../../../deps.ts';
import { titleSort } from '../keep/keys.ts';
import { papersOf } from '../store/index.ts';
import type { KeptPaper } from '../store/paper-record.ts';

export async function papersBeginning(
  deps: Deps,
  workspace: string,
  typed: string,
  most: number,
): Promise<KeptPaper[]> {
  const title = titleSort(typed);
  const where = { standing: 'library' as const };
  const [byKey, byTitle] = await Promise.all([
    typed === '' ? null : papersOf(deps).list(workspace, { index: 'by_citekey', prefix: typed, limit: most }),
    title === '' ? null : papersOf(deps).list(workspace, { index: 'by_title', where, prefix: title, limit: most }),
  ]);
  const found = [...(byKey?.items ?? []), ...(byTitle?.items ?? [])].filter(
    ({ value }) => value.standing === 'library' && value.shown_as === null,
  );
  return [...new Map(found.map((paper) => [paper.key, paper])).values()].slice(0, most);
}
