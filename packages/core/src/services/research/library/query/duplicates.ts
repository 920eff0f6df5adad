/** Papers that may be one, by title, first author and year; for somebody to decide. */
import type { Deps } from '../../../deps.ts';
import { likeness } from '../keep/same-entry.ts';
import { papersOf } from '../store/index.ts';
import type { KeptPaper } from '../store/paper-record.ts';

const PAGE = 500;

/** Each group with the one first that was added first. A preprint that is shown under what was published of it is none. */
export async function duplicatesIn(deps: Deps, workspace: string): Promise<KeptPaper[][]> {
  const byTitle = new Map<string, KeptPaper[]>();
  for (let cursor: string | null | undefined; cursor !== null;) {
    const place: { cursor?: string } = cursor === undefined ? {} : { cursor };
    const query = { index: 'by_standing' as const, where: { standing: 'library' as const }, limit: PAGE, ...place };
    const page = await papersOf(deps).list(workspace, query);
    for (const paper of page.items) {
      const { title_key: key, shown_as } = paper.value;
      if (key !== null && shown_as === null) byTitle.set(key, [...(byTitle.get(key) ?? []), paper]);
    }
    cursor = page.next;
  }
  return [...byTitle.values()].flatMap((papers) => {
    const [first, ...others] = papers;
    const alike = others.filter((other) => first && likeness(first.value.item, other.value.item) !== 'other');
    return first && alike.length > 0 ? [[first, ...alike]] : [];
  });
}
