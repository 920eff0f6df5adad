/** What package.json and tsconfig.json say of where modules lie. Written by people: whatever is amiss is as if it were not there. */
import { folderOf, join } from './found.ts';

export interface Package {
  readonly folder: string;
  readonly name: string | null;
  readonly main: readonly string[];
  readonly exports: unknown;
  readonly imports: unknown;
}

export interface PathRules {
  readonly folder: string;
  readonly base: string | null;
  readonly paths: readonly { readonly pattern: string; readonly places: readonly string[] }[];
}

type Manifest = { readonly path: string; readonly text: string };

export function readPackages(manifests: readonly Manifest[]): Package[] {
  return manifests
    .filter(({ path }) => path === 'package.json' || path.endsWith('/package.json'))
    .flatMap(({ path, text }) => {
      const json = asRecord(parse(text));
      if (!json) return [];
      const main = ['source', 'types', 'module', 'main'].flatMap((key) =>
        typeof json[key] === 'string' ? [json[key]] : [],
      );
      return [
        {
          folder: folderOf(path),
          name: typeof json['name'] === 'string' ? json['name'] : null,
          main,
          exports: json['exports'],
          imports: json['imports'],
        },
      ];
    });
}

export function readPathRules(manifests: readonly Manifest[]): PathRules[] {
  return manifests
    .filter(({ path }) => /(?:^|\/)[jt]sconfig(?:\.[\w-]+)?\.json$/.test(path))
    .flatMap(({ path, text }) => {
      const options = asRecord(asRecord(parse(withoutComments(text)))?.['compilerOptions']);
      if (!options) return [];
      const folder = folderOf(path);
      const baseUrl = options['baseUrl'];
      const base = typeof baseUrl === 'string' ? join(folder, baseUrl) : null;
      const paths = Object.entries(asRecord(options['paths']) ?? {}).map(([pattern, places]) => ({
        pattern,
        places: (Array.isArray(places) ? places : [])
          .filter((place): place is string => typeof place === 'string')
          .map((place) => join(base ?? folder, place)),
      }));
      return base === null && paths.length === 0 ? [] : [{ folder, base, paths }];
    })
    .sort((a, b) => b.folder.length - a.folder.length);
}

/** The first place that a conditional `exports` or `imports` names, for each condition. */
export function placesIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(placesIn);
  return Object.values(asRecord(value) ?? {}).flatMap(placesIn);
}

export function asRecord(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

/** `x/*` against `x/y`: what the star stands for, null if it does not match. */
export function matchStar(pattern: string, name: string): string | null {
  const star = pattern.indexOf('*');
  if (star < 0) return pattern === name ? '' : null;
  const [head, tail] = [pattern.slice(0, star), pattern.slice(star + 1)];
  if (!name.startsWith(head) || !name.endsWith(tail) || name.length < head.length + tail.length) return null;
  return name.slice(head.length, name.length - tail.length);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** tsconfig.json may have comments and commas at the end. Strings are kept as they are. */
function withoutComments(text: string): string {
  return text
    .replaceAll(/("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_, string: string | undefined) => string ?? '')
    .replaceAll(/("(?:\\.|[^"\\])*")|,(?=\s*[}\]])/g, (_, string: string | undefined) => string ?? '');
}
