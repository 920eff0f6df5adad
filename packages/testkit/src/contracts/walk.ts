/** The walking part of the contract of files. */
import { spawnSync } from 'node:child_process';
import { linkSync, mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { WalkItem, WalkOptions } from '@zapomni/core/ports';
import { expect, it } from 'vitest';
import type { FilesGround } from './files.ts';
import { ON_WINDOWS, titled } from './skipped-title.ts';

const TESTER = { client: 'tester' };

export function walkClauses(ground: () => FilesGround): void {
  const walk = (options: WalkOptions = {}, folder = 'vault', setup = {}) =>
    ground()
      .open(setup)
      .forClients.walk({ path: ground().at(folder) }, { ...TESTER, ...options });
  const told = async (...args: Parameters<typeof walk>) => {
    const items: WalkItem[] = [];
    for await (const item of walk(...args)) items.push(item);
    return items.map((item) => (item.kind === 'left_out' ? `${item.relative}: ${item.reason}` : item.relative));
  };
  const fill = (...files: string[]) => files.forEach((file) => ground().put(`vault/${file}`));

  orderClauses({ ground, walk, told, fill });
  ignoreClauses({ ground, told, fill });
  linkClauses({ ground, told, fill });
  limitClauses({ ground, walk, told, fill });
}

interface Walking {
  ground(): FilesGround;
  walk(options?: WalkOptions, folder?: string, setup?: object): AsyncIterable<WalkItem>;
  told(options?: WalkOptions, folder?: string, setup?: object): Promise<string[]>;
  fill(...files: string[]): void;
}

function orderClauses({ ground, walk, told, fill }: Walking): void {
  it('files and, if wanted, folders, in the order of their names', async () => {
    fill('b.txt', 'a/z.txt', 'a/b/c.txt', 'a.txt', 'B.txt', 'é.txt', 'ab/x.txt');
    const files = ['B.txt', 'a/b/c.txt', 'a/z.txt', 'a.txt', 'ab/x.txt', 'b.txt', 'notes.md', 'é.txt'];
    expect(await told()).toEqual(files);
    mkdirSync(ground().at('vault/empty'));
    expect(await told({ folders: true })).toEqual([
      'B.txt',
      'a',
      'a/b',
      'a/b/c.txt',
      'a/z.txt',
      'a.txt',
      'ab',
      'ab/x.txt',
      'b.txt',
      'empty',
      'notes.md',
      'é.txt',
    ]);
  });

  it('each as a file that can be read by what it says of it', async () => {
    const { at, open, put } = ground();
    put('vault/sub/a b%41.txt', 'with what looks like an escape');
    const files = open().forClients;
    const items: WalkItem[] = [];
    for await (const item of walk()) items.push(item);
    for (const item of items) {
      if (item.kind === 'left_out') throw new Error('nothing is left out');
      const { relative, path: place, uri, ...facts } = item;
      expect(place).toBe(at('vault', ...relative.split('/')));
      expect(await files.stat({ path: place }, TESTER)).toEqual(facts);
      if (uri !== null) expect(await files.read(uri, TESTER)).toMatchObject({ size: facts.size });
    }
    expect(items.map((item) => ('uri' in item ? item.uri : ''))).toEqual([
      pathToFileURL(at('vault/notes.md')).href,
      null,
    ]);
  });

  it.skipIf(ON_WINDOWS)(titled('names of any kind, but for those that are no text', ON_WINDOWS), async () => {
    fill('line\nbreak.txt', ' leading and trailing ', '..double', 'tab\t', '日本/день.md', "it's #1 (50% off)?.txt");
    const { vault } = ground();
    writeFileSync(Buffer.concat([Buffer.from(`${vault}/bad-`), Buffer.from([0xff, 0xfe])]), 'x');
    mkdirSync(Buffer.concat([Buffer.from(`${vault}/worse-`), Buffer.from([0xc0, 0xae])]));
    expect(await told()).toEqual([
      ' leading and trailing ',
      '..double',
      'bad-\ufffd\ufffd: name',
      "it's #1 (50% off)?.txt",
      'line\nbreak.txt',
      'notes.md',
      'tab\t',
      'worse-\ufffd\ufffd: name',
      '日本/день.md',
    ]);
    const { open, at } = ground();
    expect(await open().forClients.stat({ path: at('vault/line\nbreak.txt') }, TESTER)).toMatchObject({ kind: 'file' });
  });

  it('ten thousand files, and stops when nobody asks for more', async () => {
    const { vault, logger } = ground();
    for (let n = 0; n < 100; n += 1) {
      const folder = path.join(vault, `folder ${String(n).padStart(3, '0')}`);
      mkdirSync(folder);
      for (let m = 0; m < 100; m += 1) writeFileSync(path.join(folder, `file ${m}`), '');
    }
    const all = await told();
    expect(all).toHaveLength(10_001);
    expect(new Set(all).size).toBe(10_001);
    let seen = 0;
    for await (const item of walk()) if (item.kind === 'file' && (seen += 1) === 3) break;
    expect(logger.of('folder_walked').at(-1)?.fields).toMatchObject({ files: 3 });
  });

  it('a folder and nothing else', async () => {
    await expect(told({}, 'vault/notes.md')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(told({}, 'vault/no-such')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await told({}, 'vault')).toEqual(['notes.md']);
  });
}

function ignoreClauses({ ground, told, fill }: Pick<Walking, 'ground' | 'told' | 'fill'>): void {
  const put = (file: string, ...lines: string[]) => ground().put(`vault/${file}`, lines.join('\n'));
  /** Without the ignore files themselves. */
  const kept = async (...args: Parameters<typeof told>) =>
    (await told(...args)).filter((file) => !/(?:^|\/)\.\w*ignore$/.test(file) && file !== 'notes.md');

  it('what ignore files leave, nested and negated', async () => {
    fill('a.log', 'keep.log', 'src/a.log', 'src/deep/b.log', 'src/deep/b.ts', 'out/x.ts', 'src/out/y.ts', 'docs/out');
    put('.gitignore', '# comment', '*.log', '!keep.log', 'out/', '/docs/none');
    put('src/deep/.gitignore', '!b.log', 'b.ts');
    expect(await kept()).toEqual(['docs/out', 'keep.log', 'src/deep/b.log']);
    expect(await kept({ ignoreFiles: false })).toHaveLength(8);
  });

  it('with .ignore before .gitignore and .zapomniignore before both, wherever they lie', async () => {
    fill('a.txt', 'b.txt', 'c.txt', 'sub/a.txt', 'sub/b.txt', 'sub/c.txt');
    put('.gitignore', 'a.txt', 'b.txt');
    put('.ignore', '!b.txt', 'c.txt');
    put('sub/.gitignore', '!a.txt', 'b.txt');
    put('.zapomniignore', '!/sub/c.txt');
    expect(await kept()).toEqual(['b.txt', 'sub/a.txt', 'sub/b.txt', 'sub/c.txt']);
  });

  it('never .git, but what it says is excluded; and a repository within has its own rules', async () => {
    fill('.git/config', '.git/info/exclude', 'a.txt', 'local.txt', 'inner/.git/HEAD', 'inner/a.txt', 'inner/b.txt');
    put('.git/info/exclude', 'local.txt');
    put('.gitignore', 'a.txt');
    put('.ignore', 'b.txt');
    fill('work/.git', 'work/a.txt', 'work/local.txt');
    expect(await kept()).toEqual(['inner/a.txt', 'work/a.txt', 'work/local.txt']);
  });

  it('with the rules of folders above, as far as they may be read', async () => {
    fill('sub/deep/a.log', 'sub/deep/b.txt', 'sub/deep/c.txt');
    put('.gitignore', '*.log', '/sub/deep/c.txt');
    ground().put('.gitignore', 'b.txt');
    expect(await kept({}, 'vault/sub/deep')).toEqual(['b.txt']);
    // What is named is walked even if it is ignored from above.
    put('.gitignore', 'deep/');
    expect(await kept({}, 'vault/sub/deep')).toEqual(['a.log', 'b.txt', 'c.txt']);
    expect(await kept({})).toEqual([]);
  });

  it('only what is included, and not what is excluded', async () => {
    fill('a.md', 'a.ts', 'docs/b.md', 'docs/b.ts', 'src/c.ts', 'src/gen/d.ts', 'src/keep/gen/e.ts');
    expect(await kept({ include: ['*.md'] })).toEqual(['a.md', 'docs/b.md']);
    expect(await kept({ include: ['/docs/', 'c.ts'] })).toEqual(['docs/b.md', 'docs/b.ts', 'src/c.ts']);
    expect(await kept({ include: ['/src/', '!d.ts'] })).toEqual(['src/c.ts', 'src/keep/gen/e.ts']);
    expect(await kept({ exclude: ['gen/', '*.md'] })).toEqual(['a.ts', 'docs/b.ts', 'src/c.ts']);
    expect(await kept({ include: ['**/*.ts'], exclude: ['/src/gen/**', 'a.ts'] })).toEqual([
      'docs/b.ts',
      'src/c.ts',
      'src/keep/gen/e.ts',
    ]);
    put('.gitignore', 'a.*');
    expect(await kept({ exclude: ['!a.md', 'docs', 'src'] })).toEqual(['a.md']);
  });
}

function linkClauses({ ground, told, fill }: Pick<Walking, 'ground' | 'told' | 'fill'>): void {
  it.skipIf(ON_WINDOWS)(titled('no links, or those to plain files that may be read', ON_WINDOWS), async () => {
    const { at, put } = ground();
    put('other/file.txt');
    fill('sub/real.txt');
    const link = (target: string, name: string) => symlinkSync(target, at('vault', name));
    link('sub/real.txt', 'in.txt');
    link(at('secret.txt'), 'out.txt');
    link(at('other/file.txt'), 'other.txt');
    link('nowhere', 'broken.txt');
    link('loop.txt', 'loop.txt');
    link(at('secret.txt'), '.gitignore');
    link('sub', 'folder-in');
    link(at('other'), 'folder-out');
    link('.', 'cycle');
    const links = ['.gitignore', 'broken.txt', 'cycle', 'folder-in', 'folder-out'];
    expect(await told()).toEqual(
      [...links, 'in.txt', 'loop.txt', 'other.txt', 'out.txt']
        .map((name) => `${name}: link`)
        .toSpliced(7, 0, 'notes.md')
        .concat('sub/real.txt'),
    );
    const roots = { roots: [at('vault'), at('other')] };
    expect((await told({ links: 'files' }, 'vault', roots)).filter((one) => !one.endsWith(': link'))).toEqual([
      'in.txt',
      'notes.md',
      'other.txt',
      'sub/real.txt',
    ]);
    expect(await told({ links: 'files' })).toContain('other.txt: link');
  });

  it.skipIf(ON_WINDOWS)(titled('a root that is a link, told by the name that was used', ON_WINDOWS), async () => {
    const { at, open } = ground();
    fill('sub/a.txt');
    symlinkSync(at('vault'), at('alias'));
    const files = open({ roots: [at('alias')] }).forClients;
    const paths: string[] = [];
    for await (const item of files.walk({ path: at('alias/sub') }, TESTER)) if ('path' in item) paths.push(item.path);
    expect(paths).toEqual([at('alias/sub/a.txt')]);
    for (const place of paths) expect(await files.stat({ path: place }, TESTER)).toMatchObject({ kind: 'file' });
  });

  it.skipIf(ON_WINDOWS)(titled('no folder that was exchanged for a link meanwhile', ON_WINDOWS), async () => {
    const { at, open, put } = ground();
    put('outside/secret-name.txt');
    fill('a.txt', 'b/inside.txt', 'c.txt');
    const seen: string[] = [];
    for await (const item of open().forClients.walk({ path: at('vault') }, TESTER)) {
      seen.push(item.kind === 'left_out' ? `${item.relative}: ${item.reason}` : item.relative);
      if (item.relative !== 'a.txt') continue;
      renameSync(at('vault/b'), at('kept'));
      symlinkSync(at('outside'), at('vault/b'));
    }
    expect(seen).toEqual(['a.txt', 'b: changed', 'c.txt', 'notes.md']);
  });

  it('nothing of an excepted folder, and no word of it', async () => {
    const { at } = ground();
    fill('data/store.db', 'a.txt');
    expect(await told({}, 'vault', { except: [at('vault/data')] })).toEqual(['a.txt', 'notes.md']);
    await expect(told({}, 'vault/data', { except: [at('vault/data')] })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
}

function limitClauses({ ground, walk, told, fill }: Walking): void {
  it('no files over the limit, and no more and no deeper than was asked', async () => {
    const { at, put } = ground();
    put('vault/a.bin', 'x'.repeat(100));
    put('vault/b.bin', 'x'.repeat(101));
    put('vault/huge.bin', '');
    truncateSync(at('vault/huge.bin'), 2 ** 40);
    fill('one/two/three/deep.txt');
    expect(await told({ maxFileBytes: 100, maxDepth: 2 })).toEqual([
      'a.bin',
      'b.bin: too_large',
      'huge.bin: too_large',
      'notes.md',
      'one/two/three: too_deep',
    ]);
    expect(await told({ maxFiles: 2 })).toEqual(['a.bin', 'b.bin', 'huge.bin: too_large', 'notes.md: too_many']);
    expect(await told({ maxFileBytes: 2 ** 50 })).toContain('huge.bin: too_large');
  });

  it.skipIf(ON_WINDOWS)(titled('no pipes, and what has two names under both', ON_WINDOWS), async () => {
    const { at } = ground();
    spawnSync('sh', ['-c', 'mkfifo "$0"', at('vault/pipe')]);
    linkSync(at('vault/notes.md'), at('vault/same.md'));
    expect(await told()).toEqual(['notes.md', 'pipe: special', 'same.md']);
  });

  it('without what vanishes on the way', async () => {
    const { at } = ground();
    fill('a.txt', 'b/c.txt', 'b/d.txt', 'e/f.txt');
    const seen: string[] = [];
    for await (const item of walk()) {
      seen.push(item.relative);
      if (item.relative === 'a.txt') rmSync(at('vault/b'), { recursive: true });
      if (item.relative === 'e/f.txt') rmSync(at('vault'), { recursive: true });
    }
    expect(seen.filter((name) => name !== 'notes.md')).toEqual(['a.txt', 'e/f.txt']);
  });

  it('until it is told to stop', async () => {
    fill('a.txt', 'b.txt');
    const life = new AbortController();
    const { at, open } = ground();
    const run = async () => {
      const request = { ...TESTER, signal: life.signal };
      for await (const item of open().forClients.walk({ path: at('vault') }, request)) {
        if (item.kind === 'file') life.abort();
      }
    };
    await expect(run()).rejects.toMatchObject({ code: 'CANCELLED' });
  });
}
