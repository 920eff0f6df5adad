/** What manifests ask for, as the tools of the graph tell it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createApp, type App } from '@zapomni/core';
import { indexRepository } from '@zapomni/core/code';
import { enginesForTests } from '@zapomni/testkit/engines';
import { IndexedRepository, WORKSPACE } from '@zapomni/testkit/repository';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ENGINES = await enginesForTests();

describe.each(ENGINES)('packages in the graph, on $engine', ({ options }) => {
  let repository: IndexedRepository;
  let app: App;
  beforeAll(async () => {
    repository = new IndexedRepository(options());
    app = createApp(repository.deps);
    repository.write('package.json', '{ "name": "@shop/web", "dependencies": { "@shop/prices": "^1", "zod": "4" } }');
    repository.write('requirements.txt', 'requests\n');
    await repository.index();
    const other = path.join(repository.home, 'prices');
    mkdirSync(other);
    writeFileSync(path.join(other, 'package.json'), '{ "name": "@shop/prices", "dependencies": { "zod": "4" } }');
    await indexRepository(repository.deps, { workspace: WORKSPACE, client: 'test', path: other });
  });
  afterAll(async () => {
    await app.close();
    await repository.close();
  });

  const relations = async (entity: string, depth = 1): Promise<string[]> => {
    const { related } = await app.graph.related({ workspace: WORKSPACE, entity, depth, limit: 50 });
    return related
      .flatMap((one) => one.path.slice(-1))
      .map(({ source, type, target }) => `${source.name} ${type} ${target.name}`)
      .toSorted();
  };
  const types = async (name: string): Promise<string[]> =>
    (await app.graph.entitiesNamed(WORKSPACE, [name])).map(({ type }) => type);

  it('are what a repository depends on and what it provides, and lead from one repository to the other', async () => {
    expect(await relations('repository:repository')).toEqual([
      'repository DEPENDS_ON @shop/prices',
      'repository DEPENDS_ON requests',
      'repository DEPENDS_ON zod',
      'repository PROVIDES @shop/web',
    ]);
    expect(await relations('package:zod')).toEqual(['prices DEPENDS_ON zod', 'repository DEPENDS_ON zod']);
    expect(await relations('repository:repository', 2)).toContain('prices PROVIDES @shop/prices');
    const found = await app.graph.searchEntities({ workspace: WORKSPACE, query: 'zod', limit: 5 });
    expect(found.map(({ type, name }) => [type, name])).toEqual([['package', 'zod']]);
  });

  it('end when no manifest asks for them any more, and are as they were when nothing changed', async () => {
    const before = await relations('repository:prices');
    repository.write('package.json', '{ "name": "@shop/web", "dependencies": { "@shop/prices": "^1", "left": "1" } }');
    await repository.index();
    expect(await relations('repository:repository')).toEqual([
      'repository DEPENDS_ON @shop/prices',
      'repository DEPENDS_ON left',
      'repository DEPENDS_ON requests',
      'repository PROVIDES @shop/web',
    ]);
    expect(await relations('repository:prices')).toEqual(before);
  });

  it('go with the repository, but for those that another needs or somebody speaks of', async () => {
    await app.graph.assertEntities({
      workspace: WORKSPACE,
      entities: [{ type: 'package', name: 'left', aliases: ['leftish'] }],
    });
    await app.code.removeRepository(WORKSPACE, repository.root);
    expect(await types('repository')).toEqual([]);
    expect(await types('requests')).toEqual([]);
    expect(await types('@shop/web')).toEqual([]);
    expect(await types('left')).toEqual(['package']);
    expect(await relations('package:zod')).toEqual(['prices DEPENDS_ON zod']);
    await app.code.removeRepository(WORKSPACE, 'prices');
    expect(await types('zod')).toEqual([]);
  });
});
