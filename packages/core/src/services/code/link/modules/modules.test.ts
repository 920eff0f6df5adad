import { describe, expect, test } from 'vitest';
import { JavaScriptModules } from './javascript.ts';
import { readPackages, readPathRules } from './manifests.ts';
import { PythonModules } from './python.ts';

const indexed = (...paths: string[]): ReadonlyMap<string, number> => new Map(paths.map((path, i) => [path, i]));

describe('modules of Python', () => {
  const files = indexed(
    'app/__init__.py',
    'app/models.py',
    'app/sub/__init__.py',
    'app/sub/deep.py',
    'scripts/run.py',
    'scripts/help.py',
    'src/lib/core.py',
  );
  const modules = new PythonModules(files);

  test.each([
    ['app/models.py', 'app.sub.deep', { file: 3 }],
    ['app/sub/deep.py', '.', { file: 2 }],
    ['app/sub/deep.py', '..models', { file: 1 }],
    ['app/sub/deep.py', 'app', { file: 0 }],
    ['scripts/run.py', 'help', { file: 5 }],
    ['scripts/run.py', 'lib.core', { file: 6 }],
    ['scripts/run.py', 'lib', { folder: 'src/lib' }],
    ['app/models.py', 'json', { external: 'json' }],
    ['app/models.py', 'app.gone', { external: 'app.gone' }],
    // A module of the same package is not what an absolute import of that name means.
    ['app/sub/deep.py', 'models', { external: 'models' }],
  ])('%s imports %s', (path, from, found) => {
    expect(modules.resolve(path, from)).toEqual(found);
  });

  test('a module in a package is reached as its attribute', () => {
    expect(modules.inside('app', 'sub')).toEqual({ file: 2 });
    expect(modules.inside('app', 'nothing')).toBeNull();
  });
});

describe('modules of JavaScript', () => {
  const manifests = [
    { path: 'package.json', text: '{"name":"root","imports":{"#tools/*":"./tools/*.ts"}}' },
    {
      path: 'packages/core/package.json',
      text: '{"name":"@x/core","exports":{".":"./dist/index.js","./ports":{"import":"./src/ports.ts"},"./f/*":"./src/f/*.ts"}}',
    },
    { path: 'packages/old/package.json', text: '{"name":"old","main":"lib/main.js"}' },
    {
      path: 'web/tsconfig.json',
      text: '{ // comments are allowed\n "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["src/*"], }, } }',
    },
    { path: 'broken/package.json', text: '{' },
  ];
  const files = indexed(
    'packages/core/src/index.ts',
    'packages/core/src/ports.ts',
    'packages/core/src/f/one.ts',
    'packages/old/src/main.ts',
    'web/src/a.tsx',
    'web/src/lib/index.ts',
    'web/util.js',
    'tools/t.ts',
  );
  const modules = new JavaScriptModules(files, readPackages(manifests), readPathRules(manifests));

  test.each([
    ['web/src/a.tsx', './lib', { file: 5 }],
    ['web/src/a.tsx', './lib/index.js', { file: 5 }],
    ['web/src/a.tsx', '../util', { file: 6 }],
    ['web/src/a.tsx', '@/lib', { file: 5 }],
    ['web/src/a.tsx', 'util', { file: 6 }],
    ['web/src/a.tsx', '@x/core', { file: 0 }],
    ['web/src/a.tsx', '@x/core/ports', { file: 1 }],
    ['web/src/a.tsx', '@x/core/f/one', { file: 2 }],
    ['web/src/a.tsx', 'old', { file: 3 }],
    ['web/src/a.tsx', '#tools/t', { file: 7 }],
    ['web/src/a.tsx', 'react', { external: 'react' }],
    ['web/src/a.tsx', 'node:fs', { external: 'fs' }],
    // Paths of another folder's tsconfig are not for everyone.
    ['packages/core/src/index.ts', '@/lib', { external: '@/lib' }],
  ])('%s imports %s', (path, from, found) => {
    expect(modules.resolve(path, from)).toEqual(found);
  });
});
