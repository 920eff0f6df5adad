/**
 * What the protocol costs, by the lines of the specification that set a figure: the product as it is shipped, over stdio and
 * over HTTP, and the steps of a request inside one process. Each row has the goal and whether it was met, on this machine and
 * beside whatever else ran on it; a bare echo in the same run says how fast a line goes through a pipe here at all.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { round, spread, timed, type Spread } from './lib/figures.ts';
import { load, startServer, stateless } from './lib/http-load.ts';
import { line, type Line } from './lib/lines.ts';
import { McpProcess } from './lib/mcp-process.ts';
import { measureSteps } from './overhead-steps.ts';

const CALLS = 1000;
const IDLE_MS = 10_000;
/** Characters: the longest text where the specification names this goal, and ten times that. */
const [LARGE, HUGE] = [100_000, 1_000_000];
const SENTENCE = 'A long text of many words, ';
/** Of a busy agent. */
const REQUESTS_PER_SECOND = 5;
/** In a small container a process runs for a quarter of each tenth of a second. */
const SLICE_MS = 100;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export async function benchOverhead(server: string) {
  const stdio = await measureStdio(server);
  const http = await measureHttp(server);
  const { steps, rows } = await measureSteps();
  const lines: Record<string, Line> = { ...stdio.rows, ...rows, ...http, ...(await measureSmall(server)) };
  return {
    load: loadavg().map((one) => round(one)),
    milliseconds: stdio.milliseconds,
    microseconds: steps,
    ratioToEcho: stdio.ratioToEcho,
    lines: Object.fromEntries(Object.entries(lines).sort(([one], [other]) => (one < other ? -1 : 1))),
  };
}

async function measureStdio(server: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'zapomni-bench-'));
  const echo = new McpProcess(join(import.meta.dirname, 'lib', 'echo-server.mjs'));
  const client = new McpProcess(server, { ZAPOMNI_DATA_DIR: dataDir });
  await Promise.all([echo.initialize(), client.initialize()]);
  await client.call('add_memory', { text: 'One memory, so that there is something to count.' });
  const requests = {
    echo: () => echo.request('ping'),
    ping: () => client.request('ping'),
    simpleCall: () => client.call('get_current_workspace', {}),
    getStats: () => client.call('get_stats', {}),
    toolsList: () => client.request('tools/list'),
  };
  for (const ask of Object.values(requests)) for (let i = 0; i < 200; i++) await ask();
  const cpu = client.cpuMs() ?? Number.NaN;
  const pings = await repeated(requests.ping);
  const cpuEach = ((client.cpuMs() ?? Number.NaN) - cpu) / CALLS;
  const milliseconds = {
    echo: spread(await repeated(requests.echo)),
    ping: spread(pings),
    simpleCall: spread(await repeated(requests.simpleCall)),
    getStats: spread(await repeated(requests.getStats)),
    toolsList: spread(await repeated(requests.toolsList)),
  };
  const perSecond = round(1000 / mean(await repeated(requests.simpleCall)), 0);
  const large = await timed(() => client.call('add_memory', { text: textOf(LARGE) }));
  const huge = await timed(() => client.call('add_memory', { text: textOf(HUGE) }));
  await settled(client);
  const idleCpu = await idleShare(client);
  await Promise.all([client.end(), echo.end()]);
  rmSync(dataDir, { recursive: true, force: true });
  const { ping, simpleCall, getStats, toolsList } = milliseconds;
  const share = round((cpuEach * REQUESTS_PER_SECOND) / 10);
  return {
    milliseconds,
    ratioToEcho: ratios(milliseconds.echo, { ping, simpleCall, getStats, toolsList }),
    rows: {
      R063: line('a request that does nothing, over stdio, p95 ms', '≤ 20 ms', { p95: ping.p95 }, ping.p95 <= 20),
      R064: line('get_stats over stdio, p95 ms', '< 50 ms', { p95: getStats.p95 }, getStats.p95 < 50),
      R065: line(
        `add_memory of ${LARGE} characters over stdio, embedding and the store included, ms`,
        '< 2000 ms',
        { large: round(large), tenTimesThat: round(huge) },
        large < 2000,
      ),
      R066: line('calls one after the other over stdio', '≥ 100/s, better 500/s', { perSecond }, perSecond >= 100),
      R070: line(
        `processor for requests that do nothing, ${REQUESTS_PER_SECOND} a second, percent of a core`,
        '< 1 %',
        { percent: share, millisecondsEach: round(cpuEach, 3) },
        share < 1,
      ),
      R116: line(
        'tools/list and a simple call over stdio, p95 ms',
        '< 10 ms and < 100 ms',
        { toolsList: toolsList.p95, simpleCall: simpleCall.p95 },
        toolsList.p95 < 10 && simpleCall.p95 < 100,
      ),
      R170: line('processor of an idle server, percent of a core', '< 5 %', { percent: idleCpu }, idleCpu < 5),
    },
  };
}

