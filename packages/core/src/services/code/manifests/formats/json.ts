/** package.json and composer.json. */
import { manifest, record, type DependencyKind, type Found, type Manifest } from '../manifest.ts';

export function readPackageJson(text: string): Manifest | null {
  const json = parsed(text);
  if (!json) return null;
  const found = tables(json, {
    dependencies: 'runtime',
    peerDependencies: 'runtime',
    optionalDependencies: 'optional',
    devDependencies: 'dev',
  });
  const optional = new Set(
    Object.entries(record(json['peerDependenciesMeta'])).flatMap(([name, about]) =>
      record(about)['optional'] === true ? [name] : [],
    ),
  );
  const peers = record(json['peerDependencies']);
  const own = found.map((one) =>
    optional.has(String(one.name)) && Object.hasOwn(peers, String(one.name)) && one.kind === 'runtime'
      ? { ...one, kind: 'optional' as const }
      : one,
  );
  return manifest('npm', { name: json['name'], version: json['version'], found: own });
}

export function readComposerJson(text: string): Manifest | null {
  const json = parsed(text);
  if (!json) return null;
  // PHP itself and its extensions are no packages.
  const found = tables(json, { require: 'runtime', 'require-dev': 'dev' }).filter(({ name }) =>
    String(name).includes('/'),
  );
  return manifest('composer', { name: json['name'], version: json['version'], found });
}

function tables(json: Record<string, unknown>, kinds: Readonly<Record<string, DependencyKind>>): Found[] {
  return Object.entries(kinds).flatMap(([table, kind]) =>
    Object.entries(record(json[table])).map(([name, range]) => ({ name, range, kind })),
  );
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const json: unknown = JSON.parse(text.replace(/^\uFEFF/u, ''));
    return typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
