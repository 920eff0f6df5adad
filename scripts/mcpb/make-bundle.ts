/** Puts a bundle together from a built package, and has the official tool check and pack it. */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { packExtension } from '@anthropic-ai/mcpb';
import type { ProductFacts } from '../gen/plugins/package-facts.ts';
import { bundleManifest } from './manifest.ts';

export interface BundleParts {
  /** The folder of the package, built: package.json, dist and the licence. */
  readonly product: string;
  /** Where what it depends on is installed. */
  readonly modules: string;
  readonly outfile: string;
}

interface Manifest extends ProductFacts {
  readonly engines: { readonly node: string };
}

/** Of what it depends on the package with native code stays out: a program may refuse to load it, and it is of one platform. */
const TAKEN = ['citeproc'];

export async function makeBundle({ product, modules, outfile }: BundleParts): Promise<void> {
  const manifest = JSON.parse(await readFile(path.join(product, 'package.json'), 'utf8')) as Manifest;
  const folder = await mkdtemp(path.join(tmpdir(), 'zapomni-mcpb-'));
  try {
    await cp(path.join(product, 'dist'), path.join(folder, 'dist'), { recursive: true });
    await cp(path.join(product, 'LICENSE'), path.join(folder, 'LICENSE'));
    for (const name of TAKEN)
      await cp(path.join(modules, name), path.join(folder, 'node_modules', name), { recursive: true });
    const { name, version, license } = manifest;
    await write(folder, 'package.json', { name, version, license, type: 'module' });
    await write(folder, 'manifest.json', bundleManifest(manifest, manifest.engines.node));
    await mkdir(path.dirname(outfile), { recursive: true });
    if (!(await packExtension({ extensionPath: folder, outputPath: outfile, silent: true })))
      throw new Error('The bundle was refused by the tool that packs it; it has said why above.');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const write = (folder: string, file: string, value: object): Promise<void> =>
  writeFile(path.join(folder, file), `${JSON.stringify(value, null, 2)}\n`);
