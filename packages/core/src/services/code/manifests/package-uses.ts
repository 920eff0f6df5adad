/** Packages by what manifests say of them: what a repository needs, and which repositories need or provide one. */
import type { Deps } from '../../deps.ts';
import { findRepositories, type DependencyRecord, type KeptRepository } from '../store/index.ts';
import { dependenciesOf } from './keep-dependencies.ts';
import type { DependencyKind } from './manifest.ts';

export interface NeededPackage {
  readonly name: string;
  readonly range: string | null;
  readonly kind: DependencyKind;
  readonly ecosystem: string;
}

const ORDER: readonly DependencyKind[] = ['runtime', 'optional', 'dev'];

/** Each once, with what is needed to run first; its own packages are none that it needs. */
export async function neededPackages(deps: Deps, { value }: Pick<KeptRepository, 'value'>): Promise<NeededPackage[]> {
  const manifests = (await dependenciesOf(deps, value.store)).map((one) => one.value);
  const own = new Set(manifests.map(({ ecosystem, name }) => `${ecosystem} ${name}`));
  const all = manifests.flatMap(({ ecosystem, dependencies }) => dependencies.map((one) => ({ ...one, ecosystem })));
  const found = new Map<string, NeededPackage>();
  for (const kind of ORDER)
    for (const one of all) {
      const key = `${one.ecosystem} ${one.name}`;
      if (one.kind === kind && !own.has(key) && !found.has(key)) found.set(key, one);
    }
  return [...found.values()].toSorted(
    (a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || (a.name < b.name ? -1 : 1),
  );
}

/** A manifest that names a package. */
export interface PackageUse {
  readonly repository: KeptRepository;
  readonly path: string;
  readonly ecosystem: string;
  readonly use: 'provides' | DependencyKind;
  /** What is asked for; of who provides it, what it is. */
  readonly range: string | null;
}

const MOST_USES = 100;

/** Who provides it first, then by repository and path. */
export async function packageUses(
  deps: Deps,
  { workspace, name, repository }: { workspace: string; name: string; repository?: string | undefined },
): Promise<PackageUse[]> {
  const wanted = name.trim().toLowerCase();
  const uses: PackageUse[] = [];
  for (const one of await findRepositories(deps, workspace, repository))
    for (const { value } of await dependenciesOf(deps, one.value.store)) uses.push(...usesIn(one, value, wanted));
  return uses.toSorted((a, b) => Number(b.use === 'provides') - Number(a.use === 'provides')).slice(0, MOST_USES);
}

function usesIn(repository: KeptRepository, manifest: DependencyRecord, wanted: string): PackageUse[] {
  const { path, ecosystem, name, version, dependencies } = manifest;
  const place = { repository, path, ecosystem };
  const own: PackageUse[] = name?.toLowerCase() === wanted ? [{ ...place, use: 'provides', range: version }] : [];
  const needed = dependencies.filter((one) => one.name.toLowerCase() === wanted);
  return [...own, ...needed.map(({ kind, range }) => ({ ...place, use: kind, range }))];
}
