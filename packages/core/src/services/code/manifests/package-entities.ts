/**
 * What a repository needs and provides, in the graph of the workspace: `repository shop DEPENDS_ON package zod`, `repository prices PROVIDES
 * package @shop/prices`. Asserted through the graph's own door, as a user would; a record says what was, so that what a manifest no
 * longer asks for ends, and all of it goes with the repository.
 */
import { z } from 'zod';
import { entityId, LONGEST_NAME, relationId, type EntityDraft } from '../../../model/index.ts';
import type { Deps } from '../../deps.ts';
import { collection } from '../../records/collection.ts';
import { defineCollection } from '../../records/define-collection.ts';
import { listRepositories } from '../store/find-repository.ts';
import { dependenciesOf } from './keep-dependencies.ts';

/** In the user's workspace, by the key of the repository. */
const CODE_PACKAGES = defineCollection({
  name: 'code_packages',
  schema: z.strictObject({
    /** What the repository is called in the graph. */
    entity: z.string(),
    needs: z.array(z.string()),
    provides: z.array(z.string()),
    /** Ids of entities that were not there before: these may go with the repository. */
    made: z.array(z.string()),
    /** False while the graph may not have all of it. */
    settled: z.boolean(),
  }),
});
type PackagesRecord = z.output<(typeof CODE_PACKAGES)['schema']>;

/** Manifests name what somebody chose; one with more was written by a tool. */
const MOST_PACKAGES = 500;
const KINDS = { needs: 'DEPENDS_ON', provides: 'PROVIDES' } as const;

export interface PackagesOf {
  readonly workspace: string;
  readonly key: string;
  readonly name: string;
  readonly store: string;
}

/** Nothing where nothing changed, and nothing new while the graph is off. */
export async function keepPackages(deps: Deps, of: PackagesOf): Promise<void> {
  const records = collection(deps, CODE_PACKAGES);
  const before = (await records.get(of.workspace, of.key))?.value ?? null;
  const said = deps.config.graph === 'on' ? await packagesOf(deps, of.store) : { needs: [], provides: [] };
  if (isKept(before, said)) return;
  const entity = before?.entity ?? (await freeName(deps, of));
  const made = [...new Set([...(before?.made ?? []), ...(await missing(deps, of.workspace, draftsOf(entity, said)))])];
  // First what may be made: whoever dies in between leaves nothing that nobody knows of.
  await records.put(of.workspace, of.key, { entity, ...said, made, settled: false });
  await assertAll(deps, of.workspace, entity, said);
  if (before) await retractGone(deps, of.workspace, before, said);
  await records.put(of.workspace, of.key, { entity, ...said, made, settled: true });
}

function isKept(before: PackagesRecord | null, { needs, provides }: Said): boolean {
  if (!before) return needs.length + provides.length === 0;
  return before.settled && isSame(before.needs, needs) && isSame(before.provides, provides);
}

/** With the repository. What memories mention, what others need and what somebody added to stays. */
export async function forgetPackages(deps: Deps, workspace: string, key: string): Promise<void> {
  const records = collection(deps, CODE_PACKAGES);
  const kept = (await records.get(workspace, key))?.value;
  if (!kept) return;
  const { graph } = deps.storage;
  const repository = entityId({ type: 'repository', name: kept.entity });
  const made = new Set(kept.made);
  const [known] = await graph.entities(workspace, [repository]);
  if (known && made.has(repository) && known.mentions === 0)
    await graph.removeEntities(workspace, [known.id], deps.clock.now());
  else await retractGone(deps, workspace, kept, { needs: [], provides: [] });
  const packages = await graph.entities(
    workspace,
    [...made].filter((id) => id !== repository),
  );
  const unused = packages.filter((one) => one.mentions + one.relations + one.merged.length + one.aliases.length === 0);
  await graph.removeEntities(
    workspace,
    unused.map(({ id }) => id),
    deps.clock.now(),
  );
  const left = new Set(packages.filter((one) => !unused.includes(one)).map(({ id }) => id));
  await handOver(deps, workspace, key, left);
  await records.delete(workspace, key);
}

