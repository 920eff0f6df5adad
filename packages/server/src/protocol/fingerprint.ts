import { createHmac, randomBytes } from 'node:crypto';

/** New with each process: short contents could be found again by trying if their plain hashes were in the log. */
const KEY = randomBytes(32);

export interface Fingerprint {
  readonly argument_bytes: number;
  readonly argument_hash: string;
}

/** What the log may know of a call's arguments: how large they are, and whether others were the same. */
export function fingerprint(input: unknown): Fingerprint | undefined {
  const text = asJson(input);
  if (text === undefined) return undefined;
  const hash = createHmac('sha256', KEY).update(text).digest('hex').slice(0, 16);
  return { argument_bytes: Buffer.byteLength(text), argument_hash: hash };
}

/** A schema may turn what came as JSON into something that JSON cannot express. */
function asJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
