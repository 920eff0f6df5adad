/** go.mod, Cargo.toml and Gemfile. */
import { manifest, type DependencyKind, type Found, type Manifest } from '../manifest.ts';
import { tomlEntries, type TomlEntry } from './toml.ts';

/** What is only needed by what is needed is not counted. */
export function readGoMod(text: string): Manifest | null {
  const lines = text.split(/\r?\n/u).map((line) => line.trim());
  const found: Found[] = [];
  let block = '';
  for (const line of lines) {
    const opens = /^(\w+)\s*\($/u.exec(line);
    if (opens) block = opens[1] ?? '';
    else if (line === ')') block = '';
    const entry = block === 'require' ? line : /^require\s+(?!\()(.*)$/u.exec(line)?.[1];
    const parts = entry === undefined ? null : /^(\S+)\s+(v\S+)\s*(\/\/\s*indirect.*)?/u.exec(entry);
    if (parts && parts[3] === undefined) found.push({ name: parts[1], range: parts[2] });
  }
  const name = lines.map((line) => /^module\s+"?([^\s"]+)/u.exec(line)?.[1]).find((one) => one !== undefined);
  return name === undefined && found.length === 0 ? null : manifest('go', { name, found });
}

const CARGO_TABLES: Readonly<Record<string, DependencyKind>> = {
  dependencies: 'runtime',
  'dev-dependencies': 'dev',
  'build-dependencies': 'dev',
};

export function readCargo(text: string): Manifest | null {
  const entries = tomlEntries(text);
  const own = (key: string): unknown => entries.find(({ path }) => path.join('.') === `package.${key}`)?.value;
  const merged = new Map<string, Found>();
  for (const entry of entries) {
    const one = ofCargo(entry);
    if (!one) continue;
    const key = `${one.kind === 'dev'} ${String(one.name)}`;
    const known = merged.get(key);
    const isOptional = one.kind === 'optional' || known?.kind === 'optional';
    merged.set(key, { ...one, range: one.range ?? known?.range, ...(isOptional ? { kind: 'optional' } : {}) });
  }
  return manifest('cargo', { name: own('name'), version: own('version'), found: merged.values() });
}

/** `[dependencies] x = "1"`, `x = { version = "1", package = "y" }`, `[dependencies.x] version = "1"`, and of a target or a workspace. */
function ofCargo({ path, value }: TomlEntry): Found | null {
  const at = path.findIndex((key) => Object.hasOwn(CARGO_TABLES, key));
  const name = path[at + 1];
  if (name === undefined || !CARGO_PLACES.has(path.slice(0, at)[0] ?? '')) return null;
  const kind = CARGO_TABLES[path[at] as string] ?? 'runtime';
  const key = path[at + 2];
  const said: ReadonlyMap<string, unknown> =
    key !== undefined ? new Map([[key, value]]) : value instanceof Map ? value : new Map([['version', value]]);
  const isOptional = said.get('optional') === true && kind === 'runtime';
  return {
    name: key === undefined ? (said.get('package') ?? name) : name,
    range: said.get('version'),
    kind: isOptional ? 'optional' : kind,
  };
}

/** What may stand before the name of a table of dependencies. */
const CARGO_PLACES: ReadonlySet<string> = new Set(['', 'workspace', 'target']);

/** What is computed is not there: nothing of it is run. */
export function readGemfile(text: string): Manifest | null {
  const found: Found[] = [];
  const groups: boolean[] = [];
  for (const line of text.split(/\r?\n/u)) {
    const bare = line.replace(/\s#.*$/u, '').trim();
    if (/\bdo(?:\s*\|[^|]*\|)?$/u.test(bare)) groups.push(/^group\b.*:(?:development|test)\b/u.test(bare));
    else if (bare === 'end') groups.pop();
    const gem =
      /^(?:gem|spec\.add(?:_runtime|_development)?_dependency|\w+\.add(?:_runtime|_development)?_dependency)[\s(]+["']([\w.-]+)["'](.*)$/u.exec(
        bare,
      );
    if (!gem) continue;
    const rest = gem[2] ?? '';
    const isDev =
      groups.includes(true) ||
      /groups?:?\s*(?:=>)?\s*\[?\s*:(?:development|test)\b/u.test(rest) ||
      bare.includes('_development_');
    const ranges = [...rest.matchAll(/,\s*["']([^"']+)["']/gu)]
      .map(([, range]) => range)
      .filter((range) => /^[\s<>=~!\d]/u.test(range ?? ''));
    found.push({ name: gem[1], range: ranges.join(', '), kind: isDev ? 'dev' : 'runtime' });
  }
  const name = /\.name\s*=\s*["']([\w.-]+)["']/u.exec(text)?.[1];
  return manifest('rubygems', { name, found });
}
