/**
 * Tesseract and its languages, where the user has put them. Neither is installed with us: they are packages of npm that weigh
 * more than all the rest, and are of use to those alone who have scans. Nothing is ever fetched.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

export interface OcrOptions {
  /** As the packages of data are called: `eng`, `deu`. */
  readonly languages: readonly string[];
  /** Folders whose `node_modules` are looked into first; what is beside this program is found without them. */
  readonly folders: readonly string[];
}

export interface OcrEngine {
  /** The module that loads the WebAssembly. */
  readonly core: string;
  /** Of each language, packed with gzip. */
  readonly data: readonly { readonly language: string; readonly file: string }[];
}

const CORE = 'tesseract.js-core';
/** Whole numbers instead of fractions: as good, a fifth of the size. */
const QUALITIES = ['4.0.0_best_int', '4.0.0'];

/** What is there of what was asked for; the names of packages that are missing otherwise. */
export function findEngine({ languages, folders }: OcrOptions): OcrEngine | { readonly missing: readonly string[] } {
  const core = find(`${CORE}/tesseract-core-simd-lstm.js`, folders);
  const data = languages.map((language) => ({ language, file: dataOf(language, folders) }));
  const missing = [
    ...(core ? [] : [CORE]),
    ...data.filter(({ file }) => !file).map(({ language }) => packageOf(language)),
  ];
  return core && missing.length === 0 ? { core, data: data as OcrEngine['data'] } : { missing };
}

const packageOf = (language: string) => `@tesseract.js-data/${language}`;

function dataOf(language: string, folders: readonly string[]): string | undefined {
  const about = find(`${packageOf(language)}/package.json`, folders);
  return QUALITIES.map((quality) => path.join(path.dirname(about ?? ''), quality, `${language}.traineddata.gz`)).find(
    (file) => about !== undefined && existsSync(file),
  );
}

function find(file: string, folders: readonly string[]): string | undefined {
  for (const from of [...folders.map((folder) => path.join(folder, 'package.json')), import.meta.url]) {
    try {
      return createRequire(from).resolve(file);
    } catch {
      // It may be in the next.
    }
  }
  return undefined;
}
