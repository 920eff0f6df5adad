/** Reads a BibTeX file as the product does and says what it found and took: `bibtex-process.ts FILE`. */
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openBibliography } from '@zapomni/core/bibliography';

const [file = ''] = process.argv.slice(2);
const findCharset = async () => 'utf-8';
// What is loaded on first use is there in a server that runs.
for await (const _ of (await openBibliography('@misc{a, title = {A}}', { findCharset })).findings);
const bytes = new Uint8Array(readFileSync(file));
const loop = monitorEventLoopDelay({ resolution: 1 });
loop.enable();
const before = process.cpuUsage();
const { findings } = await openBibliography(bytes, { findCharset });
let [entries, problems, titled] = [0, 0, 0];
for await (const finding of findings) {
  if (finding.kind === 'problem') problems++;
  else {
    entries++;
    if (finding.item.title && finding.item.contributors.length > 0) titled++;
  }
}
const { user, system } = process.cpuUsage(before);
loop.disable();
const cpuMs = (user + system) / 1000;
const maxRssMb = process.resourceUsage().maxRSS / 1024;
console.log(
  JSON.stringify({
    entries,
    problems,
    titled,
    cpuMs,
    maxRssMb,
    blockedMs: { p99: loop.percentile(99) / 1e6, max: loop.max / 1e6 },
  }),
);
