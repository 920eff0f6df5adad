/**
 * Holds sources against the table of layers. Works on texts and manifests that it is handed, so a test can plant a fault
 * without touching the disk.
 */
import { isBuiltin } from 'node:module';
import path from 'node:path';
import type { SourceFile } from '../source/source-files.ts';
import { findClocks } from './clock.ts';
import { findImports } from './imports.ts';
import { findReaches } from './reach.ts';
import { APART, LAYERS, TESTKIT, testRule, type LayerRule } from './rules.ts';
import { findWaysOut } from './way-out.ts';

const SCOPE = '@zapomni/';
/** Tests and a package's own scripts: they never ship, so they may also use what the root has for development. */
const DEVELOPMENT = /\.test\.ts$|^scripts\//;
/** Test support beside the sources. */
const TEST_SUPPORT = /\/testing\//;

export interface Manifest {
  /** Folder below packages/, or '' for the root. */
  readonly folder: string;
  readonly dependencies: readonly string[];
  /** Doors: '.', './ports' and so on. */
  readonly exports: readonly string[];
}

export interface Violation {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** One file with all that its imports are judged by. */
interface Subject {
  readonly folder: string;
  readonly file: string;
  readonly inPackage: string;
  /** A test, a script or the testkit: code that never ships. */
  readonly isAside: boolean;
  readonly rule: LayerRule;
  readonly declared: ReadonlySet<string>;
  readonly manifests: ReadonlyMap<string, Manifest>;
}

/** Every breach, in the order of the files and lines; empty when the house is in order. */
export function checkLayers(files: readonly SourceFile[], manifests: readonly Manifest[]): Violation[] {
  const byFolder = new Map(manifests.map((manifest) => [manifest.folder, manifest]));
  return files.flatMap((file) => checkFile(file, byFolder));
}

function checkFile(file: SourceFile, manifests: ReadonlyMap<string, Manifest>): Violation[] {
  const subject = toSubject(file.path, manifests);
  if (!subject) {
    return [{ file: file.path, line: 1, message: 'its package has no row in scripts/layers/rules.ts; add one' }];
  }
  const imports = findImports(file.text).map(({ specifier, line }) => ({ line, message: judge(specifier, subject) }));
  const neverShips = subject.isAside || TEST_SUPPORT.test(file.path);
  const own = neverShips ? [] : [...findClocks(file.path, file.text), ...findWaysOut(file.path, file.text)];
  return [...imports, ...findReaches(file.text, subject.inPackage, subject.rule), ...own]
    .flatMap(({ line, message }) => (message ? [{ file: file.path, line, message }] : []))
    .sort((a, b) => a.line - b.line);
}

function toSubject(file: string, manifests: ReadonlyMap<string, Manifest>): Subject | null {
  const [, folder = '', ...rest] = file.split('/');
  const layer = LAYERS[folder];
  const inPackage = rest.join('/');
  const isAside = folder === 'testkit' || DEVELOPMENT.test(inPackage);
  const rule = folder === 'testkit' ? TESTKIT : layer && isAside ? testRule(layer) : layer;
  if (!rule) return null;
  const own = manifests.get(folder)?.dependencies ?? [];
  const lent = isAside ? [...(manifests.get('')?.dependencies ?? []), `${SCOPE}testkit`] : [];
  return { folder, file, inPackage, isAside, rule, declared: new Set([...own, ...lent]), manifests };
}

/** Why the import is wrong and what to do instead, or null. */
function judge(specifier: string | null, subject: Subject): string | null {
  if (specifier === null) return 'imports a computed name, which cannot be checked; write the name out';
  if (specifier.startsWith('.')) return judgeRelative(specifier, subject);
  if (specifier.startsWith('/') || specifier.startsWith('file:')) return `imports an absolute path: ${specifier}`;
  if (specifier.startsWith(SCOPE)) return judgeOurs(specifier, subject);
  return judgeForeign(specifier, subject);
}

function judgeRelative(specifier: string, { file, folder, isAside }: Subject): string | null {
  const target = path.posix.join(path.posix.dirname(file), specifier);
  if (target.startsWith(`packages/${folder}/`)) return isAside ? null : judgeNeighbour(file, target);
  if (isAside && !target.startsWith('packages/')) return null;
  return `reaches out of its package with ${specifier}; import the other package by its name`;
}

function judgeNeighbour(file: string, target: string): string | null {
  const [own, other] = [file, target].map((name) => APART.exec(name)?.[1]);
  if (own === undefined || other === undefined || own === other) return null;
  return `imports from the driver ${other}; what drivers have in common belongs in packages/db/src/shared`;
}

function judgeOurs(specifier: string, subject: Subject): string | null {
  const [target = '', ...rest] = specifier.slice(SCOPE.length).split('/');
  const door = [target, ...rest].join('/');
  if (target !== subject.folder) {
    if (!subject.rule.ours.some((allowed) => covers(allowed, door))) return notAllowed(specifier, subject);
    if (!subject.declared.has(SCOPE + target)) return notDeclared(SCOPE + target, subject);
  }
  const exported = subject.manifests.get(target)?.exports ?? [];
  if (exported.some((open) => covers(open, ['.', ...rest].join('/')))) return null;
  return `imports ${specifier}, which packages/${target}/package.json does not export`;
}

function judgeForeign(specifier: string, subject: Subject): string | null {
  const name = specifier.replace(/^node:/, '');
  if (subject.rule.forbidden.some((forbidden) => covers(forbidden, name))) {
    return `imports ${specifier}, which packages/${subject.folder} may not touch; put it behind a port`;
  }
  if (isBuiltin(specifier)) return specifier.startsWith('node:') ? null : `write node:${specifier}`;
  const dependency = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  return subject.declared.has(dependency) ? null : notDeclared(dependency, subject);
}

const covers = (pattern: string, name: string) =>
  pattern.endsWith('/*') ? name === pattern.slice(0, -2) || name.startsWith(pattern.slice(0, -1)) : name === pattern;

function notAllowed(specifier: string, { folder, rule }: Subject): string {
  const allowed = rule.ours.length > 0 ? `only ${rule.ours.join(', ')}` : 'nothing of ours';
  return `imports ${specifier}; packages/${folder} may import ${allowed}`;
}

const notDeclared = (dependency: string, { folder }: Subject) =>
  `imports ${dependency}, which packages/${folder}/package.json does not declare`;
