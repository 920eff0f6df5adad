/** Exports the graph of a store in each format, in a process that does nothing else, and prints a line of JSON for each. */
import { createApp, type App } from '@zapomni/core';
import { EXPORT_ENDINGS, EXPORT_FORMATS, type ExportFormat } from '@zapomni/core/graph';
import { openTestDeps } from '@zapomni/testkit/deps';
import { createFakeClock } from '@zapomni/testkit/fakes';
import { round } from './figures.ts';
import { WORKSPACE } from './graph-fill.ts';

const REPEATS = 2;
const BETWEEN_LOOKS_MS = 20;

const [dataDir = ''] = process.argv.slice(2);
const { deps } = openTestDeps({ dataDir, clock: createFakeClock(Date.now()) });
const app = createApp(deps);
await app.graph.status(WORKSPACE);
for (const format of EXPORT_FORMATS) console.log(JSON.stringify(await measureFormat(app, format)));
await app.close();

/** Of the times the shortest counts: what else the machine does is not asked for. Of the growths the largest. */
async function measureFormat(graph: App, format: ExportFormat) {
  let [ms, cpuMs, most] = [Infinity, Infinity, 0];
  let written = { bytes: 0, entities: 0, relations: 0 };
  const before = process.memoryUsage.rss();
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), BETWEEN_LOOKS_MS);
  for (let turn = 0; turn < REPEATS; turn++) {
    const [begun, cpu] = [performance.now(), process.cpuUsage()];
    const file = `bench${EXPORT_ENDINGS[format][0]}`;
    written = await graph.graph.export({ workspace: WORKSPACE, format, file, overwrite: true });
    const { user, system } = process.cpuUsage(cpu);
    ms = Math.min(ms, performance.now() - begun);
    cpuMs = Math.min(cpuMs, (user + system) / 1000);
  }
  clearInterval(watch);
  const { entities, relations, bytes } = written;
  return {
    format,
    entities,
    relations,
    fileMb: round(bytes / 1e6, 1),
    seconds: round(ms / 1000),
    cpuSeconds: round(cpuMs / 1000),
    rssMb: { before: round(before / 1e6, 0), most: round(most / 1e6, 0) },
  };
}
