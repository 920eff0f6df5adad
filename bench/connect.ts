/**
 * What a client of a running server costs: the bridge beside a bare Node echo, and ten clients that have all used the
 * model, with a server to share and without. Sums are of proportional memory, so that nothing shared counts twice.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { round } from './lib/figures.ts';
import { McpProcess } from './lib/mcp-process.ts';

const CLIENTS = 10;
const SETTLE_MS = 1000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const show = (mb: number | null) => (mb === null ? null : round(mb, 0));

export async function benchConnect(script: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'zapomni-bench-'));
  const env = { ZAPOMNI_DATA_DIR: dataDir };
  try {
    const apart = await tenClients(script, env);
    const server = new McpProcess(script, env, ['serve', '--stdio', 'false']);
    while (!existsSync(join(dataDir, 'run', 'door'))) await pause(50);
    const single = await oneOfEach(script, env);
    const together = await tenClients(script, env);
    const serverMb = server.pssMb() ?? 0;
    await server.stop();
    return {
      megabytes: { ...single, tenClientsApart: show(apart), tenClientsAndServer: show(together + serverMb) },
      ratios: {
        bridgeToBareNode: round((single.bridge ?? 0) / (single.bareNode ?? 1)),
        apartToShared: round(apart / (together + serverMb)),
      },
    };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Resident memory, each after the same few requests. */
async function oneOfEach(script: string, env: Record<string, string>) {
  const echo = new McpProcess(join(import.meta.dirname, 'lib', 'echo-server.mjs'));
  await echo.initialize();
  const bridge = new McpProcess(script, env, ['connect']);
  const sharing = new McpProcess(script, env);
  await Promise.all([use(bridge), use(sharing)]);
  await pause(SETTLE_MS);
  const figures = { bareNode: show(echo.rssMb()), bridge: show(bridge.rssMb()), sharing: show(sharing.rssMb()) };
  await Promise.all([echo.end(), bridge.end(), sharing.end()]);
  return figures;
}

async function tenClients(script: string, env: Record<string, string>): Promise<number> {
  const clients = Array.from({ length: CLIENTS }, () => new McpProcess(script, env));
  for (const client of clients) await use(client);
  await pause(SETTLE_MS);
  const sum = clients.reduce((total, client) => total + (client.pssMb() ?? 0), 0);
  await Promise.all(clients.map((client) => client.end()));
  return sum;
}

async function use(client: McpProcess): Promise<void> {
  await client.initialize();
  await client.request('tools/list');
  await client.call('add_memory', { text: 'The model is loaded by the first text.' });
  await client.call('search_memory', { query: 'what loads the model' });
}