/** What another repository needs as well may go with that one. */
async function handOver(deps: Deps, workspace: string, from: string, left: ReadonlySet<string>): Promise<void> {
  const records = collection(deps, CODE_PACKAGES);
  for (const { key } of await listRepositories(deps, workspace)) {
    const other = key === from ? null : (await records.get(workspace, key))?.value;
    const taken = other
      ? draftsOf(other.entity, other)
          .map(entityId)
          .filter((id) => left.has(id))
      : [];
    if (!other || taken.length === 0) continue;
    await records.put(workspace, key, { ...other, made: [...new Set([...other.made, ...taken])] });
  }
}

type Said = Pick<PackagesRecord, 'needs' | 'provides'>;

/** Of the names that a graph takes; what is needed to run comes before what developers need. */
async function packagesOf(deps: Deps, store: string): Promise<Said> {
  const manifests = (await dependenciesOf(deps, store)).map(({ value }) => value);
  const provides = unique(manifests.flatMap(({ name }) => name ?? []));
  const all = manifests.flatMap(({ dependencies }) => dependencies);
  const inOrder = [...all.filter(({ kind }) => kind !== 'dev'), ...all.filter(({ kind }) => kind === 'dev')];
  const needs = unique(inOrder.map(({ name }) => name)).filter((name) => !provides.includes(name));
  return { needs: needs.slice(0, MOST_PACKAGES).toSorted(), provides: provides.slice(0, MOST_PACKAGES).toSorted() };
}

function unique(names: readonly string[]): string[] {
  const byId = new Map<string, string>();
  for (const name of names.map((one) => one.trim())) {
    const isName = name !== '' && name.length <= LONGEST_NAME && name.isWellFormed();
    const id = isName ? entityId({ type: 'package', name }) : '';
    if (isName && !byId.has(id)) byId.set(id, name);
  }
  return [...byId.values()];
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name, i) => name === other[i]);
}

/** Its own name, unless another repository has that. */
async function freeName(deps: Deps, { workspace, key, name }: PackagesOf): Promise<string> {
  const others = (await listRepositories(deps, workspace)).filter((one) => one.key !== key);
  return others.some(({ value }) => value.name === name) ? `${name} ${key.slice(0, 8)}` : name.slice(0, LONGEST_NAME);
}

function draftsOf(entity: string, { needs, provides }: Said): EntityDraft[] {
  const names = [...new Set([...needs, ...provides])];
  return [{ type: 'repository', name: entity }, ...names.map((name) => ({ type: 'package', name }))];
}

async function missing({ storage }: Deps, workspace: string, drafts: readonly EntityDraft[]): Promise<string[]> {
  const ids = drafts.map(entityId);
  const known = new Set((await storage.graph.entities(workspace, ids)).flatMap(({ id, merged }) => [id, ...merged]));
  return ids.filter((id) => !known.has(id));
}

async function assertAll({ storage, clock }: Deps, workspace: string, entity: string, said: Said): Promise<void> {
  const now = clock.now();
  await storage.graph.assertEntities(workspace, draftsOf(entity, said), now);
  const source = entityId({ type: 'repository', name: entity });
  const relations = Object.entries(KINDS).flatMap(([what, type]) =>
    said[what as keyof typeof KINDS].map((name) => ({
      source,
      type,
      target: entityId({ type: 'package', name }),
      confidence: 1,
      memoryId: null,
      validFrom: now,
      validTo: null,
    })),
  );
  await storage.graph.assertRelations(workspace, relations, now);
}

/** What was needed and is not any more ends now: the graph still knows that it was. */
async function retractGone({ storage, clock }: Deps, workspace: string, before: PackagesRecord, now: Said) {
  const source = entityId({ type: 'repository', name: before.entity });
  for (const [what, type] of Object.entries(KINDS)) {
    const still = new Set(now[what as keyof typeof KINDS]);
    for (const name of before[what as keyof typeof KINDS]) {
      if (still.has(name)) continue;
      const id = relationId(source, type, entityId({ type: 'package', name }));
      await storage.graph.retractRelation(workspace, id, clock.now(), clock.now());
    }
  }
}
