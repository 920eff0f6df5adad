/** The repository that a folder is, or lies in, and what is known of it. */
import { hash } from 'node:crypto';
import { invalidField, underNames, ZapomniError } from '../../../errors/index.ts';
import type { CodeParser, GitHead, GitRepository } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import { nameOf, request, statFile, type Asker } from '../../documents/fetch-source.ts';
import { collection } from '../../records/collection.ts';
import {
  codeWorkspace,
  REPOSITORIES,
  type KeptRepository,
  type RepositoryCounts,
  type RepositoryOptions,
  type RepositoryRecord,
} from '../store/index.ts';

export interface OpenedRepository {
  readonly key: string;
  readonly root: string;
  readonly git: GitRepository | null;
  readonly head: GitHead;
  readonly known: KeptRepository | null;
  /** As it will be kept. */
  readonly value: RepositoryRecord;
}

const KEY_LENGTH = 32;
/** What callers know the folder by. */
const FIELD = 'repo_path';
const NO_HEAD: GitHead = { commit: null, branch: null };

/** NOT_FOUND for a folder that is not there or may not be read, INVALID_INPUT for options that cannot be. */
export async function openRepository(
  deps: Deps,
  asked: Asker & {
    readonly workspace: string;
    readonly path: string;
    readonly options?: Partial<RepositoryOptions> | undefined;
  },
): Promise<OpenedRepository> {
  const { key, root, place, git } = await repositoryAt(deps, asked);
  const known = await collection(deps, REPOSITORIES).get(asked.workspace, key);
  const head = git ? await git.head() : NO_HEAD;
  const options = checkOptions(deps, { ...DEFAULTS, ...known?.value.options, ...given(asked.options) });
  const before = known?.value ?? (await newRecord(deps, git, { root, place, key, workspace: asked.workspace }));
  return { key, root, git, head, known, value: { ...before, git: git !== null, options } };
}

/** What a folder is, or lies in. Close its `git`. */
export async function repositoryAt(deps: Deps, asked: Asker & { readonly path: string }) {
  const folder = asked.path.length > 1 ? asked.path.replace(/[/\\]+$/, '') : asked.path;
  const git = await gitIn(deps, folder, asked).catch((error: unknown) => {
    // What reads files calls it a path; who asks for a repository does not.
    throw underNames(error, { path: FIELD });
  });
  const root = git?.root ?? folder;
  const place = hash('sha256', root);
  return { key: place.slice(0, KEY_LENGTH), root, place, git };
}

async function gitIn(deps: Deps, folder: string, asked: Asker): Promise<GitRepository | null> {
  if ((await statFile(deps, folder, asked)).kind !== 'folder')
    throw invalidField(FIELD, 'is a file', 'Name the folder of a repository.');
  return (await deps.git?.open(folder, request(asked)))?.repository ?? null;
}

async function newRecord(
  { clock }: Deps,
  git: GitRepository | null,
  { root, place, key, workspace }: { root: string; place: string; key: string; workspace: string },
): Promise<RepositoryRecord> {
  const identity = (await git?.roots())?.[0] ?? key;
  const facts = { name: nameOf(root) || root, root, place, identity, store: codeWorkspace(workspace, key) };
  return { ...NEW, ...facts, git: git !== null, options: DEFAULTS, added_at: clock.now() };
}

const NO_COUNTS: RepositoryCounts = {
  files: 0,
  lines: 0,
  bytes: 0,
  symbols: 0,
  edges: 0,
  external: 0,
  unresolved: 0,
  partial: 0,
  text: 0,
  stale: 0,
  left_out: {},
  languages: {},
};

const NEW = {
  branch: null,
  head: null,
  state: 'indexing' as const,
  error: null,
  counts: NO_COUNTS,
  generation: 0,
  linked: 0,
  scip: null,
  indexed_at: null,
};

const SMALLEST = 1024;
const LARGEST = 100 * 1024 * 1024;

const DEFAULTS: RepositoryOptions = {
  languages: null,
  include_tests: false,
  max_file_size: 10 * 1024 * 1024,
  recursive: true,
  commits: true,
  exclude: [],
};

function given(options: Partial<RepositoryOptions> = {}): Partial<RepositoryOptions> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/** Languages that are read by several grammars. */
const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  typescript: ['typescript', 'tsx'],
  jsx: ['javascript'],
  'c++': ['cpp'],
  'c#': ['csharp'],
  ocaml: ['ocaml', 'ocaml-interface'],
  shell: ['bash'],
};

function checkOptions(deps: Deps, options: RepositoryOptions): RepositoryOptions {
  const { max_file_size: size } = options;
  if (!Number.isInteger(size) || size < SMALLEST || size > LARGEST)
    throw invalidField('max_file_size', `must be ${SMALLEST}–${LARGEST} bytes`);
  return { ...options, languages: options.languages && checkLanguages(parserOf(deps), options.languages) };
}

function checkLanguages({ languages }: CodeParser, asked: readonly string[]): string[] {
  const wanted = asked.flatMap((name) => FAMILIES[name.toLowerCase()] ?? [name.toLowerCase()]);
  const unknown = wanted.find((name) => !languages.includes(name));
  if (unknown !== undefined || wanted.length === 0)
    throw invalidField('languages', `has no language '${unknown ?? ''}'`, `There are: ${languages.join(', ')}.`);
  return [...new Set(wanted)].toSorted();
}

export function parserOf({ codeParser }: Deps): CodeParser {
  if (codeParser) return codeParser;
  throw new ZapomniError('FORBIDDEN', 'This process reads no code.', { hint: 'Ask a server, or the command line.' });
}
