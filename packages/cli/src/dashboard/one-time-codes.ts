/**
 * Codes that open the page: made by a command on this machine, good once, for a minute. Each is a file of the data folder
 * that only its owner can read, named by the hash of the code; whoever can rename it has used it, so that two servers of one
 * folder cannot both.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { SCOPES, type Scope } from '@zapomni/server/guards';

const GOOD_FOR_MS = 60_000;
const NAME = /^[0-9a-f]{64}$/;

export class OneTimeCodes {
  readonly #folder: string;
  readonly #now: () => number;

  constructor(dataDir: string, now: () => number = Date.now) {
    this.#folder = path.join(dataDir, 'page-codes');
    this.#now = now;
  }

  /** `scope` and those that it includes. */
  async make(scope: Scope): Promise<string> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await this.#sweep();
    const code = randomBytes(16).toString('base64url');
    const text = JSON.stringify({ scope, expires: this.#now() + GOOD_FOR_MS });
    await writeFile(this.#file(code), text, { mode: 0o600, flag: 'wx' });
    return code;
  }

  /** `undefined` for one that is unknown, used or too old. */
  async use(code: string): Promise<readonly Scope[] | undefined> {
    const taken = path.join(this.#folder, randomUUID());
    try {
      await rename(this.#file(code), taken);
    } catch {
      return undefined;
    }
    try {
      return this.#scopesOf(await readFile(taken, 'utf8'));
    } finally {
      await rm(taken, { force: true });
    }
  }

  #scopesOf(text: string): readonly Scope[] | undefined {
    const { scope, expires } = JSON.parse(text) as { scope: Scope; expires: number };
    return expires > this.#now() ? SCOPES.slice(0, SCOPES.indexOf(scope) + 1) : undefined;
  }

  /** Those that nobody used. */
  async #sweep(): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const file = path.join(this.#folder, name);
      const found = await stat(file).catch(() => undefined);
      if (found === undefined || (NAME.test(name) && this.#now() - found.mtimeMs < GOOD_FOR_MS)) continue;
      await rm(file, { force: true });
    }
  }

  #file(code: string): string {
    return path.join(this.#folder, createHash('sha256').update(code).digest('hex'));
  }
}
