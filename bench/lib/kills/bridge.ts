/** A client that shares the server: it adds memories, notes which of them were acknowledged, and may be killed together with its bridge. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Ground } from './ground.ts';
import type { Toll } from './toll.ts';
import type { Words } from './words.ts';

interface Answer {
  readonly id?: number;
  readonly result?: { readonly isError?: boolean };
}

const HELLO = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'kills', version: '1' } };

export class Bridge {
  readonly child: ChildProcess;
  readonly ended: Promise<unknown>;
  readonly #waiting = new Map<number, (answer: Answer | null) => void>();
  readonly #words: Words;
  readonly #toll: Toll;
  #id = 0;

  constructor(ground: Ground, words: Words, toll: Toll) {
    this.#words = words;
    this.#toll = toll;
    this.child = ground.start(['--share', 'background']);
    this.ended = this.#end();
    createInterface({ input: this.child.stdout as NonNullable<ChildProcess['stdout']> }).on('line', (line) => {
      const answer = JSON.parse(line) as Answer;
      this.#waiting.get(answer.id ?? -1)?.(answer);
      this.#waiting.delete(answer.id ?? -1);
    });
  }

  /** Nobody waits for an answer of one that is gone. */
  async #end(): Promise<void> {
    await once(this.child, 'close');
    for (const tell of this.#waiting.values()) tell(null);
  }

  /** False when the process has gone. */
  async greet(): Promise<boolean> {
    const answer = await this.#request('initialize', HELLO);
    this.#send({ method: 'notifications/initialized' });
    return answer !== null;
  }

  /** Two at once, one of them under a key: the bridge may then ask again by itself. False when the process has gone. */
  async addTwo(): Promise<boolean> {
    const answers = await Promise.all([this.#add({}), this.#add({ key: crypto.randomUUID() })]);
    return answers.every(Boolean);
  }

  async #add(more: object): Promise<boolean> {
    const text = `The ${this.#words.next()} shelf holds a ${this.#words.next()} jar.`;
    this.#toll.tried.push(text);
    const answer = await this.#request('tools/call', { name: 'add_memory', arguments: { text, ...more } });
    if (answer?.result && answer.result.isError !== true) this.#toll.acknowledged.push(text);
    else if (answer) this.#toll.unsure += 1;
    return answer !== null;
  }

  /** As a client that is done. */
  async leave(): Promise<void> {
    this.child.stdin?.end();
    await this.ended;
    if (this.child.exitCode !== 0) this.#toll.complaints.push(`a bridge ended with ${this.child.exitCode}`);
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
    if (this.child.signalCode === 'SIGKILL') this.#toll.kills.bridges += 1;
  }

  #request(method: string, params: object): Promise<Answer | null> {
    const id = ++this.#id;
    const { promise, resolve } = Promise.withResolvers<Answer | null>();
    if (this.child.exitCode !== null || this.child.signalCode !== null) return Promise.resolve(null);
    this.#waiting.set(id, resolve);
    this.#send({ id, method, params });
    return promise;
  }

  #send(message: object): void {
    this.child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }
}
