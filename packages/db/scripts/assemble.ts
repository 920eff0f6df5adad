/**
 * Assembles the vector scan from its source, scan.wat, into generated/scan.ts. Run `node packages/db/scripts/assemble.ts`
 * after a change; a test compares the two.
 */
import { readFile, writeFile } from 'node:fs/promises';
import wabt from 'wabt';

const folder = new URL('../src/drivers/sqlite/', import.meta.url);

/** The text of generated/scan.ts as it follows from scan.wat. */
export async function assembleScan(): Promise<string> {
  const source = await readFile(new URL('scan.wat', folder), 'utf8');
  const { parseWat } = await wabt();
  const { buffer } = parseWat('scan.wat', source, { simd: true }).toBinary({});
  const lines =
    Buffer.from(buffer)
      .toString('base64')
      .match(/.{1,100}/g) ?? [];
  return [
    '/** Made from ../scan.wat by packages/db/scripts/assemble.ts; do not edit. */',
    'export const SCAN_MODULE =',
    `${lines.map((line) => `  '${line}'`).join(' +\n')};`,
    '',
  ].join('\n');
}

if (import.meta.main) await writeFile(new URL('generated/scan.ts', folder), await assembleScan());
