/** The manifests that are known, by the names of their files. A new one is a line here and its cases in the tests. */
import { readComposerJson, readPackageJson } from './formats/json.ts';
import { readCsproj, readGradle, readPom } from './formats/jvm.ts';
import { readCargo, readGemfile, readGoMod } from './formats/others.ts';
import { readPyproject, readRequirements, readSetupCfg } from './formats/python.ts';
import { LONGEST_MANIFEST, type Manifest } from './manifest.ts';

type Read = (text: string, path: string) => Manifest | null;

const READERS: readonly (readonly [name: RegExp, read: Read])[] = [
  [/^package\.json$/u, readPackageJson],
  [/^composer\.json$/u, readComposerJson],
  [/^pyproject\.toml$/u, readPyproject],
  [/^[\w.-]*requirements[\w.-]*\.(?:txt|in)$/u, readRequirements],
  [/^setup\.cfg$/u, readSetupCfg],
  [/^go\.mod$/u, readGoMod],
  [/^Cargo\.toml$/u, readCargo],
  [/^pom\.xml$/u, readPom],
  [/^build\.gradle(?:\.kts)?$/u, readGradle],
  [/^(?:Gemfile|[\w.-]+\.gemspec)$/u, readGemfile],
  [/^[^/]+\.(?:cs|fs|vb)proj$/u, readCsproj],
];

export function isDependencyManifest(path: string): boolean {
  return readerOf(path) !== undefined;
}

/** Null for what is no manifest, or says nothing. */
export function readManifest(path: string, text: string): Manifest | null {
  return text.length > LONGEST_MANIFEST ? null : (readerOf(path)?.(text, path) ?? null);
}

function readerOf(path: string): Read | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const isInRequirements = /(?:^|\/)requirements\/[\w.-]+\.(?:txt|in)$/u.test(path);
  return isInRequirements ? readRequirements : READERS.find(([pattern]) => pattern.test(name))?.[1];
}
