/** Real repositories in folders of their own, made with the real program. For tests. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { Git, GitRepository, HookPlaces } from '@zapomni/core/ports';
import { createGit, createHookPlaces, type GitProgramOptions } from '@zapomni/providers/git';
import { createRecordingLogger } from './fakes/index.ts';
import { openTestFiles } from './files.ts';

export function madeFolder(): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'zapomni-git-')));
  // What a hook left in the background may still write.
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));
  return folder;
}

/** The user's own configuration must not decide a test. */
export function environmentIn(home: string): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', HOME: home, XDG_CONFIG_HOME: home, GIT_CONFIG_NOSYSTEM: '1' };
}

export class MadeRepository {
  readonly root: string;
  readonly #environment: Record<string, string>;
  #minute = 0;

  constructor(home: string, name = 'repository', ...init: string[]) {
    this.root = path.join(home, name);
    this.#environment = environmentIn(home);
    mkdirSync(this.root, { recursive: true });
    this.git('init', '--quiet', '--initial-branch=main', ...init);
    this.git('config', 'user.name', 'Ann Author');
    this.git('config', 'user.email', 'ann@example.org');
  }

  git(...args: string[]): string {
    return this.gitWith({}, ...args);
  }

  gitWith(environment: Record<string, string>, ...args: string[]): string {
    const env = { ...this.#environment, ...environment };
    const bytes = execFileSync('git', args, { cwd: this.root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    return bytes.toString().trimEnd();
  }

  write(name: string, text: string, mode?: number): void {
    const file = path.join(this.root, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    if (mode !== undefined) chmodSync(file, mode);
  }

  /** All that there is, a minute after the commit before. */
  commit(message: string): string {
    const date = `${1_700_000_000 + 60 * this.#minute++} +0100`;
    this.git('add', '--all');
    const dates = { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
    this.gitWith(dates, 'commit', '--quiet', '--allow-empty', '--message', message);
    return this.git('rev-parse', 'HEAD');
  }
}

export function openedGit(home: string, options: Partial<GitProgramOptions> = {}): Git {
  const files = openTestFiles({ roots: [home], logger: createRecordingLogger() });
  const git = createGit({ files, environment: environmentIn(home), ...options });
  onTestFinished(() => git.close());
  return git;
}

export function openedHookPlaces(home: string): HookPlaces {
  const files = openTestFiles({ roots: [home], logger: createRecordingLogger() });
  return createHookPlaces({ files, environment: environmentIn(home) });
}

export async function opened(home: string, root: string): Promise<GitRepository> {
  const { repository, reason } = await openedGit(home).open(root, { client: 'test' });
  if (!repository) throw new Error(`not opened: ${reason}`);
  return repository;
}

export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}
