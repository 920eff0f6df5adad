/** Repositories that want to run something. Each lure is shown to work with plain Git first, so that the test can fail. */
import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { GitRepository } from '@zapomni/core/ports';
import { all, environmentIn, madeFolder, MadeRepository, opened, openedGit } from '@zapomni/testkit/git';

interface Lure {
  /** `run` is a command that leaves the marker. */
  readonly lay: (made: MadeRepository, run: string) => void;
  /** What a user would call; left out where this Git runs nothing of it by any command that reads. */
  readonly spring?: readonly string[];
}

async function* none(): AsyncGenerator<never> {}

/** Git looks at the content of a file again when its times are others. */
function touch(made: MadeRepository): void {
  utimesSync(path.join(made.root, 'a.txt'), 1_600_000_000, 1_600_000_000);
}

const filter =
  (key: string, name = 'x') =>
  (made: MadeRepository, run: string) => {
    made.git('config', `filter.${name}.${key}`, `${run}; cat`);
    made.git('config', `filter.${name}.required`, 'true');
    made.write('.gitattributes', `*.txt filter=${name} diff=${name}\n`);
    touch(made);
  };

const LURES: Readonly<Record<string, Lure>> = {
  'core.fsmonitor': { lay: (made, run) => made.git('config', 'core.fsmonitor', run), spring: ['status'] },
  'a filter that cleans': { lay: filter('clean'), spring: ['status'] },
  'a filter process': { lay: filter('process'), spring: ['status'] },
  'a filter with an odd name': { lay: filter('clean', 'a=b.c'), spring: ['status'] },
  'a filter of info/attributes': {
    lay: (made, run) => {
      filter('clean')(made, run);
      made.write('.git/info/attributes', '*.txt filter=x\n');
      rmSync(path.join(made.root, '.gitattributes'));
    },
    spring: ['status'],
  },
  'a filter by include.path': {
    lay: (made, run) => {
      made.write('.git/more', `[filter "x"]\n\tclean = ${run}; cat\n`);
      made.git('config', 'include.path', 'more');
      made.write('.gitattributes', '*.txt filter=x\n');
      touch(made);
    },
    spring: ['status'],
  },
  'diff.external': { lay: (made, run) => made.git('config', 'diff.external', run), spring: ['diff', 'HEAD~1'] },
  'a diff driver': {
    lay: (made, run) => {
      made.git('config', 'diff.x.command', run);
      made.write('.gitattributes', '*.txt diff=x\n');
    },
    spring: ['diff', 'HEAD~1'],
  },
  textconv: {
    lay: (made, run) => {
      made.git('config', 'diff.x.textconv', `${run}; cat`);
      made.write('.gitattributes', '*.txt diff=x\n');
    },
    spring: ['log', '-p'],
  },
  'hooks of core.hooksPath': {
    lay: (made, run) => {
      made.write('.evil/post-index-change', `#!/bin/sh\n${run}\n`, 0o755);
      made.git('config', 'core.hooksPath', '.evil');
      touch(made);
    },
    spring: ['status'],
  },
  'hooks of the repository': {
    lay: (made, run) => {
      made.write('.git/hooks/post-index-change', `#!/bin/sh\n${run}\n`, 0o755);
      touch(made);
    },
    spring: ['status'],
  },
  'configured hooks': {
    lay: (made, run) => {
      made.git('config', 'hook.x.event', 'post-index-change');
      made.git('config', 'hook.x.command', run);
      touch(made);
    },
  },
  'a signature': {
    lay: (made, run) => {
      made.write('.git/gpg', `#!/bin/sh\n${run}\n`, 0o755);
      made.git('config', 'log.showSignature', 'true');
      made.git('config', 'gpg.program', path.join(made.root, '.git/gpg'));
      sign(made);
    },
    spring: ['log'],
  },
  aliases: {
    lay: (made, run) => {
      for (const name of ['log', 'status', 'ls-files', 'cat-file', 'x']) made.git('config', `alias.${name}`, `!${run}`);
    },
    spring: ['x'],
  },
  'a pager and an editor': {
    lay: (made, run) => {
      for (const key of ['core.pager', 'pager.log', 'pager.status', 'core.editor']) made.git('config', key, run);
    },
  },
  'a partial clone': {
    lay: (made, run) => {
      const script = `${made.root}/.git/fetch`;
      made.write('.git/fetch', `#!/bin/sh\n${run}\n`, 0o755);
      made.git('config', 'core.repositoryFormatVersion', '1');
      made.git('config', 'extensions.partialClone', 'origin');
      made.git('config', 'remote.origin.promisor', 'true');
      made.git('config', 'remote.origin.url', `ext::${script}`);
      made.git('config', 'protocol.ext.allow', 'always');
      made.git('config', 'core.sshCommand', script);
      made.git('config', 'credential.helper', `!${script}`);
      lose(made, 'HEAD:a.txt');
    },
    spring: ['cat-file', '-p', 'HEAD:a.txt'],
  },
  'a promisor by ssh': {
    lay: (made, run) => {
      const script = `${made.root}/.git/fetch`;
      made.write('.git/fetch', `#!/bin/sh\n${run}\n`, 0o755);
      made.git('config', 'core.repositoryFormatVersion', '1');
      made.git('config', 'extensions.partialClone', 'origin');
      made.git('config', 'remote.origin.url', 'ssh://example.invalid/x');
      made.git('config', 'protocol.ssh.allow', 'always');
      made.git('config', 'core.sshCommand', script);
      lose(made, 'HEAD:a.txt');
    },
    spring: ['cat-file', '-p', 'HEAD:a.txt'],
  },
  'a submodule of its own mind': {
    lay: (made, run) => {
      const inner = new MadeRepository(made.root, 'module');
      inner.write('a.txt', 'in\n');
      inner.commit('in');
      made.git('add', 'module');
      made.git('commit', '--quiet', '--message', 'module');
      inner.git('config', 'core.fsmonitor', run);
      filter('clean')(inner, run);
    },
    spring: ['status'],
  },
};

