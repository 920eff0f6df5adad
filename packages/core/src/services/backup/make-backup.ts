/**
 * Writes all of a store to one file while others go on writing. Where the engine can hold a moment, all records are of that
 * moment. Where it cannot, the version of the store before and after tells whether anything was written meanwhile; then the
 * backup is made anew, while writers wait. Where they may not, or the store is too large for that, the last try is kept and says
 * in its manifest that it is of a stretch of time.
 *
 * Blobs come after the records that refer to them: they never change, and the sweep spares what is in use.
 */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Tally, type TransferRecord } from '../../model/index.ts';
import type { BackupFile, BlobStore, Clock, Storage } from '../../ports/index.ts';
import { exportLines } from '../migrate/export-lines.ts';
import {
  BACKUP_VERSION,
  badBackup,
  manifestOf,
  type BackupEnd,
  type BackupHead,
  type BackupManifest,
  type Leavable,
} from './backup-format.ts';
import { checkBackup } from './read-backup.ts';

const MOST_TRIES = 3;
const TELLING_MS = 50;

export interface BackupParts {
  readonly storage: Storage;
  readonly blobs: Pick<BlobStore, 'stat' | 'verify' | 'read'>;
  readonly clock: Clock;
}

export interface BackupProgress {
  readonly stage: 'records' | 'blobs' | 'checking';
  readonly done: number;
  readonly total: number;
}

export interface BackupOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: BackupProgress) => void) | undefined;
  /** Left out. */
  readonly without?: readonly Leavable[] | undefined;
  /** Of a record that says more in the backup than in the store. */
  readonly change?: ((record: TransferRecord) => TransferRecord) | undefined;
}

export interface BackupReport {
  readonly manifest: BackupManifest;
  /** Of the file. */
  readonly bytes: number;
}

export async function makeBackup(
  parts: BackupParts,
  file: BackupFile,
  options: BackupOptions = {},
): Promise<BackupReport> {
  for (let tries = 1; ; tries++) {
    const stream = new BackupStream(parts, options, tries);
    try {
      const { bytes } = await file.write(stream.pieces(), async (readBack) => {
        const { sha256 } = await checkBackup(watched(readBack, options));
        if (sha256 !== stream.manifest?.sha256) throw badBackup('The backup is not what was written to it.');
      });
      return { manifest: stream.manifest as BackupManifest, bytes };
    } catch (error) {
      if (!(error instanceof Disturbed)) throw error;
    }
  }
}

/** Reading back a large one takes a while: that it goes on is news, too. */
async function* watched(
  pieces: AsyncIterable<Uint8Array>,
  { onProgress, signal }: BackupOptions,
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    signal?.throwIfAborted();
    onProgress?.({ stage: 'checking', done: 0, total: 0 });
    yield piece;
  }
}

/** Somebody wrote while the records were read, and the engine holds no moment. */
class Disturbed extends Error {}

class BackupStream {
  manifest: BackupManifest | undefined;
  readonly #parts: BackupParts;
  readonly #options: BackupOptions;
  readonly #tries: number;
  readonly #hash = createHash('sha256');
  readonly #tally = new Tally();
  readonly #referred = new Set<string>();
  #records = 0;

  constructor(parts: BackupParts, options: BackupOptions, tries: number) {
    this.#parts = parts;
    this.#options = options;
    this.#tries = tries;
  }

  get #without(): readonly Leavable[] {
    return this.#options.without ?? [];
  }

  async *pieces(): AsyncGenerator<Uint8Array> {
    const head = await this.#head();
    yield this.#line(head);
    const { storage } = this.#parts;
    const holds = await storage.transfer.hold(this.#tries > 1);
    const before = await storage.version();
    let after = '';
    yield* this.#lines(async () => {
      // What was written last may be seen before the version tells of it.
      if (!holds) await sleep(TELLING_MS);
      after = await storage.version();
    });
    const moment = holds || after === before;
    if (!moment && this.#tries < MOST_TRIES) throw new Disturbed();
    const blobs = { count: 0, bytes: 0, missing: 0 };
    if (!this.#without.includes('blobs')) yield* this.#blobs(blobs);
    const sha256 = this.#hash.digest('hex');
    const parts = this.#tally.totals();
    const end: BackupEnd = { zapomni: 'backup_end', moment, records: this.#records, parts, blobs, sha256 };
    this.manifest = manifestOf(head, end);
    yield Buffer.from(`${JSON.stringify(end)}\n`);
  }

  async #head(): Promise<BackupHead> {
    const { engine, schemaVersion } = await this.#parts.storage.inspect(false);
    const created_at = new Date(this.#parts.clock.now()).toISOString();
    const head = {
      zapomni: 'backup' as const,
      version: BACKUP_VERSION,
      engine,
      schema_version: schemaVersion,
      created_at,
    };
    return this.#without.length === 0 ? head : { ...head, without: [...this.#without] };
  }

  async *#lines(onRead: () => Promise<void>): AsyncGenerator<Uint8Array> {
    const { signal, onProgress, change } = this.#options;
    const lines = exportLines(this.#parts.storage, {
      vectors: !this.#without.includes('vectors'),
      change,
      signal,
      onRead,
      onRecord: (record) => this.#note(record),
      onProgress: ({ memories, records, total }) =>
        onProgress?.({ stage: 'records', done: memories + records, total: Math.max(total, memories + records) }),
    });
    for await (const line of lines) yield this.#hashed(Buffer.from(line));
  }

  #note(record: TransferRecord): void {
    this.#tally.add(record);
    this.#records += 1;
    if (record.kind === 'record') for (const hash of record.blobs) this.#referred.add(hash);
  }

  /** One that is damaged is left out, so that the rest of the store can be saved; the manifest counts it. */
  async *#blobs(found: { count: number; bytes: number; missing: number }): AsyncGenerator<Uint8Array> {
    const { blobs } = this.#parts;
    const { signal, onProgress } = this.#options;
    for (const hash of [...this.#referred].toSorted()) {
      signal?.throwIfAborted();
      const stored = await blobs.stat(hash);
      if (!stored || (await blobs.verify(hash, signal)) !== 'ok') {
        found.missing += 1;
        continue;
      }
      yield this.#line({ blob: hash, bytes: stored.bytes });
      for await (const piece of blobs.read(hash, signal ? { signal } : {})) yield this.#hashed(piece);
      yield this.#hashed(Buffer.from('\n'));
      found.count += 1;
      found.bytes += stored.bytes;
      onProgress?.({ stage: 'blobs', done: found.count + found.missing, total: this.#referred.size });
    }
  }

  #line(value: object): Uint8Array {
    return this.#hashed(Buffer.from(`${JSON.stringify(value)}\n`));
  }

  #hashed(bytes: Uint8Array): Uint8Array {
    this.#hash.update(bytes);
    return bytes;
  }
}
