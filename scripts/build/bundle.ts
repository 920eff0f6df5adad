/**
 * Bundles the sources for publishing. All files lie flat in one folder, so that whatever asks for a worker or the model
 * relative to its own URL finds it, in whichever chunk the asking code ended up.
 */
import { existsSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';

export interface BundleOptions {
  readonly root: string;
  readonly outdir: string;
  /** The file that users start: a name and its source. It loads one of the modules by import(). */
  readonly command: { readonly name: string; readonly source: string };
  /** Name of the output without its ending → source file relative to the root. */
  readonly modules: Readonly<Record<string, string>>;
  /** Packages that stay imports; users install them as dependencies. */
  readonly external: readonly string[];
}

const SHARED = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
} as const satisfies BuildOptions;

/** Writes the bundle and tells what went into the modules. */
export async function bundle(options: BundleOptions): Promise<Metafile> {
  requireSources(options);
  await bundleCommand(options);
  const { metafile } = await build({
    ...SHARED,
    absWorkingDir: options.root,
    entryPoints: { ...options.modules },
    outdir: options.outdir,
    target: 'node22.18',
    // Names of functions are not kept: to give each its own again costs three megabytes at every start.
    splitting: true,
    // Some packages are CommonJS and ask for Node's own modules with `require`, which a module does not have.
    banner: {
      js: 'import{createRequire as zapomniRequire}from"node:module";const require=zapomniRequire(import.meta.url);',
    },
    external: [...options.external],
    // Its main file finds its parts at run time, where no bundler sees them.
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    plugins: [englishOnly, ownModules],
    metafile: true,
  });
  return metafile;
}

// On its own and in older syntax: a Node too old for the rest must be able to read it and say what it needs. Built with
// the rest it would import a shared chunk before its first line.
async function bundleCommand({ root, outdir, command, modules }: BundleOptions): Promise<void> {
  await build({
    ...SHARED,
    absWorkingDir: root,
    entryPoints: { [command.name]: command.source },
    outdir,
    target: 'es2020',
    banner: { js: '#!/usr/bin/env node' },
    plugins: [loadsModules(root, modules)],
  });
  await chmod(path.join(outdir, `${command.name}.js`), 0o755);
}

/** One file that needs no other, to be copied wherever it is run. */
export async function bundleAlone({ root, outfile, source }: AloneOptions): Promise<void> {
  await mkdir(path.dirname(outfile), { recursive: true });
  await writeFile(outfile, await textAlone(root, source));
}

/** The same as a text. */
export async function textAlone(root: string, source: string): Promise<string> {
  const { outputFiles } = await build({
    ...SHARED,
    absWorkingDir: root,
    entryPoints: [source],
    target: 'node22.18',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

interface AloneOptions {
  readonly root: string;
  readonly outfile: string;
  readonly source: string;
}

function loadsModules(root: string, modules: BundleOptions['modules']): Plugin {
  const names = new Map(Object.entries(modules).map(([name, source]) => [path.resolve(root, source), name]));
  return {
    name: 'loads-modules',
    setup({ onResolve }) {
      onResolve({ filter: /^\./ }, ({ path: file, resolveDir, kind }) => {
        const name = names.get(path.resolve(resolveDir, file));
        if (kind !== 'dynamic-import') return null;
        return name
          ? { path: `./${name}.js`, external: true }
          : { errors: [{ text: `${file} is no module of the bundle` }] };
      });
    },
  };
}

// zod brings the error messages of some forty languages; ours are in English. Keeping one saves a quarter of a megabyte.
const englishOnly: Plugin = {
  name: 'english-only',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: 'export { default as en } from "./en.js";',
    }));
  },
};

// boolbase: two functions that a selector engine compares with, in a package that came without the text of its licence.
// canvas: the DOM of web pages would take it from wherever Node finds one, and has no need of it.
const OWN: Readonly<Record<string, string>> = {
  boolbase: 'module.exports = { trueFunc: () => true, falseFunc: () => false };',
  canvas: 'throw new Error("pictures are not drawn");',
};
const ownModules: Plugin = {
  name: 'own-modules',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(?:boolbase|canvas)$/ }, ({ path: name }) => ({ path: name, namespace: 'own' }));
    onLoad({ filter: /./, namespace: 'own' }, ({ path: name }) => ({ contents: OWN[name] ?? '' }));
  },
};

function requireSources({ root, command, modules }: BundleOptions): void {
  const missing = [command.source, ...Object.values(modules)].filter((file) => !existsSync(path.join(root, file)));
  if (missing.length > 0) throw new Error(`Nothing to build from: ${missing.join(', ')} is missing.`);
}
