/**
 * Versions by what sources tell of them: kept as they are told, and linked as soon as both are in the library, whichever came first.
 *
 *   told of what has come ── is the other here?  ┐
 *   what has come ── did another tell of it? ────┴─ linked, the preprint behind what appeared
 */
import { identifierKey, type Identifier } from '../../../../model/papers/index.ts';
import type { Deps } from '../../../deps.ts';
import { identifiersOf, papersOf, toldVersionsOf } from '../store/index.ts';
import type { KeptPaper, ToldVersion } from '../store/paper-record.ts';
import { factsIn, type Arrival } from './arrival.ts';
import { allIdentifiers } from './identifiers.ts';
import { linkVersion } from './link-versions.ts';

export interface CamePaper {
  readonly id: string;
  readonly arrivals: readonly Arrival[];
}

/** No index holds longer ones, and no service has any. */
const LONGEST = 300;
/** Of one paper, so many that tell of it. */
const MOST = 20;

/** Doing it again changes nothing. True where something was linked. */
export async function settleVersions(deps: Deps, workspace: string, came: readonly CamePaper[]): Promise<boolean> {
  const told = came.flatMap(toldOf);
  if (told.length > 0) await keepTold(deps, workspace, told);
  const isAnyTold = told.length > 0 || (await toldVersionsOf(deps).count(workspace)) > 0;
  if (!isAnyTold) return false;
  const pairs = [...(await toOthers(deps, workspace, told)), ...(await fromOthers(deps, workspace, came))];
  let linked = 0;
  for (const pair of pairs) linked += (await link(deps, workspace, pair)) ? 1 : 0;
  return linked > 0;
}

function toldOf({ id, arrivals }: CamePaper): ToldVersion[] {
  const own = new Set(arrivals.flatMap(({ item }) => allIdentifiers(item.identifiers).map(identifierKey)));
  return factsIn(arrivals).flatMap(({ source, facts: { versions = [] } }) =>
    versions
      .map(({ identifier, relation }) => ({ paper: id, identifier: identifierKey(identifier), relation, source }))
      .filter(({ identifier }) => identifier.length <= LONGEST && !own.has(identifier)),
  );
}

/** Of several who tell the same, the first. */
async function keepTold(deps: Deps, workspace: string, told: readonly ToldVersion[]): Promise<void> {
  const byKey = new Map(told.toReversed().map((one) => [`${one.paper} ${one.identifier}`, one]));
  const kept = new Set((await toldVersionsOf(deps).getMany(workspace, [...byKey.keys()])).map(({ key }) => key));
  const writes = [...byKey]
    .filter(([key]) => !kept.has(key))
    .map(([key, value]) => toldVersionsOf(deps).writeFor(key, value, { parent: value.paper }));
  if (writes.length > 0) await deps.storage.records.write(workspace, writes, deps.clock.now());
}

interface Pair {
  readonly teller: string;
  readonly other: string;
  readonly told: ToldVersion;
}

async function toOthers(deps: Deps, workspace: string, told: readonly ToldVersion[]): Promise<Pair[]> {
  const owners = await identifiersOf(deps).getMany(workspace, [...new Set(told.map(({ identifier }) => identifier))]);
  const ownerOf = new Map(owners.map(({ key, value }) => [key, value.paper]));
  return told.flatMap((one) => {
    const other = ownerOf.get(one.identifier);
    return other === undefined ? [] : [{ teller: one.paper, other, told: one }];
  });
}

async function fromOthers(deps: Deps, workspace: string, came: readonly CamePaper[]): Promise<Pair[]> {
  const papers = await papersOf(deps).getMany(
    workspace,
    came.map(({ id }) => id),
  );
  const asked = papers.flatMap(({ key, value }) =>
    idsOf(value.item.identifiers).map((identifier) => ({ key, identifier })),
  );
  const pages = await toldVersionsOf(deps).listMany(
    workspace,
    asked.map(({ identifier }) => ({ index: 'by_identifier' as const, where: { identifier }, limit: MOST })),
  );
  return pages.flatMap(({ items }, i) =>
    items.map(({ value }) => ({ teller: value.paper, other: asked[i]?.key ?? '', told: value })),
  );
}

function idsOf(identifiers: readonly Identifier[]): string[] {
  return allIdentifiers(identifiers.filter(({ scheme }) => scheme !== 'issn' && scheme !== 'url'))
    .map(identifierKey)
    .filter((key) => key.length <= LONGEST);
}

/** A correction or a translation is a work of its own. */
async function link(deps: Deps, workspace: string, { teller, other, told }: Pair): Promise<boolean> {
  const { relation, source } = told;
  if (relation === 'correction' || relation === 'translation') return false;
  const papers = await papersOf(deps).getMany(workspace, [teller, other]);
  const [one, two] = [teller, other].map((id) => papers.find(({ key }) => key === id)) as (KeptPaper | undefined)[];
  if (!one || !two) return false;
  const isPublished = relation === 'published';
  const [of, paper] = isPublished ? [two, one] : [one, two];
  return linkVersion(deps, workspace, { of, paper, source, relation: isPublished ? 'preprint' : relation });
}
