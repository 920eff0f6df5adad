/** The first lines of a file, where they are JSON objects: enough to know whose it is. */
import { open } from 'node:fs/promises';
import { stat } from 'node:fs/promises';
import type { Fields } from '../sources/parse/pick.ts';

const ENOUGH = 65_536;
const MOST_LINES = 20;

export async function firstValues(file: string): Promise<readonly Fields[]> {
  if (!/\.jsonl$/i.test(file)) return [];
  const head = await headOf(file);
  return head
    .split('\n')
    .slice(0, MOST_LINES)
    .flatMap((line) => {
      try {
        const value: unknown = JSON.parse(line);
        return typeof value === 'object' && value !== null && !Array.isArray(value) ? [value as Fields] : [];
      } catch {
        return [];
      }
    });
}

/** Empty for what is not there, cannot be read or is no plain file. */
async function headOf(file: string): Promise<string> {
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) return '';
  const handle = await open(file, 'r').catch(() => null);
  if (!handle) return '';
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(ENOUGH), 0, ENOUGH, 0);
    return buffer.toString('utf8', 0, bytesRead).replace(/^\uFEFF/, '');
  } finally {
    await handle.close();
  }
}
