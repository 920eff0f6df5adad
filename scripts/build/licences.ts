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

/** Packages that name their licence and leave its text out. */
const NOT_ENCLOSED: Readonly<Record<string, string>> = {
  'onnxruntime-web': `Copyright (c) Microsoft Corporation. All rights reserved.

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the
"Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish,
distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the
following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY
CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE
SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`,
  saxes: `Copyright (c) Contributors (Louis-Dominique Dubeau, Isaac Z. Schlueter and others)

Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted, provided that the
above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF
MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY
DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION,
ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.`,
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
  const stated = NOT_ENCLOSED[name];
  if ((files.length === 0 && stated === undefined) || !license)
    throw new Error(`${name} ${version} has no licence text, so it cannot be bundled.`);
  const enclosed = files.sort().map((file) => readFileSync(path.join(folder, file), 'utf8').trim());
  const texts = enclosed.length === 0 && stated !== undefined ? [stated] : enclosed;
  return [`${name} ${version} (${license})`, ...texts, ...(INSIDE[name] ? [INSIDE[name]] : [])].join('\n\n');
}
