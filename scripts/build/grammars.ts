/** The grammars and the parser that runs them, packed: sixty megabytes of tables become four. */
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { GRAMMARS, RUNTIME_SHA256 } from '../../packages/providers/src/parsers/grammars/grammars.ts';
import { checkBytes, installedFile, packedName } from '../../packages/providers/src/parsers/grammars/load-grammar.ts';

const PAPERS = path.join(import.meta.dirname, 'grammars');
const compress = promisify(brotliCompress);
/** The best takes a minute more and saves a twentieth. */
const QUALITY = 9;

/** Packages whose files are shipped without being bundled. */
export const GRAMMAR_PACKAGES = ['node_modules/tree-sitter-wasm', 'node_modules/@lumis-sh/wasm-scala'];

/** Nothing is written for a file that is not the one expected. */
export async function copyGrammars(to: string): Promise<void> {
  await cp(PAPERS, to, { recursive: true });
  await Promise.all(
    Object.entries({ ...GRAMMARS, runtime: RUNTIME_SHA256 }).map(([name, hash]) => pack(name, hash, to)),
  );
}

async function pack(name: string, hash: string, to: string): Promise<void> {
  const bytes = await readFile(installedFile(name));
  checkBytes(name, bytes, hash);
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  await mkdir(to, { recursive: true });
  await writeFile(path.join(to, packedName(name)), await compress(bytes, { params }));
}
