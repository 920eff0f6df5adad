import { join } from 'node:path';
import { createSharedPace } from '@zapomni/core/research';
import { PAPER_SOURCES, type PaperSourceName, type PaperSources, type Web } from '@zapomni/core/ports';
import { createPaperSources } from '@zapomni/providers/sources';
import { openTestDeps, type TestDeps, type TestDepsOptions } from '../deps.ts';
import { createFakeClock, createRecordingLogger } from '../fakes/index.ts';
import type { Exchange } from './exchange.ts';
import { MADE_UP_SOURCES } from './made-up/index.ts';
import { ReplayServer } from './replay-server.ts';
import { replayWeb } from './replay-web.ts';

export interface ReplayOptions extends Omit<TestDepsOptions, 'web' | 'clock'> {
  /** All by default. */
  readonly allowed?: readonly PaperSourceName[];
  readonly contact?: string | undefined;
  readonly hosts?: readonly string[];
  /** None by default. */
  readonly keys?: Readonly<Partial<Record<PaperSourceName, string>>>;
  /** In the data folder, as the program does. */
  readonly keepsAnswers?: boolean;
  /** Those of the made-up paper by default. */
  readonly exchanges?: readonly Exchange[];
}

export interface Replayed extends Pick<TestDeps, 'clock' | 'dataDir'> {
  readonly deps: TestDeps['deps'] & { readonly paperSources: PaperSources; readonly web: Web };
  readonly server: ReplayServer;
  close(): Promise<void>;
}

const MOST_KEPT = 10_000_000;
const MADE_UP = Object.values(MADE_UP_SOURCES).flatMap(({ exchanges }) => exchanges);

/** What services stand on, with the real sources in front of the made-up paper. Waiting moves the clock. */
export async function openReplay(options: ReplayOptions = {}): Promise<Replayed> {
  const {
    allowed = PAPER_SOURCES,
    contact = 'me@example.org',
    hosts,
    keys = {},
    keepsAnswers = false,
    exchanges = MADE_UP,
    ...given
  } = options;
  const clock = createFakeClock();
  const logger = createRecordingLogger();
  // The clock of a system has whole milliseconds.
  const pause = async (ms: number) => void clock.advance(Math.ceil(ms));
  const server = await ReplayServer.start(exchanges);
  const web = replayWeb({ clock, logger, pause, ...(hosts ? { hosts } : {}) });
  const test = openTestDeps({ ...given, clock, web });
  const { storage, ids } = test.deps;
  const pace = createSharedPace({ storage, clock, ids, pause });
  const who = { contact, isOffline: test.deps.config.paper_offline, keys, allowed, urls: server.urls };
  const cache = keepsAnswers ? { folder: join(test.dataDir, 'web-cache'), maxBytes: MOST_KEPT } : undefined;
  const sources = createPaperSources({ web, pace, clock, logger, pause, cache, ...who });
  const paperSources: PaperSources = { all: async () => sources, standing: (host) => pace.standing(host) };
  return {
    deps: { ...test.deps, web, paperSources },
    clock,
    dataDir: test.dataDir,
    server,
    async close() {
      await web.close();
      await test.close();
      await server.close();
    },
  };
}
