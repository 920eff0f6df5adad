/** Groups of writes that go together, in as few transactions as may be. */
import type { RecordWrite } from '../../../../ports/index.ts';
import type { Deps } from '../../../deps.ts';

/** So many at once. */
export const PORTION = 500;

/** In portions that are each done whole; the versions are those of the last writes. */
export async function writeAll(
  { storage, clock }: Deps,
  workspace: string,
  groups: readonly (readonly RecordWrite[])[],
  last: readonly RecordWrite[],
): Promise<readonly number[]> {
  let portion: RecordWrite[] = [];
  for (const group of groups) {
    if (portion.length > 0 && portion.length + group.length > PORTION) {
      await storage.records.write(workspace, portion, clock.now());
      portion = [];
    }
    portion.push(...group);
  }
  const versions = await storage.records.write(workspace, [...portion, ...last], clock.now());
  return versions.slice(portion.length);
}
