/** From spawning the packed command to its answer to `initialize`, against a bare Node echo in the same run. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { round, spread, timed } from './lib/figures.ts';
import { McpProcess } from './lib/mcp-process.ts';

const RUNS = 25;

export async function benchStartup(server: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'zapomni-bench-'));
  const env = { ZAPOMNI_DATA_DIR: dataDir };
  const echo = join(import.meta.dirname, 'lib', 'echo-server.mjs');
  const samples = { echo: [] as number[], initialize: [] as number[], toolsList: [] as number[] };
  // The first run fills the compile cache and the page cache; it is not counted.
  for (let i = 0; i <= RUNS; i++) {
    const echoed = await once(echo, env, false);
    const answered = await once(server, env, false);
    const listed = await once(server, env, true);
    if (i === 0) continue;
    samples.echo.push(echoed);
    samples.initialize.push(answered);
    samples.toolsList.push(listed);
  }
  rmSync(dataDir, { recursive: true, force: true });
  const figures = {
    echo: spread(samples.echo),
    initialize: spread(samples.initialize),
    toolsList: spread(samples.toolsList),
  };
  return {
    milliseconds: figures,
    ratioToEcho: {
      initialize: round(figures.initialize.p50 / figures.echo.p50),
      toolsList: round(figures.toolsList.p50 / figures.echo.p50),
    },
  };
}

async function once(script: string, env: Record<string, string>, list: boolean): Promise<number> {
  let child: McpProcess | undefined;
  const ms = await timed(async () => {
    child = new McpProcess(script, env);
    await child.initialize();
    if (list) await child.request('tools/list');
  });
  await child?.end();
  return ms;
}
