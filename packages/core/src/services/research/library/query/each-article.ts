/** All papers that a list would show, the newest first, a few at a time: for who writes them out, and asks neither how many there are nor where they end. */
import type { Deps } from '../../../deps.ts';
import { papersOf } from '../store/index.ts';
import type { KeptPaper } from '../store/paper-record.ts';

/** So many are held at once: what lives no longer than it is written takes no room of its own. */
const AT_ONCE = 50;

export async function* eachArticle(deps: Deps, workspace: string, most: number): AsyncGenerator<KeptPaper> {
  const stretch = { index: 'by_standing', where: { standing: 'library' }, descending: true } as const;
  let left = most;
  for (let cursor: string | null | undefined; cursor !== null && left > 0;) {
    const place: { cursor?: string } = cursor === undefined ? {} : { cursor };
    const page = await papersOf(deps).list(workspace, { ...stretch, ...place, limit: Math.min(left, AT_ONCE) });
    for (const paper of page.items) {
      // Shown under another.
      if (paper.value.shown_as !== null) continue;
      left -= 1;
      yield paper;
    }
    cursor = page.next;
  }
}
