/** The runtime of models in WebAssembly, packed: fourteen megabytes become less than three. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { checkWasm, installedWasm, PACKED_WASM } from '../../packages/providers/src/embed/model/wasm-runtime.ts';

const compress = promisify(brotliCompress);
/** The best takes half a minute more and saves a tenth. */
const QUALITY = 9;

/** Nothing is written for a file that is not the one expected. */
export async function copyWasmRuntime(to: string): Promise<void> {
  const bytes = await readFile(installedWasm());
  checkWasm(bytes);
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  await writeFile(path.join(to, PACKED_WASM), await compress(bytes, { params }));
}
