/** All tags of the library with their use, and those that seem to be one. */
import type { Deps } from '../../deps.ts';
import { papersOf } from '../library/store/index.ts';
import type { KeptPaper } from '../library/store/paper-record.ts';
import { groupsOf, type TagGroup, type TagUse } from './alike-tags.ts';

/** What is used, the most used first. */
export interface UsedTags {
  readonly tags: readonly TagUse[];
  readonly papers: number;
  readonly untagged: number;
}

export interface Vocabulary extends UsedTags {
  readonly groups: readonly TagGroup[];
}

/** A few milliseconds of work; then others have their turn. */
const PAGE = 100;

export async function everyPaper(deps: Deps, workspace: string, visit: (paper: KeptPaper) => void): Promise<void> {
  for (let cursor: string | null | undefined; cursor !== null;) {
    const place: { cursor?: string } = cursor === undefined ? {} : { cursor };
    const query = { index: 'by_standing' as const, where: { standing: 'library' as const }, limit: PAGE, ...place };
    const page = await papersOf(deps).list(workspace, query);
    page.items.forEach(visit);
    cursor = page.next;
  }
}

export async function vocabularyOf(deps: Deps, workspace: string): Promise<Vocabulary> {
  const used = await usedTags(deps, workspace);
  return { ...used, groups: groupsOf(used.tags) };
}

export async function usedTags(deps: Deps, workspace: string): Promise<UsedTags> {
  const uses = new Map<string, number>();
  let [papers, untagged] = [0, 0];
  await everyPaper(deps, workspace, ({ value: { tags } }) => {
    papers += 1;
    untagged += tags.length === 0 ? 1 : 0;
    for (const tag of tags) uses.set(tag, (uses.get(tag) ?? 0) + 1);
  });
  const tags = [...uses]
    .map(([tag, count]) => ({ tag, papers: count }))
    .toSorted((one, other) => other.papers - one.papers || (one.tag < other.tag ? -1 : 1));
  return { tags, papers, untagged };
}
