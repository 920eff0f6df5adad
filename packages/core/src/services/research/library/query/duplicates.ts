/** Papers that may be one, by title, authors, year and venue; for somebody to decide. */
import type { Deps } from '../../../deps.ts';
import { likeness } from '../keep/same-entry.ts';
import { TitleBucket } from '../keep/title-bucket.ts';
import { papersOf } from '../store/index.ts';
import type { KeptPaper } from '../store/paper-record.ts';

const PAGE = 500;

interface Entry {
  readonly item: KeptPaper['value']['item'];
  /** With those that were found to be like it. */
  readonly group: KeptPaper[];
}

/** Each group with the one first that was added first. A preprint that is shown under what was published of it is none. */
export async function duplicatesIn(deps: Deps, workspace: string): Promise<KeptPaper[][]> {
  const seen = new TitleBucket<Entry>();
  const groups: KeptPaper[][] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const place: { cursor?: string } = cursor === undefined ? {} : { cursor };
    const query = { index: 'by_standing' as const, where: { standing: 'library' as const }, limit: PAGE, ...place };
    const page = await papersOf(deps).list(workspace, query);
    for (const paper of page.items.filter(({ value }) => value.shown_as === null)) {
      const { item } = paper.value;
      const alike = seen.like(item).find((one) => likeness(item, one.item) !== 'other');
      const group = alike?.group ?? [];
      if (!alike) groups.push(group);
      group.push(paper);
      seen.add({ item, group });
    }
    cursor = page.next;
  }
  return groups.filter((group) => group.length > 1);
}
