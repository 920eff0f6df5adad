/** The styles and locales of citations that are shipped, packed into one file each: most of what one says the next says too. */
import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { installedLocales, installedStyles } from '../../packages/providers/src/styles/shelf/installed.ts';
import { PACKED_LOCALES, PACKED_STYLES } from '../../packages/providers/src/styles/shelf/shelf.ts';

const PAPERS = path.join(import.meta.dirname, 'styles');
const compress = promisify(brotliCompress);

export async function copyStyles(to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  await cp(PAPERS, to, { recursive: true });
  await pack(path.join(to, PACKED_STYLES), installedStyles());
  await pack(path.join(to, PACKED_LOCALES), installedLocales());
}

async function pack(file: string, content: object): Promise<void> {
  const bytes = Buffer.from(JSON.stringify(content));
  const params = {
    // Locales repeat each other beyond the usual window.
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  await writeFile(file, await compress(bytes, { params }));
}
