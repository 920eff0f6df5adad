/** pyproject.toml (PEP 621, dependency groups, Poetry), requirements files and setup.cfg. */
import { manifest, type DependencyKind, type Found, type Manifest } from '../manifest.ts';
import { inTable, tomlEntries, type TomlEntry, type TomlValue } from './toml.ts';

/** Longer ones are no requirements. */
const LONGEST_LINE = 500;
const DEV = /(?:^|[-_./])(?:dev|develop|development|test|tests|testing|lint|docs?|ci|build|typing|types)(?:[-_./]|$)/iu;

export function readPyproject(text: string): Manifest | null {
  const entries = tomlEntries(text);
  const single = (...path: string[]): TomlValue =>
    entries.find((entry) => entry.path.join('\0') === path.join('\0'))?.value ?? null;
  const found = entries.flatMap((entry) => [...ofProject(entry), ...ofPoetry(entry)]);
  const name = single('project', 'name') ?? single('tool', 'poetry', 'name');
  const version = single('project', 'version') ?? single('tool', 'poetry', 'version');
  return manifest('pypi', { name: asName(name), version, found });
}

function ofProject(entry: TomlEntry): Found[] {
  const list = Array.isArray(entry.value) ? (entry.value as readonly string[]) : [];
  if (entry.path.join('.') === 'project.dependencies') return list.flatMap((one) => requirement(one, 'runtime'));
  if (entry.path.join('.') === 'build-system.requires') return list.flatMap((one) => requirement(one, 'dev'));
  const extra = inTable(entry, 'project', 'optional-dependencies');
  if (extra !== null) return list.flatMap((one) => requirement(one, DEV.test(extra) ? 'dev' : 'optional'));
  return inTable(entry, 'dependency-groups') === null ? [] : list.flatMap((one) => requirement(one, 'dev'));
}

/** `[tool.poetry.dependencies] x = "^1"` or `x = { version = "^1", optional = true }`; Python itself is none. */
function ofPoetry(entry: TomlEntry): Found[] {
  const runtime = inTable(entry, 'tool', 'poetry', 'dependencies');
  const group = inTable(entry, 'tool', 'poetry', 'group');
  const inGroup = group === null || entry.path[4] !== 'dependencies' ? null : (entry.path[5] ?? null);
  const name = runtime ?? inTable(entry, 'tool', 'poetry', 'dev-dependencies') ?? inGroup;
  if (name === null || name === 'python') return [];
  const { value } = entry;
  const range = value instanceof Map ? value.get('version') : value;
  const isOptional = value instanceof Map && value.get('optional') === true;
  return [{ name: asName(name), range, kind: runtime === null ? 'dev' : isOptional ? 'optional' : 'runtime' }];
}

/** `requirements.txt`, `requirements/dev.in`: what other files and options say is not followed. */
export function readRequirements(text: string, path: string): Manifest | null {
  const kind = DEV.test(path.slice(path.lastIndexOf('/', path.lastIndexOf('/') - 1) + 1).replace(/\.(?:txt|in)$/u, ''))
    ? 'dev'
    : 'runtime';
  const lines = text.replaceAll(/\\\r?\n/gu, ' ').split(/\r?\n/u);
  return manifest('pypi', { found: lines.flatMap((line) => requirement(line.replace(/(?:^|\s)#.*$/u, ''), kind)) });
}

export function readSetupCfg(text: string): Manifest | null {
  const [values, lists] = sections(text);
  const found = [...lists].flatMap(([key, items]) => {
    if (key === 'options.install_requires') return items.flatMap((one) => requirement(one, 'runtime'));
    const extra = key.startsWith('options.extras_require.') ? key.slice('options.extras_require.'.length) : null;
    if (extra === null)
      return /^options\.(?:tests|setup)_require/u.test(key) ? items.flatMap((one) => requirement(one, 'dev')) : [];
    return items.flatMap((one) => requirement(one, DEV.test(extra) ? 'dev' : 'optional'));
  });
  const name = values.get('metadata.name');
  return name === undefined && found.length === 0
    ? null
    : manifest('pypi', { name: asName(name), version: values.get('metadata.version'), found });
}

/** Keys with what stands beside them, and with the lines that are indented below them. */
function sections(text: string): [values: Map<string, string>, lists: Map<string, string[]>] {
  const [values, lists] = [new Map<string, string>(), new Map<string, string[]>()];
  let [section, key] = ['', ''];
  for (const line of text.split(/\r?\n/u)) {
    if (/^\s*[#;]/u.test(line) || line.trim() === '') continue;
    const head = /^\[([^\]]+)\]/u.exec(line);
    const entry = /^([\w.-]+)\s*[=:](.*)$/u.exec(line);
    if (head) section = head[1] ?? '';
    else if (entry) {
      key = `${section}.${entry[1]}`;
      const value = (entry[2] ?? '').trim();
      values.set(key, value);
      lists.set(key, value === '' ? [] : value.split(';').map((one) => one.trim()));
    } else if (/^\s/u.test(line)) lists.get(key)?.push(line.trim());
  }
  return [values, lists];
}

/** `Name[extra] >= 1.0, < 2 ; python_version < "3"`, and `Name @ address` without the address. */
function requirement(line: string, kind: DependencyKind): Found[] {
  const text = line.replaceAll(/\s+/gu, ' ').trim();
  if (text.length > LONGEST_LINE) return [];
  const parts = /^([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*(?:\(([^)]*)\)|([<>=!~][^;@]*))?\s*(?:[;@].*)?$/u.exec(
    text.replace(/\s--\S.*$/u, ''),
  );
  if (!parts) return [];
  return [{ name: asName(parts[1]), range: parts[2] ?? parts[3], kind }];
}

/** Names of Python's packages are the same whatever stands between their words. */
function asName(name: unknown): unknown {
  return typeof name === 'string' ? name.toLowerCase().replaceAll(/[-_.]+/gu, '-') : name;
}
