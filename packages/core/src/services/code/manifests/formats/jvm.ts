/** pom.xml, build.gradle(.kts) and *.csproj: by what is written, because nothing of a build is run. */
import { manifest, type DependencyKind, type Found, type Manifest } from '../manifest.ts';

export function readPom(given: string): Manifest | null {
  const text = withoutComments(given);
  const properties = new Map(
    between(text, 'properties').flatMap((inside) =>
      [...inside.matchAll(/<([\w.-]+)>([^<]*)<\/\1>/gu)].map(([, key = '', value = '']): [string, string] => [
        key,
        value.trim(),
      ]),
    ),
  );
  const filled = (value: string | undefined): string | undefined =>
    value?.replace(/^\$\{([\w.-]+)\}$/u, (whole, key: string) => properties.get(key) ?? whole);
  // What is only managed is not used; what plugins need is of the build.
  const own = withoutAll(text, ['dependencyManagement', 'build', 'profiles', 'reporting']);
  const found = between(own, 'dependency').map((inside): Found => {
    const scope = tag(inside, 'scope');
    const kind: DependencyKind = scope === 'test' ? 'dev' : tag(inside, 'optional') === 'true' ? 'optional' : 'runtime';
    return {
      name: `${tag(inside, 'groupId')}:${tag(inside, 'artifactId')}`,
      range: filled(tag(inside, 'version')),
      kind,
    };
  });
  const head = withoutAll(own, ['parent', 'dependencies', 'properties', 'modules']);
  const group = tag(head, 'groupId') ?? tag(between(own, 'parent')[0] ?? '', 'groupId');
  const artifact = tag(head, 'artifactId');
  const name = artifact === undefined ? null : group === undefined ? artifact : `${group}:${artifact}`;
  return manifest('maven', { name, version: filled(tag(head, 'version')), found });
}

const GRADLE =
  /\b(api|implementation|compileOnly|runtimeOnly|compile|runtime|annotationProcessor|kapt|ksp|test\w+|androidTest\w+|debugImplementation)\b\s*\(?\s*(?:platform\s*\(\s*)?(?:["']([\w.-]+):([\w.-]+)(?::([^"':@]+))?[^"']*["']|group\s*[:=]\s*["']([\w.-]+)["']\s*,\s*name\s*[:=]\s*["']([\w.-]+)["'](?:\s*,\s*version\s*[:=]\s*["']([^"']+)["'])?)/gu;

export function readGradle(given: string): Manifest | null {
  const text = given.replaceAll(/\/\*[\s\S]*?\*\/|(^|\s)\/\/[^\n]*/gu, '$1');
  const found = [...text.matchAll(GRADLE)].map(
    ([, how = '', group, artifact, version, namedGroup, named, namedVersion]): Found => {
      const isDev = /^(?:test|androidTest|annotationProcessor|kapt|ksp|debug)/u.test(how);
      return {
        name: `${group ?? namedGroup}:${artifact ?? named}`,
        range: version ?? namedVersion,
        kind: isDev ? 'dev' : 'runtime',
      };
    },
  );
  return found.length === 0 ? null : manifest('maven', { found });
}

export function readCsproj(given: string, path: string): Manifest | null {
  const text = withoutComments(given);
  const found = [...text.matchAll(/<PackageReference\b([^>]*?)(?:\/>|>([\s\S]{0,2000}?)<\/PackageReference>)/gu)].map(
    ([, attributes = '', inside = '']): Found => {
      const isDev =
        /PrivateAssets\s*=\s*"all"/iu.test(attributes) || /^all$/iu.test(tag(inside, 'PrivateAssets') ?? '');
      return {
        name: attribute(attributes, 'Include'),
        range: attribute(attributes, 'Version') ?? tag(inside, 'Version'),
        kind: isDev ? 'dev' : 'runtime',
      };
    },
  );
  const file = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/u, '');
  return manifest('nuget', {
    name: tag(text, 'PackageId') ?? tag(text, 'AssemblyName') ?? file,
    version: tag(text, 'Version'),
    found,
  });
}

function withoutAll(text: string, names: readonly string[]): string {
  return names.reduce((rest, name) => without(rest, name), text);
}

function withoutComments(text: string): string {
  return without(text, '!--', '-->');
}

/** Everything between what opens and what closes, in one pass: what opens and never closes is the rest. */
function between(text: string, name: string): string[] {
  const found: string[] = [];
  const [open, close] = [`<${name}>`, `</${name}>`];
  for (let at = text.indexOf(open); at >= 0;) {
    const end = text.indexOf(close, at);
    found.push(text.slice(at + open.length, end < 0 ? undefined : end));
    at = end < 0 ? -1 : text.indexOf(open, end);
  }
  return found;
}

function without(text: string, name: string, close = `</${name}>`): string {
  const kept: string[] = [];
  const open = name === '!--' ? '<!--' : `<${name}>`;
  let from = 0;
  for (let at = text.indexOf(open); at >= 0; at = text.indexOf(open, from)) {
    kept.push(text.slice(from, at));
    const end = text.indexOf(close, at);
    if (end < 0) return kept.join('');
    from = end + close.length;
  }
  return kept.join('') + text.slice(from);
}

function tag(text: string, name: string): string | undefined {
  return between(text, name)[0]?.trim();
}

function attribute(text: string, name: string): string | undefined {
  return new RegExp(`\\b${name}\\s*=\\s*"([^"]*)"`, 'iu').exec(text)?.[1];
}
