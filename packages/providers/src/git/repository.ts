/** One work tree, asked by one process for each question. */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { invalidField, ZapomniError } from '@zapomni/core/errors';
import type {
  GitAuthor,
  GitAuthorQuery,
  GitChange,
  GitCommit,
  GitCommitQuery,
  GitContent,
  GitFile,
  GitFileHunks,
  GitHead,
  GitLineChange,
  GitLineQuery,
  GitOptions,
  GitRepository,
  GitSource,
  GitStatus,
} from '@zapomni/core/ports';
import { authorArguments, readAuthors } from './read/authors.ts';
import { plainDiff, readChanges } from './read/changes.ts';
import { logArguments, readCommits } from './read/commits.ts';
import { PATCH, readHunks } from './read/hunks.ts';
import { lineHistoryArguments, readLineHistory } from './read/line-history.ts';
import { LIST_FILES, readFiles } from './read/list-files.ts';
import { requireObject, requirePath } from './read/names.ts';
import { ObjectReader } from './read/objects.ts';
import { readStatus, STATUS } from './read/status.ts';
import { configEnvironment, silenced, type ConfigValue } from './run/harmless.ts';
import { isAtLeast, type GitVersion } from './run/git-program.ts';
import { GitFailed, type GitCall, type GitRunner } from './run/runner.ts';
import { tokens } from './run/tokens.ts';

export interface RepositoryFacts {
  readonly root: string;
  readonly gitDir: string;
  readonly commonDir: string;
  readonly isShallow: boolean;
  /** Some objects were left with the remote. */
  readonly isPartial: boolean;
  readonly hash: 'sha1' | 'sha256';
  readonly version: GitVersion;
}

const EMPTY_TREE = {
  sha1: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  sha256: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
};
const MOST_BYTES = 10 * 1024 * 1024;
const MOST_SHALLOW_BYTES = 16 * 1024 * 1024;
const IDLE_MS = 10_000;
/** Keys by the environment; before it, on the command line alone. */
const CONFIG_BY_ENVIRONMENT: GitVersion = [2, 31];

export class ProgramRepository implements GitRepository {
  readonly root: string;
  readonly gitDir: string;
  readonly commonDir: string;
  readonly isLinked: boolean;
  readonly isShallow: boolean;
  readonly hash: 'sha1' | 'sha256';
  readonly #version: GitVersion;
  readonly #isPartial: boolean;
  readonly #runner: GitRunner;
  readonly #objects: ObjectReader;

