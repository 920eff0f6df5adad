/** The other end of a served process, line by line, for tests that look at the bytes and the signals. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { createInterface } from 'node:readline';
import { startZapomni, type RunOptions } from './run-zapomni.ts';

export type Message = Record<string, unknown>;

export class StdioPeer {
  readonly child: ChildProcessWithoutNullStreams;
  /** Every line so far, as it came. */
  readonly stdout: string[] = [];
  readonly stderr: string[] = [];
  readonly #lines = new EventEmitter().setMaxListeners(0);
  readonly #exit: Promise<unknown[]>;

  constructor(args: readonly string[], options: RunOptions = {}) {
    this.child = startZapomni(args, options);
    this.#exit = Promise.all([once(this.child, 'exit'), this.#read('stdout'), this.#read('stderr')]);
  }

  send(message: Message): void {
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  initialize(): Promise<Message> {
    const clientInfo = { name: 'peer', version: '1' };
    return this.request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  }

  async request(method: string, params: Message = {}, id = crypto.randomUUID()): Promise<Message> {
    this.send({ id, method, params });
    return this.#waitFor('stdout', (message) => message['id'] === id);
  }

  async call(name: string, args: Message = {}): Promise<Message> {
    const { result } = await this.request('tools/call', { name, arguments: args });
    return (result as { structuredContent: Message }).structuredContent;
  }

  /** The first log line of this event, now or later. */
  logged(event: string): Promise<Message> {
    return this.#waitFor('stderr', (line) => line['event'] === event);
  }

  /** The exit code, or the name of the signal that ended it, once everything it wrote has been read. */
  async exit(): Promise<number | NodeJS.Signals | null> {
    await this.#exit;
    return this.child.exitCode ?? this.child.signalCode;
  }

  async #read(stream: 'stdout' | 'stderr'): Promise<void> {
    for await (const line of createInterface({ input: this.child[stream] })) {
      this[stream].push(line);
      this.#lines.emit(stream);
    }
  }

  async #waitFor(stream: 'stdout' | 'stderr', wanted: (message: Message) => boolean): Promise<Message> {
    for (;;) {
      const found = this[stream].map((line) => JSON.parse(line) as Message).find(wanted);
      if (found) return found;
      if (this.child.exitCode !== null) throw new Error(`the process ended with ${this.child.exitCode}`);
      await Promise.race([once(this.#lines, stream), this.#exit]);
    }
  }
}
