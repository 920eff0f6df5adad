/**
 * A secret as it lies on disk: AES-256-GCM with a nonce of its own. Its name, origin, kind and times are no secrets, but bound to it: none of them can be
 * changed without the whole becoming unreadable.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { ZapomniError } from '@zapomni/core/errors';
import type { SecretFacts } from '@zapomni/core/ports';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const FORMAT = 1;

export interface Sealed extends SecretFacts {
  readonly nonce: string;
  /** With the tag at its end. */
  readonly data: string;
}

export function seal(facts: SecretFacts, value: string, key: Uint8Array): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(boundTo(facts));
  const data = Buffer.concat([cipher.update(value, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  const sealed: Sealed = { ...facts, nonce: nonce.toString('base64'), data: data.toString('base64') };
  return `${JSON.stringify({ format: FORMAT, ...sealed })}\n`;
}

/** STORE_CORRUPT where a byte was changed, or the key is another. */
export function unseal(sealed: Sealed, key: Uint8Array): string {
  const data = Buffer.from(sealed.data, 'base64');
  try {
    const decipher = createDecipheriv(CIPHER, key, Buffer.from(sealed.nonce, 'base64'), { authTagLength: TAG_BYTES })
      .setAAD(boundTo(sealed))
      .setAuthTag(data.subarray(-TAG_BYTES));
    return decipher.update(data.subarray(0, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    throw damaged();
  }
}

export function damaged(): ZapomniError {
  return new ZapomniError(
    'STORE_CORRUPT',
    'A secret cannot be opened: it was changed, or encrypted with another key.',
    {
      hint: 'Set it anew: zapomni secret set NAME --origin URL',
    },
  );
}

function boundTo({ name, origin, kind, setAt, expiresAt }: SecretFacts): Buffer {
  return Buffer.from(JSON.stringify([FORMAT, name, origin, kind, setAt, expiresAt]));
}

/** Null for what is none. */
export function readSealed(text: string): Sealed | null {
  try {
    const { name, origin, kind, setAt, expiresAt, nonce, data } = JSON.parse(text) as Partial<Sealed>;
    const areTexts = [name, origin, nonce, data].every((one) => typeof one === 'string');
    const isTime = typeof setAt === 'number' && (expiresAt === null || typeof expiresAt === 'number');
    if (!areTexts || !isTime || (kind !== 'secret' && kind !== 'session')) return null;
    return { name, origin, kind, setAt, expiresAt, nonce, data } as Sealed;
  } catch {
    return null;
  }
}
