/**
 * The files of a repository. A walk tells which there are and how they are stamped, and follows no link; in a work tree Git says which of
 * them count. What Git tracks although an ignore file names it counts too, unless `.zapomniignore` or `.ignore` are there to leave it out.
 */
import { toZapomniError } from '../../../errors/index.ts';
import type { FileStat, GitRepository } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import { filesOf, request, type Asker } from '../../documents/fetch-source.ts';
import type { RepositoryOptions } from '../store/index.ts';
import { leftOutByName, leftOutBySize, WALK_EXCLUDES, type NameRules } from './leave-out.ts';

export interface SeenFile {
  /** From the root, with forward slashes. */
  readonly path: string;
  readonly absolute: string;
  readonly stat: FileStat;
}

export interface Listing {
  /** By path. */
  readonly files: readonly SeenFile[];
  readonly leftOut: Record<string, number>;
  /** What compilers said, however large it is (use-scip.ts). */
  readonly indexes: readonly SeenFile[];
  /** There, and not to be had: what is known of them stays. */
  readonly hidden: ReadonlySet<string>;
  /** False where a part of the tree could not be looked at: nothing is gone then. */
  readonly isWhole: boolean;
}

const MOST_FILES = 1_000_000;
/** Reasons for which a walk does not see what lies behind. */
const HIDING: ReadonlySet<string> = new Set(['unreadable', 'too_many', 'too_deep', 'changed', 'cycle']);
const SCIP = /(?:^|\/)index\.scip$/u;
const EXTRA_RULES = /(?:^|\/)\.(?:zapomni)?ignore$/u;
/** In a work tree these may hold source, and Git says so. */
const ONLY_WITHOUT_GIT: ReadonlySet<string> = new Set(['dist/', 'build/', 'out/', 'target/', 'coverage/']);

export interface ListRequest extends Asker {
  readonly root: string;
  readonly git: GitRepository | null;
  readonly options: RepositoryOptions;
}

export async function listFiles(deps: Deps, asked: ListRequest): Promise<Listing> {
  const gathering = new Gathering(asked.options);
  const tracked = asked.git ? await gitPaths(asked.git, gathering, asked.signal) : null;
  const walked = await walk(deps, asked, gathering, tracked);
  if (tracked && !hasExtraRules(tracked, asked)) await addIgnored(deps, asked, gathering, { tracked, walked });
  return gathering.listing();
}

class Gathering {
  readonly rules: NameRules;
  readonly #files: SeenFile[] = [];
  readonly #indexes: SeenFile[] = [];
  readonly #leftOut: Record<string, number> = {};
  readonly #hidden = new Set<string>();
  #isWhole = true;

  constructor(options: RepositoryOptions) {
    const { include_tests: includeTests, max_file_size: maxFileSize, recursive } = options;
    this.rules = { includeTests, maxFileSize, recursive };
  }

  /** What its name says comes first: a test that is too large is a test. */
  add(file: SeenFile): void {
    const byName = leftOutByName(file.path, this.rules);
    if (byName === null && SCIP.test(file.path)) this.#indexes.push(file);
    const reason = byName ?? leftOutBySize(file.stat.size, this.rules);
    if (reason === null) this.#files.push(file);
    else this.count(reason);
  }

  leave(path: string, reason: string): void {
    this.count(leftOutByName(path, this.rules) ?? reason);
    if (!HIDING.has(reason)) return;
    this.#hidden.add(path);
    this.#isWhole = false;
  }

  count(reason: string): void {
    this.#leftOut[reason] = (this.#leftOut[reason] ?? 0) + 1;
  }

  listing(): Listing {
    const files = this.#files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
    return { files, leftOut: this.#leftOut, indexes: this.#indexes, hidden: this.#hidden, isWhole: this.#isWhole };
  }
}

async function gitPaths(git: GitRepository, gathering: Gathering, signal?: AbortSignal): Promise<Set<string>> {
  const paths = new Set<string>();
  for await (const { path, rawPath, kind } of git.files(signal ? { signal } : {})) {
    if (rawPath) gathering.count('name');
    else if (kind === 'file') paths.add(path);
    else gathering.count(kind === 'link' ? 'link' : 'submodule');
  }
  return paths;
}

async function walk(deps: Deps, asked: ListRequest, gathering: Gathering, tracked: Set<string> | null) {
  const { root, git, options } = asked;
  const walked = new Set<string>();
  const own = git ? WALK_EXCLUDES.filter((pattern) => !ONLY_WITHOUT_GIT.has(pattern)) : WALK_EXCLUDES;
  const rules = { ...request(asked), exclude: [...own, ...options.exclude], maxFiles: MOST_FILES };
  const depth = options.recursive ? {} : { maxDepth: 1 };
  for await (const item of filesOf(deps).walk({ path: root }, { ...rules, ...depth })) {
    const path = item.relative;
    walked.add(path);
    if (item.kind === 'left_out') {
      // Git has told of links and of names, and what it does not count does not matter.
      const isNews = !tracked || tracked.has(path) || HIDING.has(item.reason);
      if (isNews && !(item.reason === 'too_deep' && !options.recursive)) gathering.leave(path, item.reason);
    } else if (!tracked || tracked.has(path)) gathering.add({ path, absolute: item.path, stat: item });
  }
  return walked;
}

/** What is left out on purpose cannot be told from what Git tracks in spite of its own rules. */
function hasExtraRules(tracked: ReadonlySet<string>, { options }: ListRequest): boolean {
  return options.exclude.length > 0 || [...tracked].some((path) => EXTRA_RULES.test(path));
}

interface Seen {
  readonly tracked: ReadonlySet<string>;
  readonly walked: ReadonlySet<string>;
}

async function addIgnored(
  deps: Deps,
  asked: ListRequest,
  gathering: Gathering,
  { tracked, walked }: Seen,
): Promise<void> {
  for (const path of tracked) {
    if (walked.has(path)) continue;
    const reason = leftOutByName(path, gathering.rules);
    const absolute = `${asked.root}/${path}`;
    if (reason !== null) gathering.count(reason);
    else
      await statOne(deps, asked, absolute).then(
        (stat) => stat.kind === 'file' && gathering.add({ path, absolute, stat }),
        (error: unknown) => {
          // Gone since Git told of it, or in a part that the walk could not look at.
          if (toZapomniError(error).code !== 'NOT_FOUND') gathering.leave(path, 'unreadable');
        },
      );
  }
}

function statOne(deps: Deps, asked: ListRequest, path: string): Promise<FileStat> {
  return filesOf(deps).stat({ path }, request(asked));
}
