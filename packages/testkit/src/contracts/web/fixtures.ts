/** A web of our own for the suite: names that a resolver of the test answers for, and addresses that all lead to loopback. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import type { Clock, Logger, Web, WebPace } from '@zapomni/core/ports';
import { createFakeClock, createRecordingLogger, type FakeClock } from '../../fakes/index.ts';
import { TEST_CERTIFICATE, WebServer } from '../../web-server/index.ts';

export interface WebSettings {
  readonly hosts: readonly string[];
  readonly privateHosts: readonly string[];
  readonly userAgent: string;
  readonly cache?: { readonly folder: string; readonly maxBytes: number };
  readonly clock: Clock;
  readonly logger: Logger;
  readonly limits?: { readonly connectMs: number; readonly firstByteMs: number; readonly totalMs: number };
  readonly pace?: Required<WebPace>;
  readonly ca: string;
  /** Stands for waiting; the suite has no time. */
  readonly pause: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly random: () => number;
  readonly resolve: (host: string) => Promise<readonly string[]>;
  readonly route: (address: string) => string;
}

export type OpenWeb = (settings: WebSettings) => Web;

/** As long as a busy machine may need. */
export const SOON = { timeout: 30_000 };
/** Somebody's; nothing is ever sent there. */
export const PUBLIC = '93.184.216.34';

export class WebBench {
  server!: WebServer;
  clock!: FakeClock;
  folder!: string;
  waited!: number[];
  /** Names that were resolved, and addresses that were dialled, in order. */
  asked!: string[];
  dialled!: string[];
  /** What a name has; one public address where nothing is said. */
  addresses!: Map<string, readonly string[]>;
  readonly #open: OpenWeb;
  #opened: Web[] = [];

  constructor(open: OpenWeb) {
    this.#open = open;
  }

  /** Call it in a `describe`. */
  prepare(options: { readonly tls?: boolean } = {}): void {
    beforeEach(async () => {
      this.server = await WebServer.start(options);
      this.clock = createFakeClock();
      this.folder = mkdtempSync(join(tmpdir(), 'zapomni-web-'));
      [this.waited, this.asked, this.dialled, this.#opened] = [[], [], [], []];
      this.addresses = new Map();
    });
    afterEach(async () => {
      await Promise.all(this.#opened.map((web) => web.close()));
      await this.server.close();
      rmSync(this.folder, { recursive: true, force: true });
    });
  }

  /** Every public host is allowed unless told otherwise, and waiting moves the clock. */
  web(settings: Partial<WebSettings> = {}): Web {
    const web = this.#open({
      hosts: ['*'],
      privateHosts: [],
      userAgent: 'zapomni/0.0.0 (+https://home.test)',
      clock: this.clock,
      logger: createRecordingLogger(),
      pace: { minIntervalMs: 0, concurrency: 100 },
      ca: TEST_CERTIFICATE,
      pause: async (ms) => {
        this.waited.push(ms);
        this.clock.advance(ms);
      },
      random: () => 0,
      resolve: async (host) => {
        this.asked.push(host);
        return this.addresses.get(host) ?? [PUBLIC];
      },
      route: (address) => {
        this.dialled.push(address);
        return '127.0.0.1';
      },
      ...settings,
    });
    this.#opened.push(web);
    return web;
  }

  url(path = '/', { host = 'site.test', scheme = 'http' } = {}): string {
    return `${scheme}://${host}:${this.server.port}${path}`;
  }

  /** What a caller sees of a failed call, all of it: neither the other side's words nor where it is. */
  async failure(call: Promise<unknown>): Promise<Failure> {
    const error = (await call.then(
      () => expect.fail('it succeeded'),
      (thrown: unknown) => thrown,
    )) as Failure;
    const told = `${error.message} ${error.hint} ${error.cause?.stack ?? ''}`;
    expect(told).not.toMatch(/secret|127\.0\.0\.1|\.test\b/);
    expect(told).not.toContain(String(this.server.port));
    return error;
  }
}

interface Failure {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
  readonly retryAfterMs?: number;
  readonly cause?: Error;
}
