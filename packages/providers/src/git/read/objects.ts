/**
 * Contents through one process: names go in, `id type size` and the bytes come out, in the same order. It is started with the
 * first question, ended when nothing was asked for a while, and started anew if it died.
 */
import { ZapomniError } from '@zapomni/core/errors';
import { GitFailed, isNotFetched, lastWords, setNeeded, tooLong, type GitChild } from '../run/runner.ts';

export interface GitObject {
  readonly id: string;
  readonly type: string;
  readonly size: number;
  /** Null: more than was wanted. */
  readonly bytes: Buffer | null;
}

interface Question {
  readonly name: string;
  readonly most: number;
  resolve(object: GitObject | null): void;
  reject(error: Error): void;
}

interface Coming {
  readonly id: string;
  readonly type: string;
  readonly size: number;
  /** With the line break after the bytes. */
  left: number;
  readonly pieces: Buffer[];
}

const HEADER = /^([0-9a-f]{40}|[0-9a-f]{64}) (\w+) (\d+)$/u;
const LINE_BREAK = 0x0a;

export class ObjectReader {
  readonly #start: () => GitChild;
  readonly #silenceMs: number;
  readonly #idleMs: number;
  #child: GitChild | undefined;
  #waiting: Question[] = [];
  #header: Buffer = Buffer.alloc(0);
  #coming: Coming | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(start: () => GitChild, { silenceMs, idleMs }: { readonly silenceMs: number; readonly idleMs: number }) {
    this.#start = start;
    this.#silenceMs = silenceMs;
    this.#idleMs = idleMs;
  }

  /** `name` is anything that Git reads as an object, without a line break. Null when there is no such object. */
  read(name: string, most: number): Promise<GitObject | null> {
    return new Promise((resolve, reject) => this.#ask({ name, most, resolve, reject }));
  }

  #ask(question: Question): void {
    const child = (this.#child ??= this.#begin());
    this.#waiting.push(question);
    if (this.#waiting.length === 1) this.#expect(child);
    child.stdin.write(`${question.name}\n`);
  }

  async close(): Promise<void> {
    const child = this.#child;
    if (!child) return;
    this.#lose(child, new ZapomniError('CANCELLED', 'The repository was closed.'));
    await new Promise((resolve) => child.once('close', resolve));
  }

  #begin(): GitChild {
    const child = this.#start();
    const words = lastWords(child);
    [this.#header, this.#coming] = [Buffer.alloc(0), undefined];
    child.stdout.on('data', (piece: Buffer) => {
      if (child === this.#child) this.#take(piece, child);
    });
    const onEnd = (): void => this.#died(child, words());
    child.once('close', onEnd).once('error', onEnd);
    return child;
  }

  #expect(child: GitChild): void {
    setNeeded(child, true);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#lose(child, tooLong(this.#silenceMs)), this.#silenceMs);
  }

  /** Of an object that is promised and was not fetched, Git dies; the questions after it are asked again. */
  #died(child: GitChild, words: string): void {
    const [first, ...others] = this.#waiting;
    if (child !== this.#child) return;
    if (!first || !isNotFetched(words)) return this.#lose(child, new GitFailed(child.exitCode, words));
    clearTimeout(this.#timer);
    [this.#child, this.#waiting] = [undefined, []];
    first.resolve(null);
    for (const question of others) this.#ask(question);
  }

  #lose(child: GitChild, error: Error): void {
    if (child !== this.#child) return;
    clearTimeout(this.#timer);
    setNeeded(child, true);
    child.kill('SIGKILL');
    const lost = this.#waiting;
    [this.#child, this.#waiting] = [undefined, []];
    for (const { reject } of lost) reject(error);
  }

  #take(piece: Buffer, child: GitChild): void {
    let rest = piece;
    while (rest.length > 0) rest = this.#coming ? this.#takeBytes(this.#coming, rest) : this.#takeHeader(rest);
    if (this.#waiting.length > 0) return this.#expect(child);
    setNeeded(child, false);
    clearTimeout(this.#timer);
    const idle = new ZapomniError('CANCELLED', 'Nothing was asked for a while.');
    this.#timer = setTimeout(() => this.#lose(child, idle), this.#idleMs).unref();
  }

  #takeHeader(piece: Buffer): Buffer {
    const end = piece.indexOf(LINE_BREAK);
    this.#header = Buffer.concat([this.#header, end < 0 ? piece : piece.subarray(0, end)]);
    if (end < 0) return Buffer.alloc(0);
    const found = HEADER.exec(this.#header.toString('latin1'));
    this.#header = Buffer.alloc(0);
    const [, id = '', type = '', size = ''] = found ?? [];
    // `name missing`, `name ambiguous`: names are ours and never look like a header.
    if (found) this.#coming = { id, type, size: Number(size), left: Number(size) + 1, pieces: [] };
    else this.#waiting.shift()?.resolve(null);
    return piece.subarray(end + 1);
  }

  #takeBytes(coming: Coming, piece: Buffer): Buffer {
    const part = piece.subarray(0, coming.left);
    coming.left -= part.length;
    const [question] = this.#waiting;
    const isWanted = question !== undefined && coming.size <= question.most;
    if (isWanted) coming.pieces.push(part);
    if (coming.left === 0) {
      const { id, type, size, pieces } = coming;
      this.#coming = undefined;
      this.#waiting.shift();
      question?.resolve({ id, type, size, bytes: isWanted ? Buffer.concat(pieces).subarray(0, size) : null });
    }
    return piece.subarray(part.length);
  }
}
