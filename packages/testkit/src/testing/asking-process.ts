/** A process that asks a source so many times, so many at once, as fast as it is let: `node asking-process.ts DATA_DIR URL NAME TIMES [AT_ONCE]`. */
import { PAPER_SOURCES, type PaperSourceName } from '@zapomni/core/ports';
import { createSharedPace } from '@zapomni/core/research';
import { openSqliteStorage } from '@zapomni/db';
import { systemClock, uuidV7Source } from '@zapomni/providers';
import { createPaperSources } from '@zapomni/providers/sources';
import { createWeb } from '@zapomni/providers/web';
import { createRecordingLogger } from '../fakes/index.ts';

const [dataDir = '', url = '', name = '', times = '0', atOnce = '1'] = process.argv.slice(2);
const logger = createRecordingLogger();
const clock = systemClock;
const storage = openSqliteStorage({ dataDir, busyTimeoutMs: 30_000, logger, now: clock.now });
const web = createWeb({ hosts: [], privateHosts: [new URL(url).host], userAgent: 'zapomni-test', clock, logger });
const pace = createSharedPace({ storage, clock, ids: uuidV7Source({ now: clock.now }) });
const urls = Object.fromEntries(PAPER_SOURCES.map((one) => [one, url])) as Record<PaperSourceName, string>;
const who = { allowed: PAPER_SOURCES, isOffline: false, contact: undefined, keys: {} };
const source = createPaperSources({ web, pace, clock, logger, urls, ...who }).find((one) => one.name === name);
let asked = 0;
const askOn = async (): Promise<void> => {
  while (asked < Number(times))
    await source?.lookup({ scheme: 'doi', value: `10.1101/${process.pid}.${asked++}` }, { fresh: true });
};
await Promise.all(Array.from({ length: Number(atOnce) }, askOn));
await web.close();
await storage.close();
