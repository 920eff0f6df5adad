import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Manifest } from './check.ts';

/** The manifests of the root and of every package. */
export function readManifests(root: string): Manifest[] {
  const folders = globSync('packages/*/package.json', { cwd: root }).map((file) => path.basename(path.dirname(file)));
  return ['', ...folders.sort()].map((folder) => readManifest(root, folder));
}

interface PackageJson {
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
  readonly exports?: Record<string, unknown>;
}

function readManifest(root: string, folder: string): Manifest {
  const file = path.join(root, folder === '' ? '.' : path.join('packages', folder), 'package.json');
  const json = JSON.parse(readFileSync(file, 'utf8')) as PackageJson;
  return {
    folder,
    dependencies: Object.keys({ ...json.dependencies, ...json.devDependencies, ...json.optionalDependencies }),
    exports: Object.keys(json.exports ?? {}),
  };
}
