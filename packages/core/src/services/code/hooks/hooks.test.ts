/** Hooks in real repositories: what they were, what they do, and that nothing is left of them. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { condition } from '@zapomni/testkit/condition';
import { madeFolder, MadeRepository, openedHookPlaces } from '@zapomni/testkit/git';
import type { HookGround, HookPlaces } from '../../../ports/index.ts';
import { hookFile, originOf } from './hook-file.ts';
import { installHooks, removeHooks, type HookReport } from './hooks.ts';
import { planInstallation } from './installation.ts';
import { HOOK_EVENTS } from './script.ts';

const ZEROS = '0'.repeat(40);

/** Everything but what Git changes by itself. */
function pictureOf(folder: string): string[] {
  const skipped = new Set(['objects', 'logs', 'index', 'ORIG_HEAD', 'refs', 'COMMIT_EDITMSG']);
  const names = readdirSync(folder).toSorted();
  return names.flatMap((name) => {
    const place = path.join(folder, name);
    if (path.basename(folder) === '.git' && skipped.has(name)) return [];
    const facts = lstatSync(place);
    const mode = facts.mode.toString(8);
    if (facts.isSymbolicLink()) return [`${place} ${readlinkSync(place)}`];
    if (facts.isDirectory()) return [`${place}/ ${mode}`, ...pictureOf(place)];
    return [`${place} ${mode} ${readFileSync(place, 'latin1')}`];
  });
}

/** Whatever Git is there, as if it were another. */
const as =
  (...version: [major: number, minor: number]) =>
  (real: HookPlaces): HookPlaces => ({
    async look(...args) {
      const ground = await real.look(...args);
      return 'reason' in ground ? ground : { ...ground, version };
    },
    apply: (...args) => real.apply(...args),
  });
const older = as(2, 20);

class Ground {
  readonly home = madeFolder();
  readonly made = new MadeRepository(this.home, "it's a repository");
  readonly record = path.join(this.home, 'record');
  readonly program = { node: path.join(this.home, 'bin/node'), script: path.join(this.home, "zapomni's script") };
  readonly places: HookPlaces;

  constructor(places: (real: HookPlaces) => HookPlaces = older) {
    this.places = places(openedHookPlaces(this.home));
    mkdirSync(path.dirname(this.program.node));
    writeFileSync(this.program.script, '');
    this.run(`env | grep ^GIT_ && exit 1\nshift; echo "$*" >>'${this.record}'`);
  }

