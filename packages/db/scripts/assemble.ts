/**
 * Assembles the vector scan from its source, scan.wat, into generated/scan.ts. Run `node packages/db/scripts/assemble.ts`
 * after a change; a test compares the two.
 */
import { readFile, writeFile } from 'node:fs/promises';
import wabt from 'wabt';

const folder = new URL('../src/drivers/sqlite/vectors/int8/', import.meta.url);

/** The text of generated/scan.ts as it follows from scan.wat. */
export async function assembleScan(): Promise<string> {
  const source = await readFile(new URL('scan.wat', folder), 'utf8');
  return [
    '/** Made from ../scan.wat by packages/db/scripts/assemble.ts; do not edit. */',
    `export const SCAN_MODULE =\n${await assemble(source)};`,
    `\n/** The same without relaxed SIMD. */\nexport const PLAIN_SCAN_MODULE =\n${await assemble(withoutRelaxed(source))};\n`,
  ].join('\n');
}

async function assemble(source: string): Promise<string> {
  const { parseWat } = await wabt();
  const { buffer } = parseWat('scan.wat', source, { simd: true, relaxed_simd: true }).toBinary({});
  const lines =
    Buffer.from(buffer)
      .toString('base64')
      .match(/.{1,100}/g) ?? [];
  return lines.map((line) => `  '${line}'`).join(' +\n');
}

const OPERAND = String.raw`(\((?:v128\.load[^(]*\(local\.get \$\w+\)|local\.get \$\w+)\))`;
const RELAXED_DOT = new RegExp(String.raw`\(i16x8\.relaxed_dot_i8x16_i7x16_s ${OPERAND} ${OPERAND}\)`, 'g');

/** Products of neighbours are added up there, of lanes that are eight apart here; the sum of all is the same. */
function withoutRelaxed(source: string): string {
  return source.replaceAll(
    RELAXED_DOT,
    '(i16x8.add (i16x8.extmul_low_i8x16_s $1 $2) (i16x8.extmul_high_i8x16_s $1 $2))',
  );
}

if (import.meta.main) await writeFile(new URL('generated/scan.ts', folder), await assembleScan());
