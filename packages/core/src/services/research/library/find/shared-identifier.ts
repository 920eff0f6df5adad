/**
 * An identifier names one paper, but for those that decide nothing: an address may list many works, and the chapters of a book have its
 * number. The line of such an identifier is the first paper's that came with it; each further one has a line of its own below it.
 */
import { identifierKey, type Identifier } from '../../../../model/papers/index.ts';
import type { RecordWrite } from '../../../../ports/index.ts';
import type { Deps } from '../../../deps.ts';
import { identifiersOf, papersOf } from '../store/index.ts';
import type { KeptPaper } from '../store/paper-record.ts';

/** No identifier has a space in it. */
const BELOW = ' ';
const MOST_SHARING = 50;

/** The key of the identifier that a line is of, whichever paper's it is. */
export function identifierOfLine(key: string): string {
  return key.split(BELOW, 1)[0] ?? key;
}

export function mayBeShared({ scheme }: Identifier): boolean {
  return scheme === 'url' || scheme === 'isbn';
}

/** The key of the line of a further paper. */
export function lineBelow(identifier: string, paper: string): string {
  return `${identifier}${BELOW}${paper}`;
}

/** For a paper that another one has had the identifier before. */
export function sharingWrite(deps: Deps, identifier: Identifier, paper: string): RecordWrite {
  return identifiersOf(deps).writeFor(lineBelow(identifierKey(identifier), paper), { paper }, { parent: paper });
}

/** The lines by which a paper is found, for another that gets its identifiers. */
export async function movedLines(
  deps: Deps,
  workspace: string,
  ids: readonly Identifier[],
  { from, to }: { readonly from: string; readonly to: string },
): Promise<RecordWrite[]> {
  const lines = identifiersOf(deps);
  const owners = await lines.getMany(workspace, ids.map(identifierKey));
  const others = new Set(owners.filter(({ value }) => value.paper !== from).map(({ key }) => key));
  return ids.flatMap((one) => {
    const key = identifierKey(one);
    const isBelow = others.has(key) && mayBeShared(one);
    if (isBelow) return [lines.deletionOf(lineBelow(key, from)), sharingWrite(deps, one, to)];
    return lines.writeFor(key, { paper: to }, { parent: to });
  });
}

/** The one with the line first. */
export async function papersWith(deps: Deps, workspace: string, identifier: Identifier): Promise<KeptPaper[]> {
  const key = identifierKey(identifier);
  const lines = identifiersOf(deps);
  const [own, below] = await Promise.all([
    lines.get(workspace, key),
    mayBeShared(identifier) ? lines.list(workspace, { prefix: key + BELOW, limit: MOST_SHARING }) : null,
  ]);
  const ids = [...(own ? [own] : []), ...(below?.items ?? [])].map(({ value }) => value.paper);
  return papersOf(deps).getMany(workspace, [...new Set(ids)]);
}