  /** What the hooks call does this. */
  run(script: string): void {
    writeFileSync(this.program.node, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }

  async install(): Promise<HookReport> {
    const { home, made, places, program } = this;
    const report = await installHooks(places, { path: made.root, client: home, program });
    if ('reason' in report) throw new Error(report.reason);
    return report;
  }

  async remove(): Promise<HookReport> {
    const report = await removeHooks(this.places, { path: this.made.root, client: this.home });
    if ('reason' in report) throw new Error(report.reason);
    return report;
  }

  get told(): string[] {
    return existsSync(this.record) ? readFileSync(this.record, 'utf8').trimEnd().split('\n') : [];
  }

  /** The hook tells of it in its own time. */
  async tells(old: string, now: string, root = this.made.root): Promise<void> {
    const line = `index --changed ${root} ${old} ${now}`;
    await condition(() => this.told.includes(line));
  }

  hook(event: string, text: string, mode = 0o755): void {
    this.made.write(`.git/hooks/${event}`, text, mode);
  }
}

describe('what hooks tell', () => {
  it('which commits HEAD moved between, with nothing of Git in the environment', async () => {
    const ground = new Ground();
    const { made } = ground;
    expect(await ground.install()).toMatchObject({ way: 'files', changed: 4, kept: [], advice: null });
    made.write('a.txt', 'a\n');
    const first = made.commit('first');
    await ground.tells(ZEROS, first);
    const second = made.commit('second');
    await ground.tells(first, second);
    made.git('commit', '--quiet', '--allow-empty', '--amend', '--message', 'amended');
    const amended = made.git('rev-parse', 'HEAD');
    await ground.tells(second, amended);
    made.git('checkout', '--quiet', '-b', 'side', first);
    await ground.tells(amended, first);
    const side = made.commit('side');
    made.git('rebase', '--quiet', 'main');
    await ground.tells(side, made.git('rev-parse', 'HEAD'));
    made.git('checkout', '--quiet', 'main');
    made.git('merge', '--quiet', '--ff-only', 'side');
    await ground.tells(amended, made.git('rev-parse', 'side'));
    made.write('a.txt', 'changed\n');
    const head = made.git('rev-parse', 'HEAD');
    made.git('checkout', '--quiet', '--', 'a.txt');
    await ground.tells(head, head);
    const log = readFileSync(path.join(made.root, '.git/zapomni-hooks.log'), 'utf8');
    expect(log).toContain(`Z post-commit ${ZEROS} ${first}\n`);
  });

  it('with the settings that they were installed with', async () => {
    const ground = new Ground();
    const program = { ...ground.program, words: ['--data-dir', "/it's here; exit 1"] };
    await installHooks(ground.places, { path: ground.made.root, client: 'test', program });
    await ground.tells(ZEROS, `${ground.made.commit('first')} --data-dir /it's here; exit 1`);
  });

  it('of a further work tree, with its own folder', async () => {
    const ground = new Ground();
    const { made, home } = ground;
    const first = made.commit('first');
    await ground.install();
    const side = path.join(home, 'side');
    made.git('worktree', 'add', '--quiet', '-b', 'side', side);
    await ground.tells(ZEROS, first, side);
    made.git('-C', side, 'commit', '--quiet', '--allow-empty', '--message', 'there');
    await ground.tells(first, made.git('rev-parse', 'side'), side);
  });

  it('without waiting, and without holding what Git writes to', async () => {
    const ground = new Ground();
    const go = path.join(ground.home, 'go');
    ground.run(`until [ -e '${go}' ]; do sleep 0.05; done; echo done >>'${ground.record}'`);
    await ground.install();
    // Returns only when nobody holds its output any more.
    ground.made.commit('first');
    expect(ground.told).toEqual([]);
    writeFileSync(go, '');
    await condition(() => ground.told.includes('done'));
  });

  it.each([
    ['is not there', undefined],
    ['does not know the command', 'echo unknown command >&2; exit 2'],
  ])('nothing, when the program %s, and Git goes on', async (_what, script) => {
    const ground = new Ground();
    if (script === undefined) rmSync(ground.program.script);
    else ground.run(script);
    await ground.install();
    expect(ground.made.commit('first')).toMatch(/^[0-9a-f]{40}$/u);
    const log = path.join(ground.made.root, '.git/zapomni-hooks.log');
    const expected = script === undefined ? 'post-commit' : 'unknown command';
    await condition(() => existsSync(log) && readFileSync(log, 'utf8').includes(expected));
  });
});

describe('hooks that were there', () => {
  it('are called first, with arguments and input, and their status counts', async () => {
    const ground = new Ground();
    const { made, home } = ground;
    const first = made.commit('first');
    ground.hook('post-checkout', `#!/bin/sh\necho "$*" >>'${home}/theirs'\nexit 3\n`);
    ground.hook('post-rewrite', `#!/bin/sh\necho "$1 $(cat)" >>'${home}/theirs'\n`);
    const checkout = () => {
      try {
        made.git('checkout', '--quiet', '-B', 'side', first);
        return 0;
      } catch (error) {
        return (error as { status: number }).status;
      }
    };
    const before = checkout();
    expect(before).not.toBe(0);
    await ground.install();
    expect(checkout()).toBe(before);
    made.git('commit', '--quiet', '--allow-empty', '--amend', '--message', 'amended');
    const lines = readFileSync(path.join(home, 'theirs'), 'utf8').trimEnd().split('\n');
    expect(lines).toEqual([
      `${first} ${first} 1`,
      `${first} ${first} 1`,
      `amend ${first} ${made.git('rev-parse', 'HEAD')}`,
    ]);
  });

  it('come back byte for byte, with their modes, and installing twice is installing once', async () => {
    const ground = new Ground();
    const { made } = ground;
    ground.hook('post-commit', '#!/bin/sh\r\necho \u{e9}\n# no line break at the end', 0o750);
    ground.hook('post-merge', 'not executable\n', 0o640);
    symlinkSync('post-commit', path.join(made.root, '.git/hooks/post-checkout'));
    const before = pictureOf(made.root);
    expect((await ground.install()).changed).toBe(7);
    const installed = pictureOf(made.root);
    expect((await ground.install()).changed).toBe(0);
    expect(pictureOf(made.root)).toEqual(installed);
    made.commit('first');
    await condition(() => ground.told.length > 0);
    expect((await ground.remove()).kept).toEqual([]);
    expect(pictureOf(made.root)).toEqual(before);
    expect((await ground.remove()).changed).toBe(0);
  });

  it('come back after an installation that was cut off anywhere', async () => {
    const ground = new Ground();
    const { made } = ground;
    for (const event of ['post-commit', 'post-rewrite']) ground.hook(event, `#!/bin/sh\n# ${event}\n`);
    rmSync(path.join(made.root, '.git/hooks/post-merge'), { force: true });
    const before = pictureOf(made.root);
    const look = async () => (await ground.places.look(made.root, { client: 'test' })) as HookGround;
    const { steps } = planInstallation(await look(), ground.program);
    for (let done = 0; done <= steps.length; done++) {
      await ground.places.apply(await look(), steps.slice(0, done));
      if (done % 2 === 0) await ground.install();
      await ground.remove();
      expect(pictureOf(made.root), `after ${done} steps`).toEqual(before);
    }
  });

  it('and folders: one that was made goes again', async () => {
    const ground = new Ground();
    rmSync(path.join(ground.made.root, '.git/hooks'), { recursive: true });
    const before = pictureOf(ground.made.root);
    await ground.install();
    await ground.install();
    await ground.remove();
    expect(pictureOf(ground.made.root)).toEqual(before);
  });

  it('stay when somebody changed ours, or put theirs in its place', async () => {
    const ground = new Ground();
    const hooks = path.join(ground.made.root, '.git/hooks');
    ground.hook('post-merge', '#!/bin/sh\n# mine\n');
    await ground.install();
    writeFileSync(path.join(hooks, 'post-commit'), '# and more\n', { flag: 'a' });
    ground.hook('post-merge', '#!/bin/sh\n# another program\n');
    expect((await ground.install()).kept).toHaveLength(2);
    const { kept } = await ground.remove();
    expect(kept).toEqual([
      'post-commit: it was changed since it was installed.',
      'post-merge.before-zapomni: another program has put its own hook in place.',
    ]);
    const left = readdirSync(hooks).filter((name) => !name.endsWith('.sample'));
    expect(left).toEqual(['post-commit', 'post-merge', 'post-merge.before-zapomni']);
  });

  it('an older version of ours is replaced', async () => {
    const ground = new Ground();
    const old = hookFile('post-commit', { node: '/old/node', script: '/old/script' }, { madeFolder: false });
    expect(originOf(old)).toBe('ours');
    ground.hook('post-commit', Buffer.from(old, 'latin1').toString());
    expect((await ground.install()).changed).toBe(4);
    const now = readFileSync(path.join(ground.made.root, '.git/hooks/post-commit'), 'utf8');
    expect(now).not.toContain('/old/node');
    expect(existsSync(path.join(ground.made.root, '.git/hooks/post-commit.before-zapomni'))).toBe(false);
  });
});

describe('other programs that keep hooks', () => {
  it.each(['.husky/_', '.husky'])(
    'husky (%s): a part of its scripts, without paths of this machine',
    async (folder) => {
      const ground = new Ground();
      const { made, home } = ground;
      made.write('.husky/post-commit', `#!/bin/sh\necho theirs >>'${home}/theirs'`, 0o755);
      if (folder !== '.husky')
        for (const event of HOOK_EVENTS)
          made.write(
            `${folder}/${event}`,
            `#!/bin/sh\n[ ! -f .husky/${event} ] || sh -e .husky/${event} "$@"\n`,
            0o755,
          );
      made.git('config', 'core.hooksPath', folder);
      const before = pictureOf(made.root);
      expect(await ground.install()).toMatchObject({
        way: 'husky',
        changed: 4,
        advice: expect.stringContaining('.husky'),
      });
      expect((await ground.install()).changed).toBe(0);
      const script = readFileSync(path.join(made.root, '.husky/post-commit'), 'utf8');
      expect(script).not.toContain(home.concat('/bin'));
      writeFileSync(path.join(home, 'bin/zapomni'), `#!/bin/sh\necho "$*" >>'${ground.record}'\n`, { mode: 0o755 });
      const PATH = `${home}/bin:${process.env['PATH']}`;
      made.gitWith({ PATH }, 'commit', '--quiet', '--allow-empty', '--message', 'first');
      await ground.tells(ZEROS, made.git('rev-parse', 'HEAD'));
      expect(readFileSync(path.join(home, 'theirs'), 'utf8')).toBe('theirs\n');
      await ground.remove();
      expect(pictureOf(made.root)).toEqual(before);
    },
  );

  it.each([
    ['lefthook', '.git/hooks/pre-commit', '#!/bin/sh\ncall_lefthook run "pre-commit" "$@"\n'],
    ['lefthook', 'lefthook.yml', 'pre-commit:\n'],
    ['pre-commit', '.git/hooks/post-commit', '#!/bin/sh\n# File generated by pre-commit: https://pre-commit.com\n'],
  ])('%s by %s: nothing is written, and what to do is said', async (name, file, text) => {
    const ground = new Ground();
    ground.made.write(file, text, 0o755);
    const before = pictureOf(ground.made.root);
    const report = await ground.install();
    expect(report).toMatchObject({ way: 'none', changed: 0, advice: expect.stringContaining(name) });
    expect(report.advice).toContain('zapomni index --changed');
    expect(pictureOf(ground.made.root)).toEqual(before);
  });

  it('pre-commit that has other hooks is no obstacle', async () => {
    const ground = new Ground();
    ground.hook('pre-commit', '#!/bin/sh\n# File generated by pre-commit: https://pre-commit.com\n');
    expect((await ground.install()).way).toBe('files');
  });

  it.each(['core.hooksPath', 'a link'])('a folder outside of the repository (%s) is left alone', async (way) => {
    const ground = new Ground();
    const shared = path.join(ground.home, 'shared');
    mkdirSync(shared);
    const own = path.join(ground.made.root, '.git/hooks');
    if (way === 'a link') {
      rmSync(own, { recursive: true });
      symlinkSync(shared, own);
    } else ground.made.git('config', 'core.hooksPath', shared);
    writeFileSync(
      path.join(shared, 'post-commit'),
      Buffer.from(hookFile('post-commit', ground.program, { madeFolder: false }), 'latin1'),
    );
    const before = [...pictureOf(shared), ...pictureOf(ground.made.root)];
    expect(await ground.install()).toMatchObject({
      way: 'none',
      changed: 0,
      advice: expect.stringContaining('hooksPath'),
    });
    expect((await ground.remove()).changed).toBe(0);
    expect([...pictureOf(shared), ...pictureOf(ground.made.root)]).toEqual(before);
  });

  it('a folder of the work tree is used, with a word', async () => {
    const ground = new Ground();
    ground.made.write('.githooks/post-commit', '#!/bin/sh\n', 0o755);
    ground.made.git('config', 'core.hooksPath', '.githooks');
    const before = pictureOf(ground.made.root);
    expect(await ground.install()).toMatchObject({ way: 'files', advice: expect.stringContaining('not for commits') });
    await ground.tells(ZEROS, ground.made.commit('first'));
    await ground.remove();
    expect(pictureOf(ground.made.root)).toEqual(before);
  });

  it('a link that leads out of the repository is not written through', async () => {
    const ground = new Ground();
    const shared = path.join(ground.home, 'shared');
    mkdirSync(shared);
    ground.made.git('config', 'core.hooksPath', '.husky/_');
    symlinkSync(shared, path.join(ground.made.root, '.husky'));
    mkdirSync(path.join(shared, '_'));
    expect((await ground.install()).way).toBe('none');
    ground.made.git('config', 'core.hooksPath', '.husky');
    expect((await ground.install()).way).toBe('none');
    expect(readdirSync(shared)).toEqual(['_']);
  });
});

describe('hooks in the configuration', () => {
  const newer = as(2, 54);

  it.each(['\n', ''])('are read by Git, do what files do, and leave no trace (ending in %j)', async (ending) => {
    const ground = new Ground(newer);
    const { made } = ground;
    const config = path.join(made.root, '.git/config');
    writeFileSync(config, `${readFileSync(config, 'utf8')}[a "b"]\n\tc = d${ending}`);
    chmodSync(config, 0o600);
    const first = made.commit('first');
    const second = made.commit('second');
    const before = pictureOf(made.root);
    expect(await ground.install()).toMatchObject({ way: 'config', changed: 1 });
    expect((await ground.install()).changed).toBe(0);
    expect(made.git('config', 'a.b.c')).toBe('d');
    const commands = HOOK_EVENTS.map((event) => {
      expect(made.git('config', '--get-all', `hook.zapomni-${event}.event`)).toBe(event);
      return made.git('config', `hook.zapomni-${event}.command`);
    });
    // As Git runs them: with what a hook is told put behind.
    const run = (command = '', ...args: string[]) =>
      execFileSync('sh', ['-c', args.length > 0 ? `${command} "$@"` : command, command, ...args], { cwd: made.root });
    run(commands[0]);
    await ground.tells(first, second);
    run(commands[2], second, first, '1');
    await ground.tells(second, first);
    await ground.remove();
    expect(pictureOf(made.root)).toEqual(before);
  });

  it('are run by a Git that knows them', async ({ skip }) => {
    const ground = new Ground((real) => real);
    const [major = 0, minor = 0] = ground.made.git('--version').replace(/^\D+/u, '').split('.').map(Number);
    if (major < 2 || (major === 2 && minor < 54)) skip('this Git is older than 2.54');
    expect((await ground.install()).way).toBe('config');
    await ground.tells(ZEROS, ground.made.commit('first'));
  });

  it('take the place of files, which take theirs when Git is older again', async () => {
    let isNewer = true;
    const ground = new Ground((real) => ({
      ...real,
      look: (...args) => (isNewer ? newer : older)(real).look(...args),
    }));
    ground.hook('post-commit', '#!/bin/sh\n');
    const before = pictureOf(ground.made.root);
    isNewer = false;
    expect((await ground.install()).way).toBe('files');
    isNewer = true;
    expect((await ground.install()).way).toBe('config');
    expect(readFileSync(path.join(ground.made.root, '.git/hooks/post-commit'), 'utf8')).toBe('#!/bin/sh\n');
    isNewer = false;
    expect((await ground.install()).way).toBe('files');
    expect(ground.made.git('config', '--list')).not.toContain('zapomni');
    await ground.remove();
    expect(pictureOf(ground.made.root)).toEqual(before);
  });

  it('wait for nobody who holds the configuration', async () => {
    const ground = new Ground(newer);
    ground.made.write('.git/config.lock', '');
    const before = pictureOf(ground.made.root);
    await expect(ground.install()).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(pictureOf(ground.made.root)).toEqual(before);
  });
});

it('says why a folder has no hooks', async () => {
  const ground = new Ground();
  const report = await installHooks(ground.places, { path: ground.home, client: 'test', program: ground.program });
  expect(report).toMatchObject({ reason: 'not_a_repository', message: 'The folder is in no Git repository.' });
});
