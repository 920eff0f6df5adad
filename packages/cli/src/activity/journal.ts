/**
 * Which client did what, when: a file of the data folder that every process of it adds to, a line for each call. Names, ids and
 * times, no contents. Lines go out together, once a second; a file that has grown too long becomes the older one of two.
 *
 *   activity.jsonl ── 1 MB ──▶ activity.1.jsonl ──▶ gone
 */
import { appendFileSync, renameSync, statSync } from 'node:fs';
import { appendFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Deed } from '@zapomni/api';

const PAUSE_MS = 1000;
const MOST_BYTES = 1 << 20;
/** Should the disk not take them, the oldest are let go. */
const MOST_WAITING = 1000;

/** The newer one first. */
export const journalFiles = (dataDir: string): readonly [string, string] => [
  path.join(dataDir, 'activity.jsonl'),
  path.join(dataDir, 'activity.1.jsonl'),
];

export class Journal {
  readonly #dataDir: string;
  readonly #mostBytes: number;
  #waiting: Deed[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(dataDir: string, mostBytes = MOST_BYTES) {
    this.#dataDir = dataDir;
    this.#mostBytes = mostBytes;
  }

  /** Costs nothing now; nobody waits for it, and nobody's call fails because of it. */
  note(deed: Deed): void {
    this.#waiting.push(deed);
    if (this.#waiting.length > MOST_WAITING) this.#waiting.shift();
    this.#timer ??= setTimeout(() => void this.flush(), PAUSE_MS).unref();
  }

  /** Resolves when everything that was noted is written, or cannot be. */
  async flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write());
    await this.#writing;
  }

  async #write(): Promise<void> {
    const text = this.#take();
    if (text === '') return;
    try {
      if (await this.#isTooLong()) this.#turnOver();
      await appendFile(journalFiles(this.#dataDir)[0], text, { mode: 0o600 });
    } catch {
      // A folder that is not there yet, or that may not be written: what is remembered matters, this does not.
    }
  }

  /** For the end of a process that waits for nothing. */
  flushNow(): void {
    const text = this.#take();
    if (text === '') return;
    try {
      this.#turnOver();
      appendFileSync(journalFiles(this.#dataDir)[0], text, { mode: 0o600 });
    } catch {
      // As above.
    }
  }

  #take(): string {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const text = this.#waiting.map((deed) => `${JSON.stringify(deed)}\n`).join('');
    this.#waiting = [];
    return text;
  }

  /** Asked first, because whoever serves does not wait for the disk. */
  async #isTooLong(): Promise<boolean> {
    const { size } = await stat(journalFiles(this.#dataDir)[0]).catch(() => ({ size: 0 }));
    return size > this.#mostBytes;
  }

  /** Looked at and renamed at once: of two processes that find it too long, the second finds a short one. */
  #turnOver(): void {
    const [newer, older] = journalFiles(this.#dataDir);
    const { size } = statSync(newer, { throwIfNoEntry: false }) ?? { size: 0 };
    if (size > this.#mostBytes) renameSync(newer, older);
  }
}