/** A commit with something that Git takes for a signature. */
function sign(made: MadeRepository): void {
  const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----';
  const plain = made.git('cat-file', 'commit', 'HEAD');
  made.write('.git/signed', `${plain.replace(/\n\n/u, `\n${signature}\n\n`)}\n`);
  made.git('update-ref', 'HEAD', made.git('hash-object', '-t', 'commit', '-w', '.git/signed'));
}

function lose(made: MadeRepository, name: string): void {
  const id = made.git('rev-parse', name);
  rmSync(path.join(made.root, '.git/objects', id.slice(0, 2), id.slice(2)));
}

/** Every question that there is. What cannot be answered may fail; nothing may run. */
async function askAll(repository: GitRepository): Promise<void> {
  const { commit } = await repository.head();
  const [from, parent] = [commit ?? '', await repository.resolve('HEAD~1')];
  const questions = [
    () => all(repository.files()),
    () => all(repository.status()),
    () => repository.roots(),
    () => all(repository.commits({ from })),
    () => all(repository.commits({ from, paths: ['a.txt'] })),
    () => all(repository.changes(parent, from)),
    () => all(repository.hunks(parent, from)),
    () => repository.content({ commit: from, path: 'a.txt' }),
    () => all(repository.lineHistory({ commit: from, path: 'a.txt', first: 1, last: 1 })),
    () => repository.authors({ commit: from }),
  ];
  for (const ask of questions) await ask().catch(() => undefined);
}

