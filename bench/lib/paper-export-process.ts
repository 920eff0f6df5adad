/** Writes so many papers of a library to a file in each format, in a process that does nothing else: `paper-export-process.ts DIR COUNT [TIMES]`. */
import { createApp } from '@zapomni/core';
import { keepYoungGenerationSmall } from '../../packages/cli/src/young-generation.ts';
import { openTestDeps } from '@zapomni/testkit/deps';
import { createFakeClock } from '@zapomni/testkit/fakes';
import { round } from './figures.ts';
import { watchLoop } from './loop.ts';
import { WORKSPACE } from './paper-fill.ts';

// As a server does.
keepYoungGenerationSmall();
const [dataDir = '', wanted = '0', times = '1'] = process.argv.slice(2);
const most = Number(wanted);
const { deps } = openTestDeps({ dataDir, clock: createFakeClock(Date.now()), settings: { graph: 'off' } });
const app = createApp(deps);

async function writeAll(count: number): Promise<void> {
  const asked = { workspace: WORKSPACE, most: count, overwrite: true };
  for (const format of ['bibtex', 'csl-json', 'ris', 'zotero-rdf', 'csv'] as const) {
    const { entries } = await app.research.bibliography.export({ ...asked, format, file: `bench.${format}` });
    if (entries !== count) throw new Error(`${entries} of ${count} papers were written`);
  }
  const data = { content: true, metadata: true, file: 'bench.jsonl' };
  await app.research.maintenance.export({ ...asked, ...data, format: 'jsonl' });
}

// What is loaded on first use is there in a server that runs.
await writeAll(1);
const begun = performance.now();
const held = await watchLoop(async () => {
  for (let i = 0; i < Number(times); i++) await writeAll(most);
});
const seconds = (performance.now() - begun) / 1000;
await app.close();
console.log(
  JSON.stringify({
    papers: most,
    times: Number(times),
    seconds: round(seconds),
    maxRssMb: round(process.resourceUsage().maxRSS / 1024, 0),
    ...held,
  }),
);
