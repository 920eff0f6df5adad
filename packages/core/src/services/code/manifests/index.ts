/** What a repository depends on, by its manifests; read-manifest.ts has the table of those that are known. */
export { type Dependency, type DependencyKind, type Ecosystem, type Manifest } from './manifest.ts';
export { isDependencyManifest, readManifest } from './read-manifest.ts';
export { dependenciesOf, keepDependencies } from './keep-dependencies.ts';
export { forgetPackages, keepPackages } from './package-entities.ts';
export { neededPackages, packageUses, type NeededPackage, type PackageUse } from './package-uses.ts';
export { linkedRepositories, type RepositoryLink } from './linked-repositories.ts';
