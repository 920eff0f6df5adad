/** Repositories that depend on each other: one declares a package by the name that a manifest of another asks for. */
import type { Deps } from '../../deps.ts';
import { listRepositories } from '../store/index.ts';
import { dependenciesOf } from './keep-dependencies.ts';
import type { DependencyKind } from './manifest.ts';

export interface RepositoryLink {
  /** Keys of the repositories. */
  readonly from: string;
  readonly to: string;
  readonly ecosystem: string;
  readonly package: string;
  readonly range: string | null;
  readonly kind: DependencyKind;
  /** The manifest that asks, and the one that declares. */
  readonly path: string;
  readonly declaredIn: string;
}

/** Within a repository, packages may depend on each other too; that is its own matter and not told. */
export async function linkedRepositories(deps: Deps, workspace: string): Promise<RepositoryLink[]> {
  const repositories = await listRepositories(deps, workspace);
  const manifests = await Promise.all(
    repositories.map(async ({ key, value }) =>
      (await dependenciesOf(deps, value.store)).map((one) => ({ repository: key, ...one.value })),
    ),
  );
  const all = manifests.flat();
  const declared = new Map<string, { readonly repository: string; readonly path: string }[]>();
  for (const { repository, path, ecosystem, name } of all) {
    if (name === null) continue;
    const key = `${ecosystem} ${name}`;
    declared.set(key, [...(declared.get(key) ?? []), { repository, path }]);
  }
  return all.flatMap(({ repository: from, path, ecosystem, dependencies }) =>
    dependencies.flatMap(({ name, range, kind }) =>
      (declared.get(`${ecosystem} ${name}`) ?? [])
        .filter(({ repository }) => repository !== from)
        .map((to) => ({ from, to: to.repository, ecosystem, package: name, range, kind, path, declaredIn: to.path })),
    ),
  );
}
