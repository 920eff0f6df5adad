/** Two records of one work, a preprint and what was published of it: linked, and shown as one. */
import type { Deps } from '../../../deps.ts';
import { papersOf, versionsOf } from '../store/index.ts';
import type { KeptPaper } from '../store/paper-record.ts';
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
  readonly source: string;
}

async function linkVersion(deps: Deps, workspace: string, { of, paper, source }: Link): Promise<void> {
  const isShown = paper.value.shown_as === of.key;
  if (isShown || of.value.shown_as !== null || of.key === paper.key) return;
  const { version, value, key } = paper;
  const link = { of: of.key, paper: key, relation: 'preprint' as const, source };
  const writes = [
    papersOf(deps).writeFor(key, { ...value, shown_as: of.key }, { ifVersion: version }),
    versionsOf(deps).writeFor(`${of.key}.${key}`, link, { parent: key }),
  ];
  await deps.storage.records.write(workspace, writes, deps.clock.now());
}