describe('nothing that a repository says is run', () => {
  it.each(Object.entries(LURES))('%s', async (_name, { lay, spring }) => {
    const home = madeFolder();
    const made = new MadeRepository(home);
    for (const content of ['one\n', 'two\n']) {
      made.write('a.txt', content);
      made.commit(content.trim());
    }
    const marker = path.join(home, 'ran');
    lay(made, `touch ${marker}`);
    rmSync(marker, { force: true });
    await askAll(await opened(home, made.root));
    expect(existsSync(marker)).toBe(false);
    if (!spring) return;
    touch(made);
    try {
      made.git(...spring);
    } catch {
      // What was run may have failed; it ran.
    }
    expect(existsSync(marker), 'the lure works with plain Git').toBe(true);
  });

  it('writes nothing into the repository', async () => {
    const home = madeFolder();
    const made = new MadeRepository(home);
    made.write('a.txt', 'one\n');
    made.commit('one');
    touch(made);
    const listing = () =>
      readdirSync(made.root, { recursive: true, encoding: 'utf8' }).map((name) => {
        const { mtimeMs, size } = lstatSync(path.join(made.root, name));
        return [name, mtimeMs, size];
      });
    const before = listing();
    await askAll(await opened(home, made.root));
    expect(listing()).toEqual(before);
  });

  it('heeds no variable of Git that this process has', async () => {
    const home = madeFolder();
    const [made, other] = [new MadeRepository(home), new MadeRepository(home, 'other')];
    made.write('a.txt', 'mine\n');
    made.commit('mine');
    other.commit('other');
    const variables = {
      GIT_DIR: path.join(other.root, '.git'),
      GIT_WORK_TREE: other.root,
      GIT_INDEX_FILE: path.join(home, 'nothing'),
      GIT_EXTERNAL_DIFF: `touch ${home}/ran`,
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'core.fsmonitor',
      GIT_CONFIG_VALUE_0: `touch ${home}/ran`,
    };
    const git = openedGit(home, { environment: { ...environmentIn(home), ...variables } });
    const { repository } = await git.open(made.root, { client: 'test' });
    expect(repository?.root).toBe(made.root);
    if (repository) await askAll(repository);
    expect((await all(repository?.files() ?? none())).map((file) => file.path)).toEqual(['a.txt']);
    expect(existsSync(path.join(home, 'ran'))).toBe(false);
  });
});

describe('what is too much', () => {
  it('is bounded: a message and a line of megabytes, a link that goes round', async () => {
    const home = madeFolder();
    const made = new MadeRepository(home);
    mkdirSync(path.join(made.root, 'round'));
    symlinkSync('..', path.join(made.root, 'round/up'));
    made.write('long', 'x'.repeat(4_000_000));
    made.write('.git/message', `subject\n\n${'y'.repeat(3_000_000)}`);
    made.git('add', '--all');
    made.git('commit', '--quiet', '--file', '.git/message');
    const first = made.git('rev-parse', 'HEAD');
    const repository = await opened(home, made.root);
    const [commit] = await all(repository.commits({ from: first }));
    expect(commit?.subject).toBe('subject');
    expect(commit?.body.length).toBe(1024 * 1024 - 'subject\n\n'.length);
    expect(commit?.changes.map((change) => [change.path, change.kind])).toEqual([
      ['long', 'file'],
      ['round/up', 'link'],
    ]);
    const [long] = await all(repository.hunks(null, first));
    expect(long?.hunks).toEqual([{ oldStart: 0, oldLines: 0, newStart: 1, newLines: 1 }]);
  });

  it('ends a Git that says nothing, and leaves no process behind', async () => {
    const home = madeFolder();
    const made = new MadeRepository(home);
    const first = made.commit('first');
    mkdirSync(path.join(home, 'bin'));
    const real = execFileSync('sh', ['-c', 'command -v git']).toString().trim();
    const stuck = `case "$*" in *" log "*|*cat-file*) echo $$ >>${home}/pids; exec sleep 600;; esac`;
    writeFileSync(path.join(home, 'bin/git'), `#!/bin/sh\n${stuck}\nexec ${real} "$@"\n`, { mode: 0o755 });
    const environment = { ...environmentIn(home), PATH: `${home}/bin:${process.env['PATH']}` };
    const git = openedGit(home, { environment, silenceMs: 300 });
    const { repository } = await git.open(made.root, { client: 'test' });
    await expect(all(repository?.commits({ from: first }) ?? none())).rejects.toMatchObject({ code: 'TIMEOUT' });
    await expect(repository?.content({ blob: first })).rejects.toMatchObject({ code: 'TIMEOUT' });
    await git.close();
    const pids = execFileSync('cat', [path.join(home, 'pids')])
      .toString()
      .trim()
      .split('\n');
    expect(pids).toHaveLength(2);
    for (const pid of pids) expect(() => process.kill(Number(pid), 0)).toThrow(/ESRCH/u);
  });
});
