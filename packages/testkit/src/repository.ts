/** A small repository that is indexed, for tests of what is asked of an index. Real files, the real program of Git, the real parser. */
import { mkdtempSync, realpathSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Deps } from '@zapomni/core';
import {
  findRepository,
  indexRepository,
  type IndexReport,
  type IndexRequest,
  type KeptRepository,
} from '@zapomni/core/code';
import type { CodeParser, Files, Git } from '@zapomni/core/ports';
import { createGit } from '@zapomni/providers/git';
import { createCodeParser } from '@zapomni/providers/parsers';
import { openTestDeps, type TestDeps, type TestDepsOptions } from './deps.ts';
import { createRecordingLogger } from './fakes/index.ts';
import { openTestFiles } from './files.ts';
import { environmentIn, MadeRepository } from './git.ts';

export interface IndexedRepositoryOptions extends Omit<TestDepsOptions, 'files' | 'git' | 'codeParser'> {
  /** Indexed at once; true. */
  readonly index?: boolean;
  readonly options?: IndexRequest['options'];
}

/** What code is read with, for `openTestDeps` and `openTestClient`: they close it. */
export function codeParts(files: Files, home: string): { readonly codeParser: CodeParser; readonly git: Git } {
  return {
    codeParser: createCodeParser({ logger: createRecordingLogger(), processes: 1 }),
    git: createGit({ files, environment: environmentIn(home) }),
  };
}

export const WORKSPACE = 'default';
const CLIENT = 'test';

export class IndexedRepository {
  /** All that it lies in may be read. */
  readonly home: string;
  readonly made: MadeRepository;
  readonly test: TestDeps;

  constructor(options: IndexedRepositoryOptions = {}) {
    this.home = realpathSync(mkdtempSync(path.join(tmpdir(), 'zapomni-code-')));
    this.made = new MadeRepository(this.home);
    const files = openTestFiles({ roots: [this.home], logger: createRecordingLogger(), maxBytes: 200_000_000 });
    this.test = openTestDeps({ ...options, files, ...codeParts(files, this.home) });
  }

  get deps(): Deps {
    return this.test.deps;
  }

  get root(): string {
    return this.made.root;
  }

  /** Old enough that its stamp is trusted, whatever the clock of the test says. */
  write(name: string, text: string): void {
    this.made.write(name, text);
    const settled = this.test.clock.now() / 1000 - 60;
    utimesSync(path.join(this.root, name), settled, settled);
  }

  remove(name: string): void {
    rmSync(path.join(this.root, name), { recursive: true, force: true });
  }

  index(asked: Partial<IndexRequest> = {}): Promise<IndexReport> {
    return indexRepository(this.deps, { workspace: WORKSPACE, client: CLIENT, path: this.root, ...asked });
  }

  /** As it is known. `value.store` is the workspace of its files, symbols and texts. */
  kept(): Promise<KeptRepository> {
    return findRepository(this.deps, WORKSPACE, this.root);
  }

  async close(): Promise<void> {
    await this.test.close();
    rmSync(this.home, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

/** With these files, committed and indexed. Close it. */
export async function indexedRepository(
  files: Readonly<Record<string, string>>,
  options: IndexedRepositoryOptions = {},
): Promise<IndexedRepository> {
  const repository = new IndexedRepository(options);
  for (const [name, text] of Object.entries(files)) repository.write(name, text);
  repository.made.commit('First');
  if (options.index !== false) await repository.index(options.options ? { options: options.options } : {});
  return repository;
}
