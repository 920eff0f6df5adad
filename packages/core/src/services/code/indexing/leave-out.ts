/** What is left out of an index by its name alone, and what by what it says. Every reason is counted. */
import { isDependencyManifest } from '../manifests/read-manifest.ts';

/** Made by tools, whatever version control says of them. */
const TOOL_FOLDERS =
  /(?:^|\/)(?:\.git|\.hg|\.svn|node_modules|bower_components|__pycache__|\.venv|venv|\.tox|\.nox|\.mypy_cache|\.pytest_cache|\.ruff_cache|\.cache|\.gradle|\.next|\.nuxt|\.svelte-kit|\.terraform|\.eggs|[^/]+\.egg-info|site-packages|DerivedData)\//u;

/** The same as patterns, and what tools make where no version control says what is tracked. */
export const WALK_EXCLUDES: readonly string[] = (
  '.git/ .hg/ .svn/ node_modules/ bower_components/ __pycache__/ .venv/ venv/ .tox/ .nox/ .mypy_cache/ .pytest_cache/ .ruff_cache/ ' +
  '.cache/ .gradle/ .next/ .nuxt/ .svelte-kit/ .terraform/ .eggs/ *.egg-info/ site-packages/ DerivedData/ dist/ build/ out/ target/ coverage/'
).split(' ');

const TEST_PATH =
  /(?:^|\/)(?:tests?|__tests__|specs?|e2e|testdata|__fixtures__|__mocks__)\/|(?:^|\/)(?:test_[^/]*|conftest)\.py$|[._-](?:test|spec)\.[^/.]+$|_(?:test|spec)\.\w+$|(?:^|\/)[^/]*[a-z](?:Test|Tests|Spec)\.(?:java|kt|cs|scala|groovy|swift|php)$/u;

export function isTestPath(path: string): boolean {
  return TEST_PATH.test(path);
}

const SECRET_NAME =
  /(?:^|\/)(?:\.env(?!\.(?:example|sample|template|dist|defaults?)$)(?:\.[^/]*)?|[^/]*\.(?:pem|key|p12|pfx|p8|jks|keystore|kdbx|ppk|gpg)|id_(?:rsa|dsa|ecdsa|ed25519)|[._]netrc|\.npmrc|\.pypirc|\.htpasswd|\.pgpass|\.my\.cnf|\.git-credentials|\.dockercfg|\.docker\/config\.json|credentials(?:\.(?:json|ya?ml|toml|ini|xml))?|(?:client_)?secrets?\.(?:json|ya?ml|toml|ini)|service[_-]?account[^/]*\.json|[^/]*\.tfstate(?:\.backup)?)$/iu;

/** Key material, and tokens whose form says that they open something. */
const SECRET_TEXT =
  /-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----(?:[\s"'+,;]|\\n|[A-Z][\w-]*:[^\n]*\n)*[A-Za-z0-9+/]{40}|\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{50,}|glpat-[A-Za-z0-9_-]{20}|xox[abprs]-[A-Za-z0-9-]{24,}|sk_live_[A-Za-z0-9]{24,}|AKIA(?!IOSFODNN7EXAMPLE)[0-9A-Z]{16})\b/u;

export function saysSecret(text: string): boolean {
  return SECRET_TEXT.test(text);
}

/** What says where modules lie is read whatever languages are asked for, because linking needs it. */
const MANIFEST =
  /(?:^|\/)(?:package\.json|[jt]sconfig(?:\.[\w-]+)?\.json|pyproject\.toml|setup\.cfg|go\.mod|Cargo\.toml)$/u;

export function isManifest(path: string): boolean {
  return MANIFEST.test(path);
}

/** Null: all of them. */
export function isWanted(languages: readonly string[] | null, path: string, language: string | null): boolean {
  return languages === null || languages.includes(language ?? '') || isManifest(path) || isDependencyManifest(path);
}

export interface NameRules {
  readonly includeTests: boolean;
  readonly maxFileSize: number;
  readonly recursive: boolean;
}

/** Before anything is asked of the disk. */
export function leftOutByName(path: string, { includeTests, recursive }: NameRules): string | null {
  if (!recursive && path.includes('/')) return 'folder';
  if (TOOL_FOLDERS.test(path)) return 'ignored';
  if (SECRET_NAME.test(path)) return 'secret';
  return !includeTests && isTestPath(path) ? 'test' : null;
}

export function leftOutBySize(size: number, { maxFileSize }: NameRules): string | null {
  if (size === 0) return 'empty';
  return size > maxFileSize ? 'too_large' : null;
}
