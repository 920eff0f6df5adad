/** Which workspace is whose: on real repositories, worktrees and submodules. */
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { madeFolder, MadeRepository } from '@zapomni/testkit/git';
import { describe, expect, it } from 'vitest';
import { createProjects } from './index.ts';

function folderIn(...parts: [string, ...string[]]): string {
  const folder = path.join(...parts);
  mkdirSync(folder, { recursive: true });
  return folder;
}

const say = (folder: string, text: string) => writeFileSync(path.join(folder, '.zapomni.json'), text);

function committed(home: string, name: string): MadeRepository {
  const repository = new MadeRepository(home, name);
  repository.git('commit', '--quiet', '--allow-empty', '-m', 'first');
  return repository;
}

describe('the project of a folder', () => {
  it('is its repository, from any depth, by one name that tells it from others of the same', () => {
    const home = madeFolder();
    const projects = createProjects(home);
    const { root } = new MadeRepository(home, 'My API');
    const other = new MadeRepository(path.join(home, 'elsewhere'), 'My API');
    const deep = folderIn(root, 'src', 'deep');
    const found = projects.find(root);
    expect(found).toEqual({ root, workspace: expect.stringMatching(/^my-api-[0-9a-f]{8}$/) as string, named: false });
    expect(projects.find(deep)).toEqual(found);
    expect(createProjects(home).find(deep)).toEqual(found);
    expect(projects.find(other.root)?.workspace).not.toBe(found?.workspace);
    const link = path.join(home, 'link');
    symlinkSync(deep, link);
    expect(projects.find(link)).toEqual(found);
  });

  it('is one for all worktrees, of a bare repository too, and another for a submodule', () => {
    const home = madeFolder();
    const projects = createProjects(home);
    const main = committed(home, 'main');
    const tree = path.join(home, 'tree');
    main.git('worktree', 'add', '--quiet', tree);
    expect(projects.find(tree)).toMatchObject({ root: tree, workspace: projects.find(main.root)?.workspace });
    const bare = path.join(home, 'shop.git');
    main.git('clone', '--quiet', '--bare', main.root, bare);
    const trees = ['one', 'two'].map((name) => path.join(home, name));
    for (const [i, folder] of trees.entries())
      main.git('-C', bare, 'worktree', 'add', '--quiet', '-b', `b${i}`, folder);
    const [one, two] = trees.map((folder) => projects.find(folder)?.workspace);
    expect(one).toMatch(/^shop-[0-9a-f]{8}$/);
    expect(two).toBe(one);
    const part = committed(home, 'part');
    main.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', part.root, 'sub');
    const inside = projects.find(path.join(main.root, 'sub'));
    expect(inside).toMatchObject({ root: path.join(main.root, 'sub') });
    expect(inside?.workspace).not.toBe(projects.find(main.root)?.workspace);
  });

  it('is called as its file says, and a part of a repository can be one of its own in every worktree', () => {
    const home = madeFolder();
    const projects = createProjects(home);
    const main = new MadeRepository(home, 'mono');
    const [web, api] = [folderIn(main.root, 'web'), folderIn(main.root, 'api')];
    say(web, '\uFEFF{"workspace": "shop-web", "later": true}');
    say(api, '{}');
    main.git('add', '.');
    main.git('commit', '--quiet', '-m', 'parts');
    const tree = path.join(home, 'tree');
    main.git('worktree', 'add', '--quiet', tree);
    expect(projects.find(folderIn(web, 'src'))).toEqual({ root: web, workspace: 'shop-web', named: true });
    const own = projects.find(api);
    expect(own).toMatchObject({ root: api, workspace: expect.stringMatching(/^api-/) as string, named: false });
    expect(projects.find(path.join(tree, 'api'))?.workspace).toBe(own?.workspace);
    expect(projects.find(main.root)?.workspace).toMatch(/^mono-/);
  });

  it('keeps the folder’s own name where the file says none that can be one', () => {
    const home = madeFolder();
    const projects = createProjects(home);
    const folder = folderIn(home, 'plain');
    say(folder, '{}');
    const plain = projects.find(folder);
    for (const text of [
      '',
      'no json',
      '[]',
      'null',
      '{"workspace": 3}',
      '{"workspace": "Not A Name"}',
      '{"workspace": "admin"}',
    ]) {
      say(folder, text);
      expect(projects.find(folder), text).toEqual(plain);
    }
    const moved = path.join(home, '計画');
    renameSync(folder, moved);
    expect(projects.find(moved)?.workspace).toMatch(/^project-[0-9a-f]{8}$/);
  });

  it('is none outside of any, in a home folder, or where the path is not whole or not there', () => {
    const home = madeFolder();
    const projects = createProjects(home);
    expect(new MadeRepository(home, '.').root).toBe(home);
    say(home, '{"workspace": "everything"}');
    expect(projects.find(home)).toBeNull();
    expect(projects.find(folderIn(home, 'notes'))).toBeNull();
    expect(projects.find(path.join(home, 'gone', 'away'))).toBeNull();
    expect(projects.find('src')).toBeNull();
    expect(projects.find('/')).toBeNull();
    expect(projects.find('a\0b')).toBeNull();
  });
});
