import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GRAMMARS } from '../../packages/providers/src/parsers/grammars/grammars.ts';
import { checkBytes, installedFile, packedName } from '../../packages/providers/src/parsers/grammars/load-grammar.ts';
import { STYLES } from '../../packages/providers/src/styles/shelf/catalogue.ts';
import { bundle, bundleAlone } from './bundle.ts';
import { copyGrammars } from './grammars.ts';
import { collectLicences } from './licences.ts';
import { copyModel } from './model.ts';
import { copyStyles } from './styles.ts';
import { loadedBy, measure, overBudget, sizeTable } from './sizes.ts';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'zapomni-build-')));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const run = (file: string) => execFileSync(process.execPath, [path.join(root, file)], { encoding: 'utf8' });
const make = (modules: Record<string, string> = { main: 'src/main.ts' }) =>
  bundle({
    root,
    outdir: path.join(root, 'dist'),
    command: { name: 'tool', source: 'bin.ts' },
    modules,
    external: ['left-out'],
  });

describe('bundle', () => {
  beforeEach(() => {
    put(
      'bin.ts',
      "function start() {}\nstart();\nvoid import('./src/main.ts').then(({ main }) => main());\nexport {};",
    );
    put('src/main.ts', 'export const main = () => console.log(import.meta.dirname);');
  });

  it('makes a command of its own that any Node can read, with the rest beside it', async () => {
    put('src/shared.ts', 'export const shared = () => import.meta.dirname;');
    put('src/main.ts', "import { shared } from './shared.ts';\nexport const main = () => console.log(shared());");
    put('src/worker.ts', "import { shared } from './shared.ts';\nconsole.log('worker', shared());");
    await make({ main: 'src/main.ts', 'a-worker': 'src/worker.ts' });
    expect(read('dist/tool.js')).toMatch(/^#!\/usr\/bin\/env node\n/);
    expect(read('dist/tool.js')).toContain('import("./main.js")');
    expect(read('dist/tool.js')).not.toMatch(/\bfrom\b|dirname/);
    expect(statSync(path.join(root, 'dist/tool.js')).mode & 0o111).not.toBe(0);
    expect(run('dist/tool.js').trim()).toBe(path.join(root, 'dist'));
    expect(run('dist/a-worker.js').trim()).toBe(`worker ${path.join(root, 'dist')}`);
    expect(measure(path.join(root, 'dist')).every(({ file }) => !file.includes('/'))).toBe(true);
  });

  it('makes a file that needs no other', async () => {
    put('src/part.ts', "export const part = 'whole';");
    put('src/alone.ts', "import { part } from './part.ts';\nconsole.log(part);");
    await bundleAlone({ root, outfile: path.join(root, 'out', 'alone.mjs'), source: 'src/alone.ts' });
    expect(run('out/alone.mjs').trim()).toBe('whole');
    expect(read('out/alone.mjs')).not.toContain('import');
  });

  it('refuses a command that loads what is not a module', async () => {
    put('bin.ts', "void import('./src/other.ts');");
    await expect(make()).rejects.toThrow('./src/other.ts is no module of the bundle');
  });

  it('leaves external packages as imports', async () => {
    put('src/main.ts', "export function main() {\n  console.log(main.name);\n}\nimport('left-out').catch(() => {});");
    await make();
    expect(read('dist/main.js')).toContain('"left-out"');
  });

  it('has modules of its own for what may not or need not be bundled', async () => {
    put('node_modules/boolbase/index.js', "module.exports = { trueFunc: () => 'theirs' };");
    put(
      'src/main.ts',
      "import base from 'boolbase';\nexport const main = () => {\n  try {\n    require('canvas');\n  } catch (error) {\n    console.log(base.trueFunc(), error.message);\n  }\n};",
    );
    await make();
    expect(run('dist/tool.js').trim()).toBe('true pictures are not drawn');
  });

  it('takes only the English messages of zod', async () => {
    const locales = 'node_modules/zod/v4/locales';
    put(`${locales}/index.js`, "export {default as de} from './de.js'; export {default as en} from './en.js';");
    put(`${locales}/de.js`, "export default () => 'Fehler';");
    put(`${locales}/en.js`, "export default () => 'fault';");
    put('src/main.ts', `import * as all from '../${locales}/index.js';\nexport const main = () => console.log(all);`);
    await make();
    expect(read('dist/main.js')).toContain('fault');
    expect(read('dist/main.js')).not.toContain('Fehler');
  });

  it('says which source is missing and writes nothing', async () => {
    await expect(make({ main: 'src/main.ts', 'a-worker': 'gone.ts' })).rejects.toThrow('gone.ts is missing');
    expect(existsSync(path.join(root, 'dist'))).toBe(false);
  });
});

describe('copyModel', () => {
  const hash = createHash('sha256').update('weights').digest('hex');

  it('copies what has the right hash, with licence and origin', async () => {
    put('in/onnx/model.onnx', 'weights');
    await copyModel(path.join(root, 'in'), path.join(root, 'out'), { 'onnx/model.onnx': hash });
    expect(read('out/onnx/model.onnx')).toBe('weights');
    expect(read('out/LICENSE')).toContain('MIT License');
    expect(read('out/NOTICE')).toContain('BAAI/bge-small-en-v1.5');
  });

  it('refuses other bytes', async () => {
    put('in/model.onnx', 'other weights');
    const copy = copyModel(path.join(root, 'in'), path.join(root, 'out'), { 'model.onnx': hash });
    await expect(copy).rejects.toThrow('not the expected file');
    expect(existsSync(path.join(root, 'out/model.onnx'))).toBe(false);
  });
});

describe('collectLicences', () => {
  const bundled = (...files: string[]) => ({
    inputs: {},
    outputs: {
      'dist/tool.js': {
        bytes: 1,
        imports: [],
        exports: [],
        inputs: Object.fromEntries(files.map((file) => [file, { bytesInOutput: file.includes('unused') ? 0 : 1 }])),
      },
    },
  });
  const install = (folder: string, name: string) => {
    put(`${folder}/package.json`, JSON.stringify({ name, version: '1.2.3', license: 'MIT' }));
    put(`${folder}/LICENSE`, `licence of ${name}`);
  };

  it('names each bundled package once, nested and scoped ones too, and none that was shaken off', () => {
    install('node_modules/a', 'a');
    install('node_modules/@s/b', '@s/b');
    install('node_modules/a/node_modules/c', 'c');
    const text = collectLicences(
      root,
      bundled(
        'src/x.ts',
        'node_modules/a/i.js',
        'node_modules/a/j.js',
        'node_modules/@s/b/i.js',
        'node_modules/a/node_modules/c/i.js',
        'node_modules/unused/i.js',
      ),
    );
    expect(text.match(/^\S+ 1\.2\.3 \(MIT\)$/gm)).toEqual(['@s/b 1.2.3 (MIT)', 'a 1.2.3 (MIT)', 'c 1.2.3 (MIT)']);
    expect(text).toContain('licence of @s/b');
  });

  it('finds a licence that is called by its kind', () => {
    put('node_modules/a/package.json', JSON.stringify({ name: 'a', version: '1.2.3', license: 'MIT' }));
    put('node_modules/a/LICENSE-MIT.txt', 'licence of a');
    expect(collectLicences(root, bundled('node_modules/a/i.js'))).toContain('licence of a');
  });

  it('has every licence of a package that brings the work of others', () => {
    install('node_modules/a', 'a');
    put('node_modules/a/LICENSE.inside', 'licence of what is inside');
    install('node_modules/unpdf', 'unpdf');
    const text = collectLicences(root, bundled('node_modules/a/i.js', 'node_modules/unpdf/i.js'));
    expect(text).toContain('licence of a\n\nlicence of what is inside');
    expect(text).toMatch(/licence of unpdf\n\nIt contains pdf\.js, .* Apache License 2\.0/);
  });

  it('has those of what is shipped as it is', () => {
    install('node_modules/a', 'a');
    install('node_modules/tables', 'tables');
    const text = collectLicences(root, bundled('node_modules/a/i.js'), ['node_modules/tables']);
    expect(text).toContain('licence of tables');
  });

  it('refuses a package without a licence', () => {
    put('node_modules/a/package.json', JSON.stringify({ name: 'a', version: '1.2.3' }));
    expect(() => collectLicences(root, bundled('node_modules/a/i.js'))).toThrow('a 1.2.3 has no licence');
  });
});

describe('copyGrammars', () => {
  it('packs each grammar and the runtime, with where they come from', async () => {
    await copyGrammars(path.join(root, 'out'));
    const files = measure(path.join(root, 'out')).map(({ file }) => file);
    expect(files.sort()).toEqual(['NOTICE', ...[...Object.keys(GRAMMARS), 'runtime'].map(packedName)].sort());
    for (const name of ['runtime', 'json', 'scala']) {
      const packed = readFileSync(path.join(root, 'out', packedName(name)));
      expect(brotliDecompressSync(packed)).toEqual(readFileSync(installedFile(name)));
    }
    const notice = read('out/NOTICE');
    for (const name of Object.keys(GRAMMARS)) expect(notice).toMatch(new RegExp(`\\b${name}\\b`, 'u'));
  }, 120_000);

  it('refuses other bytes', () => {
    expect(() => checkBytes('json', Buffer.from('other'), GRAMMARS.json)).toThrow('not the expected file');
  });
});

describe('copyStyles', () => {
  it('packs the styles that are offered and all locales, with where they come from', async () => {
    await copyStyles(path.join(root, 'out'));
    const unpack = (file: string) =>
      JSON.parse(brotliDecompressSync(readFileSync(path.join(root, 'out', file))).toString('utf8')) as object;
    expect(Object.keys(unpack('styles.json.br')).sort()).toEqual(STYLES.map(({ name }) => name).sort());
    expect(Object.keys(unpack('locales.json.br'))).toEqual(expect.arrayContaining(['en-US', 'de-DE', 'zh-CN']));
    expect(read('out/NOTICE')).toMatch(/Attribution-ShareAlike 3\.0[\s\S]*citationstyles\.org[\s\S]*citeproc-js/);
  });
});

describe('sizes', () => {
  it('reports the largest first and the budget that is exceeded', () => {
    put('dist/small.js', 'x'.repeat(10));
    put('dist/model/large.onnx', 'x'.repeat(3000));
    const sizes = measure(path.join(root, 'dist'));
    expect(sizeTable(sizes).split('\n')).toEqual([
      expect.stringMatching(/3\.0 kB {2}model\/large\.onnx/),
      expect.stringMatching(/0\.0 kB {2}small\.js/),
      expect.stringMatching(/3\.0 kB {2}all/),
    ]);
    const budgets = [
      { label: 'code', files: /\.js$/, bytes: 10 },
      { label: 'model', files: /^model\//, bytes: 2999 },
    ];
    expect(overBudget(sizes, budgets)).toEqual(['model: 3.0 kB, the budget is 3.0 kB']);
  });

  it('counts what a source loads at once, and not what waits for an import()', async () => {
    put('bin.ts', "void import('./src/main.ts');");
    put('src/shared.ts', `export const shared = '${'s'.repeat(1000)}';`);
    put('src/later.ts', `import { shared } from './shared.ts';\nconsole.log(shared, '${'l'.repeat(5000)}');`);
    put('src/main.ts', "import { shared } from './shared.ts';\nconsole.log(shared);\nvoid import('./later.ts');");
    const { bytes } = loadedBy(await make(), ['src/main.ts']);
    expect(bytes).toBeGreaterThan(1000);
    expect(bytes).toBeLessThan(5000);
  });
});
