/** Loaded before a program, it takes what `bundle-setup.ts` has bundled in place of the sources. */
import childProcess from 'node:child_process';
import { registerHooks, syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import workerThreads, { type WorkerOptions } from 'node:worker_threads';

declare const ZAPOMNI_ROOT: string;
declare const ZAPOMNI_BUNDLED: readonly string[];

/** Where this lies in the bundle, which has the folders of the project. */
const folder = path.join(import.meta.dirname, '../..');
const bundled = new Map(
  ZAPOMNI_BUNDLED.map((file) => [file, path.join(folder, path.relative(ZAPOMNI_ROOT, file).replace(/\.ts$/, '.js'))]),
);
const instead = (url: string): string | undefined =>
  url.startsWith('file:') ? bundled.get(fileURLToPath(url)) : undefined;

const { Worker } = workerThreads;
workerThreads.Worker = class extends Worker {
  constructor(file: string | URL, options?: WorkerOptions) {
    const found = instead(String(file));
    super(found === undefined ? file : pathToFileURL(found), options);
  }
};
const { fork } = childProcess;
childProcess.fork = ((file: string, ...rest: [readonly string[]]) =>
  fork(bundled.get(file) ?? file, ...rest)) as typeof fork;
syncBuiltinESMExports();

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    const file = specifier.endsWith('main.ts') ? instead(found.url) : undefined;
    return file === undefined ? found : { ...found, url: pathToFileURL(file).href, format: 'module' };
  },
});
