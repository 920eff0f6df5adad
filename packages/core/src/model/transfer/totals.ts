/**
 * What a store holds, in numbers that two stores can be compared by: of each part how many, and the sum of the hashes of
 * all of it. A sum does not depend on the order in which things are looked at.
 */
import { hash } from 'node:crypto';
import { nameOf } from './record-names.ts';
import { PARTS, partsOf, type Part } from './record-parts.ts';
import type { RecordName, TransferRecord } from './records.ts';

export interface PartTotal {
  readonly count: number;
  /** 64 hex digits. */
  readonly hash: string;
}

export type Totals = Readonly<Record<Part, PartTotal>>;

/** A record by its name and a hash of all of it. */
export interface RecordSummary extends RecordName {
  readonly hash: string;
}

const MODULUS = 1n << 256n;

/** Adds up records, or what others have added up. */
export class Tally {
  readonly #parts = new Map<Part, { count: number; sum: bigint }>();

  /** Counts the record in, and answers with its summary. */
  add(record: TransferRecord): RecordSummary {
    const name = nameOf(record);
    const place = JSON.stringify([name.kind, ...name.key]);
    let all = place;
    for (const { part, count, value } of partsOf(record)) {
      if (value === null) continue;
      const digest = hash('sha256', `${place}${part}${JSON.stringify(value)}`);
      this.#raise(part, count, BigInt(`0x${digest}`));
      all += digest;
    }
    return { ...name, hash: hash('sha256', all) };
  }

  join(totals: Totals): void {
    for (const part of PARTS) this.#raise(part, totals[part].count, BigInt(`0x${totals[part].hash}`));
  }

  totals(): Totals {
    const entries = PARTS.map((part) => {
      const { count = 0, sum = 0n } = this.#parts.get(part) ?? {};
      return [part, { count, hash: sum.toString(16).padStart(64, '0') }];
    });
    return Object.fromEntries(entries) as Totals;
  }

  #raise(part: Part, count: number, sum: bigint): void {
    const before = this.#parts.get(part) ?? { count: 0, sum: 0n };
    this.#parts.set(part, { count: before.count + count, sum: (before.sum + sum) % MODULUS });
  }
}

/** One short text for all of it; the same for a store without records as it was before there were any. */
export function fingerprint({ records, ...totals }: Totals): string {
  return hash('sha256', JSON.stringify(records.count === 0 ? totals : { ...totals, records }));
}
