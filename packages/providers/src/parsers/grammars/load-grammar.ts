/** Where the bytes of the runtime and the grammars are: beside the bundle, packed, or in the packages they came with. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { GRAMMARS, RUNTIME_SHA256, type GrammarName } from './grammars.ts';

const require = createRequire(import.meta.url);
const isSource = import.meta.url.endsWith('.ts');
/** Of the published files. */
const PACKED = fileURLToPath(new URL('./grammars/', import.meta.url));

/** The name under which a grammar or the runtime is packed. */
export const packedName = (name: string): string => `${name}.wasm.br`;

export const loadRuntime = (): Promise<Uint8Array> => load('runtime', RUNTIME_SHA256);
export const loadGrammar = (name: GrammarName): Promise<Uint8Array> => load(name, GRAMMARS[name]);

async function load(name: string, expected: string): Promise<Uint8Array> {
  const bytes = isSource
    ? await readFile(installedFile(name))
    : brotliDecompressSync(await readFile(path.join(PACKED, packedName(name))));
  checkBytes(name, bytes, expected);
  return bytes;
}

/** In the packages; of the sources and the build. */
export function installedFile(name: string): string {
  if (name === 'runtime') return require.resolve('web-tree-sitter/web-tree-sitter.wasm');
  if (name === 'scala') return require.resolve('@lumis-sh/wasm-scala/tree-sitter-scala.wasm');
  const manifest = require.resolve('tree-sitter-wasm/manifest.json');
  return path.join(path.dirname(manifest), 'out', name, `tree-sitter-${name}.wasm`);
}

export function checkBytes(name: string, bytes: Uint8Array, expected: string): void {
  const actual = createHash('sha256').update(bytes).digest('hex');
  if (actual !== expected) throw new Error(`The grammar ${name} is not the expected file: its SHA-256 is ${actual}.`);
}
