/**
 * UUIDv7 (RFC 9562) whose order is the order they were made in, within one process.
 *
 *   48 bits milliseconds │ 4 version │ 12 counter │ 2 variant │ 62 random
 *
 * The counter begins at a random number below half its range in each new millisecond and goes up by one with each id.
 * When it is full, or the clock goes back, the time in the id runs ahead of the clock (RFC 9562 §6.2) rather than break
 * the order. Written by hand because `crypto.randomUUIDv7` is missing before Node 24.16 and keeps no order.
 */
import { randomFillSync } from 'node:crypto';
import type { IdSource } from '@zapomni/core/ports';

export interface UuidV7Options {
  readonly now: () => number;
  /** Fills the array with random bytes; the system's secure source by default. */
  readonly random?: (bytes: Uint8Array) => void;
}

const COUNTER_END = 0x1000;
const RANDOM_BYTES = 10;

/** Ids sort by the time they were made, as strings too. Two processes do not collide: 62 random bits in each id. */
export function uuidV7Source({ now, random = secureRandom() }: UuidV7Options): IdSource {
  const bytes = new Uint8Array(RANDOM_BYTES);
  let time = -1;
  let counter = 0;

  const step = (): void => {
    const reading = Math.floor(now());
    counter++;
    if (reading <= time && counter < COUNTER_END) return;
    time = Math.max(reading, time + 1);
    counter = (((bytes[0] as number) << 8) | (bytes[1] as number)) & (COUNTER_END / 2 - 1);
  };

  return {
    next() {
      random(bytes);
      step();
      return format(time, counter, bytes);
    },
  };
}

function format(time: number, counter: number, bytes: Uint8Array): string {
  const head = time.toString(16).padStart(12, '0');
  const tail = Buffer.from(bytes.subarray(2)).toString('hex');
  const variant = (0x8 | (Number.parseInt(tail.charAt(0), 16) & 0x3)).toString(16);
  const middle = `7${counter.toString(16).padStart(3, '0')}-${variant}${tail.slice(1, 4)}`;
  return `${head.slice(0, 8)}-${head.slice(8)}-${middle}-${tail.slice(4)}`;
}

/** Asked for much at a time: the system takes as long over ten bytes as over thousands. */
const AT_ONCE = 4000;

function secureRandom(): (bytes: Uint8Array) => void {
  const pool = new Uint8Array(AT_ONCE);
  let used = AT_ONCE;
  return (bytes) => {
    if (used + bytes.length > AT_ONCE) {
      randomFillSync(pool);
      used = 0;
    }
    bytes.set(pool.subarray(used, used + bytes.length));
    used += bytes.length;
  };
}
