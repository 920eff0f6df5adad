import type { PassThrough } from 'node:stream';

/** The client's end of a pair of streams, as both SDKs want it. */
export class StreamClientTransport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: never) => void;
  readonly #stdin: PassThrough;
  readonly #stdout: PassThrough;
  #unread = '';

  constructor(stdin: PassThrough, stdout: PassThrough) {
    this.#stdin = stdin;
    this.#stdout = stdout;
  }

  async start(): Promise<void> {
    this.#stdout.on('data', (chunk: Buffer) => {
      const lines = (this.#unread + chunk.toString('utf8')).split('\n');
      this.#unread = lines.pop() ?? '';
      for (const line of lines) this.onmessage?.(JSON.parse(line) as never);
    });
    this.#stdout.on('end', () => this.onclose?.());
  }

  async send(message: unknown): Promise<void> {
    this.#stdin.write(`${JSON.stringify(message)}\n`);
  }

  async close(): Promise<void> {
    this.#stdin.end();
    this.onclose?.();
  }
}
