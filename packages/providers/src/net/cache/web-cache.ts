/**
 * Answers of the network on disk, one file each, for this user alone. A file appears whole or not at all, carries a hash of what
 * it holds, and is not believed when that is wrong. When there are too many bytes, those that were not used for longest go.
 * Several processes share the folder; each counts what it wrote itself and looks at all of it now and then.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock, Logger } from '@zapomni/core/ports';

export interface KeptAnswer {
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** When it came, or was last said to be right. */
  readonly receivedAt: number;
  readonly body: Uint8Array;
}

export interface WebCacheOptions {
  readonly folder: string;
  readonly maxBytes: number;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface CacheFile {
  readonly path: string;
  readonly size: number;
  readonly usedAt: number;
}

const LINE_END = 0x0a;
const UNFINISHED = '.tmp';
/** Whoever began it is gone. */
const ABANDONED_MS = 3_600_000;
/** No answer may push out most of the others. */
const LARGEST_SHARE = 0.25;
/** So much more than the limit may there be, for each process that writes. */
const SWEEP_SHARE = 0.05;

/** Never fails: a cache that cannot be read or written finds nothing and keeps nothing, and says so in the log once. */
export class WebCache {
  readonly #options: WebCacheOptions;
  /** Bytes since all of it was looked at; at first nobody knows what is there. */
  #written = Infinity;
  #hasFailed = false;
  #count = 0;

  constructor(options: WebCacheOptions) {
    this.#options = options;
  }

  find(key: string): Promise<KeptAnswer | undefined> {
    return this.#attempt(async () => {
      const path = this.#path(key);
      const file = await readFile(path).catch(ignoreMissing);
      if (file === undefined) return undefined;
      const answer = parse(file, key);
      if (answer === undefined) {
        await rm(path, { force: true });
        return undefined;
      }
      const now = new Date(this.#options.clock.now());
      await utimes(path, now, now).catch(ignoreMissing);
      return answer;
    });
  }

  async keep(key: string, answer: KeptAnswer): Promise<void> {
    const { folder, maxBytes } = this.#options;
    const file = serialise(answer, key);
    if (file.length > maxBytes * LARGEST_SHARE) return;
    await this.#attempt(async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = this.#path(key);
      const unfinished = `${path}.${process.pid}-${this.#count++}${UNFINISHED}`;
      await writeFile(unfinished, file, { mode: 0o600, flag: 'wx' });
      await rename(unfinished, path);
      const now = new Date(this.#options.clock.now());
      await utimes(path, now, now).catch(ignoreMissing);
      this.#written += file.length;
      if (this.#written > maxBytes * SWEEP_SHARE) await this.#sweep();
    });
  }

  async #sweep(): Promise<void> {
    const { folder, maxBytes, clock } = this.#options;
    this.#written = 0;
    const files = (await Promise.all((await readdir(folder)).map((name) => look(join(folder, name))))).filter(
      (file) => file !== undefined,
    );
    let bytes = files.reduce((sum, { size }) => sum + size, 0);
    for (const { path, size, usedAt } of files.toSorted((a, b) => a.usedAt - b.usedAt)) {
      const isAbandoned = path.endsWith(UNFINISHED) && clock.now() - usedAt > ABANDONED_MS;
      if (bytes <= maxBytes && !isAbandoned) continue;
      await rm(path, { force: true });
      bytes -= size;
    }
  }

  #path(key: string): string {
    return join(this.#options.folder, hashOf(key));
  }

  async #attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!this.#hasFailed) this.#options.logger.log('warning', 'web_cache_failed', { error });
      this.#hasFailed = true;
      return undefined;
    }
  }
}

async function look(path: string): Promise<CacheFile | undefined> {
  const facts = await stat(path).catch(ignoreMissing);
  return facts && { path, size: facts.size, usedAt: facts.mtimeMs };
}

function serialise({ body, ...facts }: KeptAnswer, key: string): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify({ ...facts, key, hash: hashOf(body) })}\n`), body]);
}

function parse(file: Buffer, key: string): KeptAnswer | undefined {
  const end = file.indexOf(LINE_END);
  const body = file.subarray(end + 1);
  try {
    const facts = JSON.parse(file.toString('utf8', 0, end)) as Omit<KeptAnswer, 'body'> & { key: string; hash: string };
    const { key: itsKey, hash, ...answer } = facts;
    return itsKey === key && hash === hashOf(body) ? { ...answer, body } : undefined;
  } catch {
    return undefined;
  }
}

function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Another process may have taken it away. */
function ignoreMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
