/** One source at a time, over a real web and a real store, in front of a server that answers as it would. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSharedPace } from '@zapomni/core/research';
import type { Clock, Logger, PaperSource, PaperSourceName, RequestPace, Web } from '@zapomni/core/ports';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { openTestDeps, type TestDeps } from '../../deps.ts';
import { createRecordingLogger } from '../../fakes/index.ts';
import { MADE_UP_SOURCES, ReplayServer, replayWeb, type MadeUpSource } from '../../replay/index.ts';

export interface PaperSourceSettings {
  readonly name: PaperSourceName;
  readonly url: string;
  readonly web: Web;
  readonly pace: RequestPace;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly cache?: { readonly folder: string; readonly maxBytes: number };
  readonly isOn: boolean;
  readonly isOffline: boolean;
  readonly contact: string | undefined;
  readonly key: string | undefined;
  readonly pause: (ms: number, signal?: AbortSignal) => Promise<void>;
}

export type OpenPaperSource = (settings: PaperSourceSettings) => PaperSource;

/** What no answer and no file may show. */
export const SECRET = 'secret-key';
export const CONTACT = 'me@example.org';
const WEEK_MS = 604_800_000;

interface WebWish {
  readonly hosts?: readonly string[];
  readonly firstByteMs?: number;
}

/** As long as a busy machine may need. */
const PATIENT_MS = 30_000;

export class SourceBench {
  readonly made: MadeUpSource;
  server!: ReplayServer;
  test!: TestDeps;
  folder!: string;
  /** Every wait, for the pace or before another try. */
  waited: number[] = [];
  readonly #open: OpenPaperSource;
  #webs: Web[] = [];

  constructor(name: PaperSourceName, open: OpenPaperSource) {
    this.made = MADE_UP_SOURCES[name];
    this.#open = open;
  }

  prepare(): void {
    beforeAll(async () => {
      this.server = await ReplayServer.start(this.made.exchanges);
      this.test = openTestDeps();
    });
    beforeEach(() => {
      this.server.forget();
      // One store for all: what a source was told long ago no longer counts.
      this.test.clock.advance(WEEK_MS);
      this.folder = mkdtempSync(join(tmpdir(), 'zapomni-source-'));
      this.waited = [];
    });
    afterEach(async () => {
      await Promise.all(this.#webs.splice(0).map((web) => web.close()));
      rmSync(this.folder, { recursive: true, force: true });
    });
    afterAll(async () => {
      await this.test.close();
      await this.server.close();
    });
  }

  get now(): number {
    return this.test.clock.now();
  }

  /** Allowed, with an address and a key, keeping what it is answered, unless told otherwise. */
  open(settings: Partial<PaperSourceSettings> & WebWish = {}): PaperSource {
    const { hosts, firstByteMs = PATIENT_MS, ...given } = settings;
    const { clock, deps } = this.test;
    const pause = async (ms: number) => {
      this.waited.push(ms);
      clock.advance(ms);
    };
    const web = replayWeb({ clock, logger: createRecordingLogger(), pause, firstByteMs, ...(hosts ? { hosts } : {}) });
    this.#webs.push(web);
    return this.#open({
      name: this.made.name,
      url: this.server.url(this.made.name),
      web,
      pace: createSharedPace({ storage: deps.storage, clock, ids: deps.ids, pause }),
      clock,
      logger: createRecordingLogger(),
      cache: { folder: this.folder, maxBytes: 10_000_000 },
      isOn: true,
      isOffline: false,
      contact: CONTACT,
      key: SECRET,
      pause,
      ...given,
    });
  }

  /** All that is kept on disk. */
  kept(): string {
    return readdirSync(this.folder)
      .map((name) => readFileSync(join(this.folder, name), 'utf8'))
      .join('\n');
  }
}
