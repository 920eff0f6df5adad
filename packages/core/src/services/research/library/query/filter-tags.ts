/** Tags are kept as they were written, and found however they are: by every spelling that the library has of them. */
import type { MemoryFilter } from '../../../../model/index.ts';
import type { Deps } from '../../../deps.ts';
import { tagKey } from '../keep/keys.ts';
import { papersOf } from '../store/index.ts';
import type { KeptPaper } from '../store/paper-record.ts';

export interface TagFilter {
  readonly filter: Pick<MemoryFilter, 'tags' | 'allTags'>;
  /** Of which a paper has to carry one too: more tags of several spellings than a filter can say. */
  readonly left: readonly string[];
}

/** One spelling each can be asked for together; of one tag several can be as well. */
export async function toTagFilter(deps: Deps, workspace: string, tags: readonly string[]): Promise<TagFilter> {
  const spelt = await Promise.all(tags.map((tag) => spellingsOf(deps, workspace, tag)));
  const single = spelt.filter((one) => one.length === 1).flat();
  const [several, ...more] = spelt.filter((one) => one.length > 1);
  return {
    filter: { ...(single.length > 0 ? { allTags: single } : {}), ...(several ? { tags: several } : {}) },
    left: more.flatMap(([first]) => first ?? []),
  };
}

/** So few papers are read for how they spell it. */
const FEW = 20;

/** Of a tag that many papers have, those that people make: other case, and other signs between the words. */
async function spellingsOf(deps: Deps, workspace: string, tag: string): Promise<string[]> {
  const key = tagKey(tag);
  const page = await papersOf(deps).list(workspace, { index: 'by_tag', where: { tag_keys: key }, limit: FEW });
  const written = page.items.flatMap(({ value }) => value.tags.filter((one) => tagKey(one) === key));
  if (page.next === null) return [...new Set(written.length === 0 ? [tag] : written)];
  const likely = [...new Set([tag, ...written].flatMap(waysToWrite))].filter((one) => tagKey(one) === key);
  const counts = await deps.storage.memories.countTagged(workspace, likely, 1);
  return [...new Set([...written, ...likely.filter((_, i) => (counts[i] ?? 0) > 0)])];
}

function waysToWrite(tag: string): string[] {
  const words = tag.split(/[\s_-]+/);
  return [' ', '-', '_'].flatMap((sign) => {
    const joined = words.join(sign);
    const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase();
    return [joined, joined.toLowerCase(), joined.toUpperCase(), capital(joined), words.map(capital).join(sign)];
  });
}

/** Every paper that has it, however it is spelt. */
export async function papersTagged(deps: Deps, workspace: string, tag: string): Promise<KeptPaper[]> {
  const found: KeptPaper[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const place: { cursor?: string } = cursor === undefined ? {} : { cursor };
    const query = { index: 'by_tag' as const, where: { tag_keys: tagKey(tag) }, limit: 500, ...place };
    const page = await papersOf(deps).list(workspace, query);
    found.push(...page.items);
    cursor = page.next;
  }
  return found;
}
