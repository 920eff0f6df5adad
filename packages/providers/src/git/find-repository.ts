/** Finds the program, and the repository that a folder lies in. */
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import type { FileRequest, Files, GitRefusal } from '@zapomni/core/ports';
import { ZapomniError } from '@zapomni/core/errors';
import type { RepositoryFacts } from './repository.ts';
import { findGit, isAtLeast, OLDEST, readVersion, type GitVersion } from './run/git-program.ts';
import { GitFailed, GitRunner } from './run/runner.ts';

export interface GitProgramOptions {
  readonly files: Pick<Files, 'stat'>;
  /** Of this process; only what Git needs to find itself and the user's own configuration is passed on. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Git may be silent for so long; 60 s. */
  readonly silenceMs?: number;
}

const MESSAGES: Readonly<Record<GitRefusal, string>> = {
  no_git: 'Git is not installed, or not on the search path.',
  too_old: `Git is older than ${OLDEST.join('.')}.`,
  not_a_repository: 'The folder is in no Git repository.',
  bare: 'The repository is bare: it has no work tree.',
  not_owned:
    'Git refuses the repository because it belongs to another user; `safe.directory` in your own configuration allows it.',
  outside: 'A part of the repository lies outside of the folders that may be read.',
  broken: 'Git cannot read the repository.',
};

export const refusal = (reason: GitRefusal) => ({ reason, message: MESSAGES[reason] });

export interface Program {
  readonly runner: GitRunner;
  readonly version: GitVersion;
}

export async function findProgram({
  environment,
  silenceMs = 60_000,
}: GitProgramOptions): Promise<Program | GitRefusal> {
  const [, searchPath = ''] = Object.entries(environment).find(([name]) => name.toUpperCase() === 'PATH') ?? [];
  const program = await findGit(searchPath);
  if (program === null) return 'no_git';
  const runner = new GitRunner({ program, environment, silenceMs });
  const version = readVersion(await runner.line(['--version']).catch(() => ''));
  if (!version) return 'no_git';
  return isAtLeast(version, OLDEST) ? { runner, version } : 'too_old';
}

const PROMISED = String.raw`^(extensions\.partialclone|remote\..*\.promisor)$`;

/** Fails with NOT_FOUND where the folder itself may not be read. */
export async function lookAt(
  folder: string,
  request: FileRequest,
  { runner, version }: Program,
  files: Pick<Files, 'stat'>,
): Promise<RepositoryFacts | GitRefusal> {
  const { kind } = await files.stat({ path: folder }, request);
  const at = kind === 'folder' ? folder : path.dirname(folder);
  const { signal } = request;
  const ask = (from: string, what: string) => runner.line(['-C', from, 'rev-parse', what], { signal });
  try {
    if ((await ask(at, '--is-inside-work-tree')) !== 'true')
      return (await ask(at, '--is-bare-repository')) === 'true' ? 'bare' : 'not_a_repository';
    const root = await realpath(await ask(at, '--show-toplevel'));
    const [gitDir, common, shallow, format, promised] = await Promise.all([
      ask(root, '--absolute-git-dir').then((told) => realpath(told)),
      ask(root, '--git-common-dir').then((told) => realpath(path.resolve(root, told))),
      ask(root, '--is-shallow-repository'),
      ask(root, '--show-object-format'),
      runner.lineOrNull(['-C', root, 'config', '--get-regexp', PROMISED], { signal }),
    ]);
    for (const place of [root, gitDir, common]) await files.stat({ path: place }, request);
    const hash = format === 'sha256' ? 'sha256' : 'sha1';
    return {
      root,
      gitDir,
      commonDir: common,
      isShallow: shallow === 'true',
      isPartial: promised !== null,
      hash,
      version,
    };
  } catch (error) {
    return toRefusal(error);
  }
}

function toRefusal(error: unknown): GitRefusal {
  if (error instanceof ZapomniError && (error.code === 'NOT_FOUND' || error.code === 'FORBIDDEN')) return 'outside';
  if (!(error instanceof GitFailed)) throw error;
  const { words } = error;
  if (/dubious ownership|unsafe repository/u.test(words)) return 'not_owned';
  if (/not a git repository/iu.test(words)) return 'not_a_repository';
  if (/bare repository/u.test(words)) return 'bare';
  return 'broken';
}
