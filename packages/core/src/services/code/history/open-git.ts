/** Git of a repository that is indexed, for who asks; without it there is no history, and the error says why. */
import { ZapomniError } from '../../../errors/index.ts';
import type { GitRepository } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import type { KeptRepository } from '../store/index.ts';

export interface HistoryAsker {
  /** As for files: which folders may be read can depend on it. */
  readonly client?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface OpenedGit {
  readonly git: GitRepository | null;
  /** Why there is none: a sentence. */
  readonly reason: string | null;
}

export async function openGit(
  deps: Pick<Deps, 'git'>,
  { value }: Pick<KeptRepository, 'value'>,
  { client = '', signal }: HistoryAsker = {},
): Promise<OpenedGit> {
  if (!deps.git) return { git: null, reason: 'Git cannot be used here.' };
  const opening = await deps.git.open(value.root, { client, ...(signal ? { signal } : {}) });
  return opening.repository ? { git: opening.repository, reason: null } : { git: null, reason: opening.message };
}

/** For what cannot be answered without it. */
export async function requireGit(
  deps: Pick<Deps, 'git'>,
  repository: KeptRepository,
  asker?: HistoryAsker,
): Promise<GitRepository> {
  const { git, reason } = await openGit(deps, repository, asker);
  if (git) return git;
  throw new ZapomniError(
    'NOT_FOUND',
    `${repository.value.name} has no history that can be read. ${reason ?? ''}`.trim(),
  );
}

/** Uses it, and closes it whatever happens. */
export async function withGit<T>(git: GitRepository, use: (git: GitRepository) => Promise<T>): Promise<T> {
  try {
    return await use(git);
  } finally {
    await git.close();
  }
}
