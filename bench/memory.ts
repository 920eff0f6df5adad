/** Resident memory: after the handshake and tools/list, and once the model has been used. Beside a bare Node echo. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { round } from './lib/figures.ts';
import { McpProcess } from './lib/mcp-process.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export async function benchMemory(server: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'zapomni-bench-'));
  const echo = new McpProcess(join(import.meta.dirname, 'lib', 'echo-server.mjs'));
  await echo.initialize();
  const client = new McpProcess(server, { ZAPOMNI_DATA_DIR: dataDir });
  await client.initialize();
  await client.request('tools/list');
  await pause(1000);
  const idle = client.rssMb();
  const echoRss = echo.rssMb();
  await client.call('add_memory', { text: 'The model is loaded by the first text.' });
  await client.call('search_memory', { query: 'what loads the model' });
  const withModel = client.rssMb();
  for (let i = 0; i < 100; i++) await client.call('search_memory', { query: `question number ${i}` });
  const after100 = client.rssMb();
  await Promise.all([client.end(), echo.end()]);
  rmSync(dataDir, { recursive: true, force: true });
  const show = (mb: number | null) => (mb === null ? null : round(mb, 0));
  return {
    megabytes: {
      bareNode: show(echoRss),
      idle: show(idle),
      withModel: show(withModel),
      after100Searches: show(after100),
    },
  };
}
