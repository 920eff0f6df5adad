/** A key that a setting holds, or the file that another one names. */
import { readFileSync } from 'node:fs';
import { ZapomniError } from '@zapomni/core/errors';
import { thisMachine, toAbsolute } from '../settings/given-settings.ts';

/** The key itself counts before the file. A file that cannot be read is no reason to go without. */
export function readKey(key: string | undefined, file: string | undefined, setting: string): string | undefined {
  if (key !== undefined || file === undefined) return key;
  const found = tryRead(file);
  if (found !== undefined && found !== '') return found;
  throw new ZapomniError('INVALID_CONFIG', `${setting} names a file that holds no key or cannot be read.`);
}

function tryRead(file: string): string | undefined {
  try {
    return readFileSync(toAbsolute(file, thisMachine()), 'utf8').trim();
  } catch {
    return undefined;
  }
}
