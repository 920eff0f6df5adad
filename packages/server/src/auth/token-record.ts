/**
 * A token as it is stored: everything about it but the token itself, of which only the SHA-256 is kept. A token has 256
 * random bits, so that a plain hash cannot be searched and needs no salt.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { SCOPES } from './scopes.ts';

/** Tells our tokens from others at a glance, and lets secret scanners find them. */
export const TOKEN_PREFIX = 'zpm_';
export const MAX_TOKENS = 1000;

const NAME = /^[A-Za-z0-9][A-Za-z0-9 ._@-]{0,63}$/;
const moment = z.iso.datetime();

export const tokenName = z.string().regex(NAME);

const tokenRecord = z.strictObject({
  id: z.uuid(),
  name: tokenName,
  scopes: z.array(z.enum(SCOPES)).min(1),
  /** SHA-256 of the whole token, prefix included, in hex. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  created: moment,
  expires: moment.optional(),
  /** Not later than an hour behind. */
  last_used: moment.optional(),
});

export const tokenDocument = z.strictObject({ version: z.literal(1), tokens: z.array(tokenRecord).max(MAX_TOKENS) });

export type TokenRecord = z.infer<typeof tokenRecord>;

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/**
 * Compares with every record, in constant time and without stopping at the one that fits, so that the time tells nothing
 * about how close a guess was or where in the file a token stands.
 */
export function findByHash(
  records: readonly TokenRecord[],
  hash: Buffer,
  equal: (stored: Buffer, presented: Buffer) => boolean = timingSafeEqual,
): TokenRecord | undefined {
  let found: TokenRecord | undefined;
  for (const record of records) {
    if (equal(Buffer.from(record.hash, 'hex'), hash)) found = record;
  }
  return found;
}

export function isExpired({ expires }: TokenRecord, now: number): boolean {
  return expires !== undefined && Date.parse(expires) <= now;
}
