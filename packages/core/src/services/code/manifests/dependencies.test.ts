import { indexedRepository, type IndexedRepository, WORKSPACE } from '@zapomni/testkit/repository';
import {
  getCodeMap,
  getReferences,
  indexRepository,
  dependenciesOf,
  linkedRepositories,
  listRepositories,
} from '@zapomni/core/code';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe('what repositories depend on', () => {
  let repository: IndexedRepository;
  beforeAll(async () => {
    repository = await indexedRepository(
      {
        'package.json': '{ "name": "@shop/web", "dependencies": { "@shop/prices": "^1", "zod": "4" } }',
        'tools/requirements-dev.txt': 'black==24\n',
        'src/main.ts': 'export const one = 1;\n',
      },
      { options: { languages: ['typescript'] } },
    );
    const other = path.join(repository.home, 'prices');
    mkdirSync(other);
    writeFileSync(path.join(other, 'package.json'), '{ "name": "@shop/prices", "version": "1.4.0" }');
    await indexRepository(repository.deps, { workspace: WORKSPACE, client: 'test', path: other });
  });
  afterAll(() => repository.close());
  const kept = async () => {
    const { value } = await repository.kept();
    return (await dependenciesOf(repository.deps, value.store)).map((one) => one.value);
  };

  it('is kept by manifest, whatever languages were asked for', async () => {
    expect(await kept()).toMatchObject([
      {
        path: 'package.json',
        ecosystem: 'npm',
        name: '@shop/web',
        dependencies: [{ name: '@shop/prices', range: '^1' }, { name: 'zod' }],
      },
      { path: 'tools/requirements-dev.txt', name: null, dependencies: [{ name: 'black', range: '==24', kind: 'dev' }] },
    ]);
  });

  it('joins repositories of a workspace by the names of packages', async () => {
    const names = new Map(
      (await listRepositories(repository.deps, WORKSPACE)).map(({ key, value }) => [key, value.name]),
    );
    const links = await linkedRepositories(repository.deps, WORKSPACE);
    expect(links.map(({ from, to, ...rest }) => ({ from: names.get(from), to: names.get(to), ...rest }))).toEqual([
      {
        from: 'repository',
        to: 'prices',
        ecosystem: 'npm',
        package: '@shop/prices',
        range: '^1',
        kind: 'runtime',
        path: 'package.json',
        declaredIn: 'package.json',
      },
    ]);
    expect(await linkedRepositories(repository.deps, 'elsewhere')).toEqual([]);
  });

  it('is told where people look: on the map, and by the name of a package', async () => {
    const map = await getCodeMap(repository.deps, { workspace: WORKSPACE, repository: repository.root, budget: 1000 });
    expect(map.text).toContain('\nNeeds: @shop/prices (of prices), zod, black (dev)\n');
    const below = await getCodeMap(repository.deps, {
      workspace: WORKSPACE,
      repository: repository.root,
      path: 'src',
      budget: 1000,
    });
    expect(below.text).not.toContain('Needs:');
    const asked = { workspace: WORKSPACE, limit: 10, guesses: false };
    const { packages = [] } = await getReferences(repository.deps, { ...asked, name: '@shop/prices' });
    expect(packages.map((one) => [one.repository.value.name, one.path, one.use, one.range])).toEqual([
      ['prices', 'package.json', 'provides', '1.4.0'],
      ['repository', 'package.json', 'runtime', '^1'],
    ]);
    expect(await getReferences(repository.deps, { ...asked, name: 'nothing' })).toMatchObject({ packages: [] });
  });

  it('follows what manifests say, and goes with them', async () => {
    repository.write('package.json', '{ "name": "@shop/web", "dependencies": { "zod": "5" } }');
    repository.remove('tools/requirements-dev.txt');
    await repository.index();
    expect(await kept()).toMatchObject([
      { path: 'package.json', dependencies: [{ name: 'zod', range: '5', kind: 'runtime' }] },
    ]);
    expect(await linkedRepositories(repository.deps, WORKSPACE)).toEqual([]);
  });
});
