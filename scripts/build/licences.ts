/** The licences of the packages whose code is in the bundle, as one text to ship with it. */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Metafile } from 'esbuild';

interface PackageJson {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

/** Packages whose file holds the work of others without saying so. */
const INSIDE: Readonly<Record<string, string>> = {
  unpdf:
    'It contains pdf.js, Copyright Mozilla Foundation, under the Apache License 2.0, whose text stands with @embedpdf/pdfium.',
};

/** Fails for a package without a licence text: what may not be shipped must not be bundled. `beside`: what is shipped as it is. */
export function collectLicences(root: string, metafile: Metafile, beside: readonly string[] = []): string {
  const folders = [...new Set([...bundledFiles(metafile).flatMap(packageFolder), ...beside])].sort();
  const entries = folders.map((folder) => licenceOf(path.join(root, folder)));
  return ['The bundle contains code of these packages.', ...entries].join(`\n\n${'-'.repeat(80)}\n\n`);
}

function bundledFiles(metafile: Metafile): string[] {
  return Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
  );
}

// The greedy start finds the innermost node_modules: a nested package has a licence of its own.
function packageFolder(file: string): string[] {
  const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0];
  return folder ? [folder] : [];
}

function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as PackageJson;
  // A package that brings the work of others may have a text for each.
  const files = readdirSync(folder).filter((entry) => /^licen[cs]e([.-]|$)/i.test(entry));
  if (files.length === 0 || !license)
    throw new Error(`${name} ${version} has no licence text, so it cannot be bundled.`);
  const texts = files.sort().map((file) => readFileSync(path.join(folder, file), 'utf8').trim());
  return [`${name} ${version} (${license})`, ...texts, ...(INSIDE[name] ? [INSIDE[name]] : [])].join('\n\n');
}
