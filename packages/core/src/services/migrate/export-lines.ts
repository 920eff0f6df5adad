/**
 * A store as JSON Lines: a header, a line for each record in the order of names, and an end with a hash of all that came
 * before it. Two stores that hold the same give the same bytes, whatever their engines.
 */
import { createHash } from 'node:crypto';
import { nameOf, plainRecord, type RecordName, type TransferRecord } from '../../model/index.ts';
import type { Storage, StoreTransfer } from '../../ports/index.ts';
import { amountIn, isCounted } from './amount.ts';
import type { MigrationProgress } from './migrate-store.ts';

export const EXPORT_VERSION = 1;
const PAGE = 100;

interface ExportProgress extends Pick<MigrationProgress, 'total'> {
  /** So far; together as many as the total at the end. */
  readonly memories: number;
  readonly records: number;
}

export interface ExportOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: ExportProgress) => void) | undefined;
  /** False leaves them out: whoever takes the export in embeds anew. */
  readonly vectors?: boolean | undefined;
  /** Something is to be said of it that the store does not say. */
  readonly change?: ((record: TransferRecord) => TransferRecord) | undefined;
  readonly onRecord?: ((record: TransferRecord) => void) | undefined;
  /** When all records were read, while the moment is still held. */
  readonly onRead?: (() => Promise<void>) | undefined;
}

/** Lines with their ends. Of one moment where the engine can hold one; no more than a page is in memory at once. */
export async function* exportLines(storage: Storage, options: ExportOptions = {}): AsyncGenerator<string> {
  const { transfer } = storage;
  const hash = createHash('sha256');
  const line = (value: unknown): string => {
    const text = `${JSON.stringify(value)}\n`;
    hash.update(text);
    return text;
  };
  await transfer.hold();
  try {
    const total = await amountIn(storage);
    let lines = 0;
    const done = { memory: 0, record: 0 };
    yield line({ zapomni: 'export', version: EXPORT_VERSION });
    for await (const stored of allRecords(transfer, options.signal)) {
      const whole = options.change?.(stored) ?? stored;
      const record = options.vectors === false ? withoutVectors(whole) : whole;
      yield line(plainRecord(record));
      lines += 1;
      options.onRecord?.(record);
      if (!isCounted(record)) continue;
      done[record.kind] += 1;
      options.onProgress?.({ memories: done.memory, records: done.record, total });
    }
    await options.onRead?.();
    yield `${JSON.stringify({ zapomni: 'end', records: lines, sha256: hash.digest('hex') })}\n`;
  } finally {
    await transfer.release();
  }
}

function withoutVectors(record: TransferRecord): TransferRecord {
  return record.kind === 'memory' ? { ...record, vectors: [] } : record;
}

async function* allRecords(transfer: StoreTransfer, signal?: AbortSignal): AsyncGenerator<TransferRecord> {
  let after: RecordName | null = null;
  for (;;) {
    signal?.throwIfAborted();
    const page: TransferRecord[] = await transfer.read(after, PAGE);
    yield* page;
    const last = page.at(-1);
    if (!last) return;
    after = nameOf(last);
  }
}
