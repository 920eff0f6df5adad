/** Packages that are run: of Python's own library by the tests that come with Python, of npm by their tests or by a program of ours that uses much of them. */

export const PYTHON_PACKAGES = [
  { name: 'argparse', prefix: 'argparse.py', tests: ['test.test_argparse'] },
  { name: 'configparser', prefix: 'configparser.py', tests: ['test.test_configparser'] },
  { name: 'email', prefix: 'email', tests: ['test.test_email'] },
  { name: 'json', prefix: 'json', tests: ['test.test_json'] },
  { name: 'logging', prefix: 'logging', tests: ['test.test_logging'] },
  { name: 'tomllib', prefix: 'tomllib', tests: ['test.test_tomllib'] },
] as const;

export interface JavaScriptPackage {
  readonly name: string;
  readonly run: 'its tests' | 'a program of ours';
  /** The parts of the package that are its source. */
  readonly source: readonly string[];
  /** What that needs to run. */
  readonly besides: readonly string[];
  readonly type: 'module' | 'commonjs';
  /** In programs/: what runs, and what stands in the place of a package that is not there. */
  readonly program: string;
  readonly instead?: Readonly<Record<string, string>>;
}

export const JAVASCRIPT_PACKAGES: readonly JavaScriptPackage[] = [
  {
    name: 'linkedom',
    run: 'a program of ours',
    source: ['esm'],
    besides: ['commonjs'],
    type: 'module',
    program: 'linkedom.mjs',
  },
  {
    name: 'fast-uri',
    run: 'its tests',
    source: ['index.js', 'lib'],
    besides: ['test'],
    type: 'commonjs',
    program: 'fast-uri.cjs',
    instead: { 'test/node_modules/tape/index.js': 'tape.cjs' },
  },
  {
    name: 'postal-mime',
    run: 'a program of ours',
    source: ['src'],
    besides: [],
    type: 'module',
    program: 'postal-mime.mjs',
  },
];