  constructor(facts: RepositoryFacts, runner: GitRunner) {
    const { root, gitDir, commonDir, isShallow, hash, version } = facts;
    [this.root, this.gitDir, this.commonDir, this.isShallow, this.hash] = [root, gitDir, commonDir, isShallow, hash];
    this.isLinked = gitDir !== commonDir;
    this.#version = version;
    this.#isPartial = facts.isPartial;
    this.#runner = runner;
    const start = () => runner.start(this.#at('cat-file', '--batch'));
    this.#objects = new ObjectReader(start, { silenceMs: runner.silenceMs, idleMs: IDLE_MS });
  }

  async head(): Promise<GitHead> {
    const [commit, ref] = await Promise.all([
      this.#runner.lineOrNull(this.#at('rev-parse', '--verify', '--quiet', 'HEAD^{commit}')),
      this.#runner.lineOrNull(this.#at('symbolic-ref', '--quiet', 'HEAD')),
    ]);
    return { commit, branch: ref?.replace(/^refs\/heads\//u, '') ?? null };
  }

  async roots(): Promise<readonly string[] | null> {
    const { commit } = await this.head();
    if (commit === null || (await this.#cutCommits()).size > 0) return null;
    const found = await this.#runner.line(this.#at('rev-list', '--max-parents=0', '--date-order', '--reverse', commit));
    return found.split('\n');
  }

  async resolve(revision: string): Promise<string | null> {
    if (revision === '' || /[\0\n]/u.test(revision)) throw invalidField('revision', 'cannot be one');
    // Through the process that reads objects: there, nothing is an option.
    const found = await this.#objects.read(`${revision}^{commit}`, 0);
    return found?.type === 'commit' ? found.id : null;
  }

  files({ signal }: GitOptions = {}): AsyncGenerator<GitFile> {
    return readFiles(this.root, this.#stream(LIST_FILES, { signal }));
  }

  async *status({ signal }: GitOptions = {}): AsyncGenerator<GitStatus> {
    const quiet = await this.#quiet(signal);
    yield* readStatus(this.#stream(STATUS, { signal, ...quiet }));
  }

  async *commits(query: GitCommitQuery): AsyncGenerator<GitCommit> {
    yield* readCommits(this.#stream(logArguments(query, this.#isPartial), query), await this.#cutCommits());
  }

  changes(from: string | null, to: string, options: GitOptions = {}): AsyncGenerator<GitChange> {
    return readChanges(this.#stream(this.#diffTree(this.#ends(from, to), '--raw', '-z'), options));
  }

  hunks(
    from: string | null,
    to: string,
    { signal, paths = [] }: GitOptions & { readonly paths?: readonly string[] } = {},
  ): AsyncGenerator<GitFileHunks> {
    const ends = this.#ends(from, to);
    const limit = ['--', ...paths.map((one) => requirePath(one, 'paths'))];
    const raw = this.#stream([...this.#diffTree(ends, '--raw', '-z'), ...limit], { signal });
    const patch = this.#stream([...this.#diffTree(ends, ...PATCH), ...limit], { signal });
    return readHunks(readChanges(raw), patch);
  }

  async content(source: GitSource, { maxBytes = MOST_BYTES } = {}): Promise<GitContent | null> {
    const name = await this.#nameOf(source);
    const found = name === null ? null : await this.#objects.read(name, maxBytes);
    if (found?.type !== 'blob') return null;
    if (!found.bytes) throw new ZapomniError('TOO_LARGE', `The file has more than ${maxBytes} bytes.`);
    return { blob: found.id, bytes: found.bytes };
  }

  async *lineHistory(query: GitLineQuery): AsyncGenerator<GitLineChange> {
    try {
      yield* readLineHistory(this.#stream(lineHistoryArguments(query), query));
    } catch (error) {
      if (!(error instanceof GitFailed) || !/has only \d+ line|no path/iu.test(error.words)) throw error;
      throw new ZapomniError('INVALID_INPUT', 'The file has no such lines in this commit.', { cause: error });
    }
  }

  async authors(query: GitAuthorQuery): Promise<readonly GitAuthor[]> {
    return readAuthors((await this.#runner.collect(this.#at(...authorArguments(query)), query)).toString());
  }

  close(): Promise<void> {
    return this.#objects.close();
  }

  /** What was looked at when it was opened, and nothing that came in its place since. */
  #at(...args: readonly string[]): string[] {
    return ['-C', this.root, `--git-dir=${this.gitDir}`, `--work-tree=${this.root}`, ...args];
  }

  #stream(args: readonly string[], call: GitCall): AsyncGenerator<Buffer> {
    const { signal, environment = {}, config = [] } = call;
    return this.#runner.stream(this.#at(...args), { signal, environment, config });
  }

  #diffTree(ends: readonly string[], ...options: readonly string[]): string[] {
    return ['diff-tree', '-r', ...plainDiff(this.#isPartial), ...options, ...ends];
  }

  #ends(from: string | null, to: string): [string, string] {
    return [from === null ? EMPTY_TREE[this.hash] : requireObject(from, 'from'), requireObject(to, 'to')];
  }

  async #nameOf(source: GitSource): Promise<string | null> {
    if ('blob' in source) return requireObject(source.blob, 'blob');
    const [commit, name] = [requireObject(source.commit, 'commit'), requirePath(source.path)];
    if (!name.includes('\n')) return `${commit}:${name}`;
    const [entry] = (await this.#runner.line(this.#at('ls-tree', '-z', commit, '--', name))).split('\t', 1);
    return entry?.split(' ')[2] ?? null;
  }

  /** Asked each time: the user may have set up a filter since. */
  async #quiet(signal: AbortSignal | undefined): Promise<GitCall> {
    const keys: string[] = [];
    const list = this.#stream(['config', '--list', '--name-only', '-z'], { signal });
    for await (const key of tokens(list)) keys.push(key.toString());
    const values = silenced(keys);
    if (isAtLeast(this.#version, CONFIG_BY_ENVIRONMENT)) return { environment: configEnvironment(values) };
    return { config: values.map(onCommandLine) };
  }

  async #cutCommits(): Promise<ReadonlySet<string>> {
    const file = path.join(this.commonDir, 'shallow');
    const facts = await stat(file).catch(() => null);
    if (!facts?.isFile()) return new Set();
    if (facts.size > MOST_SHALLOW_BYTES) throw new ZapomniError('TOO_LARGE', 'The list of cut commits is too long.');
    return new Set((await readFile(file, 'latin1')).split('\n').filter((line) => line !== ''));
  }
}

function onCommandLine([key, value]: ConfigValue): string {
  if (!key.includes('=')) return `${key}=${value}`;
  throw new ZapomniError(
    'FORBIDDEN',
    'The configuration of the repository names a filter that cannot be switched off.',
    {
      hint: 'Update Git to 2.31 or later, or remove the filter.',
    },
  );
}
