/** What a paper takes from its note, as a write that fails where the paper has become another. */
import type { JsonValue } from '../../../../model/index.ts';
import type { RecordWrite } from '../../../../ports/index.ts';
import type { Deps } from '../../../deps.ts';
import { retellTexts } from '../../library/change/rewrite-paper.ts';
import { withTags } from '../../library/keep/paper-facts.ts';
import { papersOf } from '../../library/store/index.ts';
import type { PaperRecord } from '../../library/store/paper-record.ts';
import type { Job } from './note-job.ts';

export async function withUsersWord(deps: Deps, { paper, merged }: Job): Promise<RecordWrite | null> {
  const taken = merged?.taken ?? {};
  if (Object.keys(taken).length === 0) return null;
  const { key, value, version } = paper;
  const record: PaperRecord = {
    ...value,
    ...(taken.tags === undefined ? {} : withTags(tagsIn(taken.tags))),
    ...(taken.status === undefined ? {} : { read_state: taken.status as PaperRecord['read_state'] }),
    ...(taken.rating === undefined ? {} : { rating: taken.rating as number | null }),
    updated_at: deps.clock.now(),
  };
  return papersOf(deps).writeFor(key, record, { ifVersion: version });
}

function tagsIn(value: JsonValue): string[] {
  return Array.isArray(value) ? value.filter((tag) => typeof tag === 'string') : [];
}

/** The memories of the paper are found by its tags, too. What is left of it, because somebody was stopped, the next change mends. */
export async function retellPaper(deps: Deps, workspace: string, { paper, merged }: Job): Promise<void> {
  if (merged?.taken.tags === undefined) return;
  const now = await papersOf(deps).get(workspace, paper.key);
  if (!now) return;
  const { tags, memory } = now.value;
  const [there] = memory === null ? [] : await deps.storage.memories.summaries(workspace, [memory]);
  if (there && JSON.stringify(there.tags) !== JSON.stringify(tags))
    await deps.storage.memories.update(workspace, there.id, { tags }, deps.clock.now());
  await retellTexts(deps, workspace, paper.key, now.value);
}