async function measureHttp(server: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'zapomni-bench-'));
  const env = { ...process.env, ZAPOMNI_DATA_DIR: dataDir, ZAPOMNI_STDIO: 'false', LOG_LEVEL: 'info' };
  const running = await startServer([server, 'serve', '--http-port', '0'], env);
  try {
    const list = stateless(running, 'tools/list');
    await load(list, 1000, 100);
    await pause(2000);
    const { errors, milliseconds } = await load(list, 10_000, 100);
    const met = errors === 0 && milliseconds.p95 < 50;
    const measured = { p95: milliseconds.p95, p50: milliseconds.p50, errors };
    const what = '10,000 tools/list over HTTP, 100 at a time, the load made on the same machine, p95 ms';
    return { R286: line(what, 'p95 < 50 ms, no error', measured, met) };
  } finally {
    running.child.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Start to first answer by meaning; then a session in a quarter of a processor, stopped for the rest of each tenth of a second. */
async function measureSmall(server: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'zapomni-bench-'));
  const began = performance.now();
  const client = new McpProcess(server, { ZAPOMNI_DATA_DIR: dataDir });
  await client.initialize();
  await client.call('add_memory', { text: 'The model is loaded by the first text.' });
  await client.call('search_memory', { query: 'what loads the model' });
  const start = performance.now() - began;
  const samples = [client.pssMb() ?? Number.NaN];
  let isStopped = false;
  const turns = setInterval(() => {
    if (isStopped) return;
    isStopped = true;
    client.signalAll('SIGSTOP');
    setTimeout(() => {
      client.signalAll('SIGCONT');
      isStopped = false;
    }, SLICE_MS * 0.75);
  }, SLICE_MS);
  for (let i = 0; i < 20; i++) {
    await client.call('add_memory', { text: `Note ${i}: the harbour opens at dawn.` });
    await client.call('search_memory', { query: `harbour ${i}` });
    samples.push(client.pssMb() ?? Number.NaN);
  }
  clearInterval(turns);
  await pause(SLICE_MS);
  await client.end();
  rmSync(dataDir, { recursive: true, force: true });
  const peak = round(Math.max(...samples), 0);
  return {
    R278: line(
      'twenty additions and searches in a quarter of a processor, all processes, megabytes',
      '≤ 512 MB',
      { megabytes: peak },
      peak <= 512,
    ),
    R281: line(
      'from starting it to the first answer by meaning, ms',
      '≤ 5000 ms',
      { start: round(start) },
      start <= 5000,
    ),
  };
}

function textOf(length: number): string {
  return SENTENCE.repeat(Math.ceil(length / SENTENCE.length)).slice(0, length);
}

async function repeated(ask: () => Promise<unknown>): Promise<number[]> {
  const samples: number[] = [];
  for (let i = 0; i < CALLS; i++) samples.push(await timed(ask));
  return samples;
}

/** Until nothing is left to do in the background. */
async function settled(client: McpProcess): Promise<void> {
  for (let before = -1; ;) {
    await pause(2000);
    const { pending_embeddings } = await client.call('get_stats', {});
    const now = client.cpuMs() ?? 0;
    if (pending_embeddings === 0 && now - before < 50) return;
    before = now;
  }
}

async function idleShare(client: McpProcess): Promise<number> {
  const before = client.cpuMs() ?? Number.NaN;
  await pause(IDLE_MS);
  return round((((client.cpuMs() ?? Number.NaN) - before) / IDLE_MS) * 100);
}

function ratios(echo: Spread, others: Readonly<Record<string, Spread>>): Record<string, number> {
  return Object.fromEntries(Object.entries(others).map(([name, { p50 }]) => [name, round(p50 / echo.p50)]));
}

const mean = (samples: readonly number[]) => samples.reduce((sum, one) => sum + one, 0) / samples.length;
