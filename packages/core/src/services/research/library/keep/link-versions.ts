/** Two records of one work, a preprint and what was published of it: linked, and shown as one. */
import type { Deps } from '../../../deps.ts';
import { papersOf, versionsOf } from '../store/index.ts';
import type { KeptPaper, ToldVersion } from '../store/paper-record.ts';
import { isPreprint } from './identifiers.ts';

/** Doing it again changes nothing. Pairs of which neither or both are preprints are left alone. */
export async function linkVersions(
  deps: Deps,
  workspace: string,
  pairs: readonly (readonly [string, string])[],
): Promise<void> {
  for (const pair of pairs) {
    const papers = await papersOf(deps).getMany(workspace, pair);
    const preprint = papers.find(({ value }) => isPreprint(value.item));
    const published = papers.find(({ value }) => !isPreprint(value.item));
    if (preprint && published) await linkVersion(deps, workspace, { of: published, paper: preprint, source: 'title' });
  }
}

interface Link {
  /** The one that is shown. */
  readonly of: KeptPaper;
  readonly paper: KeptPaper;
  /** What `paper` is to `of`; its preprint unless said. */
  readonly relation?: ToldVersion['relation'];
  readonly source: string;
}

/** Only of what the user has, and of none that stands behind another already. True where they were not linked before. */
export async function linkVersion(
  deps: Deps,
  workspace: string,
  { of, paper, relation = 'preprint', source }: Link,
): Promise<boolean> {
  if (of.key === paper.key || ![of, paper].every(isShown)) return false;
  const { version, value, key } = paper;
  const link = { of: of.key, paper: key, relation, source };
  const writes = [
    papersOf(deps).writeFor(key, { ...value, shown_as: of.key }, { ifVersion: version }),
    versionsOf(deps).writeFor(`${of.key}.${key}`, link, { parent: key }),
  ];
  await deps.storage.records.write(workspace, writes, deps.clock.now());
  return true;
}

function isShown({ value }: KeptPaper): boolean {
  return value.standing === 'library' && value.merged_into === null && value.shown_as === null;
}
