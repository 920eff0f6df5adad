/** The key that secrets are encrypted with: given by the user, or made once and kept in a file that only the user can read. */
import { randomBytes, randomUUID } from 'node:crypto';
import { link, open, readFile, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { ZapomniError } from '@zapomni/core/errors';

const KEY_BYTES = 32;
const KEY_FILE = 'secret.key';
const FOR_THE_USER_ALONE = 0o600;

/** 64 hexadecimal digits, or base64 of 32 bytes. INVALID_CONFIG for anything else; it is never repeated. */
export function readGivenKey(text: string): Buffer {
  const given = text.trim();
  const key = /^[\da-f]{64}$/i.test(given) ? Buffer.from(given, 'hex') : Buffer.from(given, 'base64url');
  if (key.length === KEY_BYTES && /^[\w+/=-]+$/.test(given)) return key;
  throw new ZapomniError(
    'INVALID_CONFIG',
    'ZAPOMNI_SECRET_KEY: takes 32 bytes, as 64 hexadecimal digits or as base64.',
    {
      hint: 'For example what `openssl rand -hex 32` prints.',
    },
  );
}

/** Null where there is none yet. */
export async function readKeyFile(folder: string): Promise<Buffer | null> {
  const file = path.join(folder, KEY_FILE);
  const found = await stat(file).catch(() => null);
  if (!found) return null;
  // Windows has no such bits: there the folder of the user decides.
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0)
    throw new ZapomniError('INVALID_CONFIG', 'The file of the key for secrets can be read by others.', {
      hint: 'Give it to yourself alone (chmod 600), and set the secrets anew if somebody may have read it.',
    });
  const key = await readFile(file);
  if (key.length === KEY_BYTES) return key;
  throw new ZapomniError('STORE_CORRUPT', 'The file of the key for secrets is damaged.', {
    hint: 'Put it back from where you keep a copy, or remove it and set the secrets anew.',
  });
}

/** Of two processes that make one at the same time, the first counts for both. */
export async function makeKeyFile(folder: string): Promise<Buffer> {
  const draft = path.join(folder, `.${randomUUID()}.partial`);
  const handle = await open(draft, 'wx', FOR_THE_USER_ALONE);
  try {
    await handle.writeFile(randomBytes(KEY_BYTES));
    await handle.sync();
    await handle.close();
    await link(draft, path.join(folder, KEY_FILE)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await unlink(draft).catch(() => undefined);
  }
  return (await readKeyFile(folder)) ?? makeKeyFile(folder);
}
