/** All papers that a list would show, the newest first, a few at a time: for who writes them out, and asks neither how many there are nor where they end. */
import type { Deps } from '../../../deps.ts';
import { papersOf } from '../store/index.ts';
import type { KeptPaper } from '../store/paper-record.ts';

/** So many are asked for at once. Fewer would be held with fewer, and every way to the store costs as much as some papers. */
const AT_ONCE = 50;

export async function* eachArticle(deps: Deps, workspace: string, most: number, skip = 0): AsyncGenerator<KeptPaper> {
  const stretch = { index: 'by_standing', where: { standing: 'library' }, descending: true } as const;
  let [left, before] = [most, skip];
  if (left <= 0) return;
  for await (const paper of papersOf(deps).each(workspace, { ...stretch, limit: Math.min(most + skip, AT_ONCE) })) {
    // Shown under another.
    if (paper.value.shown_as !== null || before-- > 0) continue;
    yield paper;
    left -= 1;
    if (left === 0) return;
  }
}
