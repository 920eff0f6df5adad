/**
 * Servers that only wait: one on a store with so many schedules and one on a store with none, as a client starts them, side by side in the same
 * minutes. A process that has just made a thousand sources collects its garbage long after, so that whoever made them is not measured.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as elapsed } from 'node:timers/promises';
import { round } from './figures.ts';
import { McpProcess } from './mcp-process.ts';

export interface Waiting {
  readonly scheduled: number;
  /** Until it has settled. */
  readonly startCpuMs: number;
  readonly idleCpuMs: number;
  /** How often one of its threads was given the processor. */
  readonly idleWakes: number;
}

/** After these a session has taken up what waits. */
const SETTLING_MS = 10_000;
/** Far away all year: nothing is due while it is measured. */
const OFTEN_ENOUGH = { kind: 'europepmc', keywords: ['tides'], cron: '0 6 1 7 *' };

const surroundings = (dataDir: string) => ({
  ZAPOMNI_DATA_DIR: dataDir,
  ZAPOMNI_SHARE: 'never',
  ZAPOMNI_TOOLS: 'memory,workspaces,research',
  ZAPOMNI_PAPER_SOURCES: 'europepmc',
});

/** A folder with a store of so many scheduled sources. */
export async function storeWith(server: string, scheduled: number): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'zapomni-bench-'));
  const maker = new McpProcess(server, surroundings(dataDir));
  await maker.initialize();
  for (let i = 0; i < scheduled; i++)
    await maker.call('create_discovery_source', { name: `waits ${i}`, ...OFTEN_ENOUGH });
  await maker.call('list_discovery_sources', {});
  await maker.end();
  return dataDir;
}

export async function waitTogether(
  server: string,
  stores: ReadonlyMap<number, string>,
  idleMs: number,
): Promise<Waiting[]> {
  const servers = [...stores].map(([scheduled, dataDir]) => ({
    scheduled,
    server: new McpProcess(server, surroundings(dataDir)),
  }));
  await Promise.all(servers.map((one) => one.server.initialize()));
  await elapsed(SETTLING_MS);
  const before = servers.map((one) => ({ start: one.server.cpuMs() ?? 0, ...spentBy(one.server.pid) }));
  await elapsed(idleMs);
  const after = servers.map((one) => spentBy(one.server.pid));
  await Promise.all(servers.map((one) => one.server.end()));
  return servers.map(({ scheduled }, i) => ({
    scheduled,
    startCpuMs: before[i]?.start ?? 0,
    idleCpuMs: round((after[i]?.ms ?? 0) - (before[i]?.ms ?? 0)),
    idleWakes: (after[i]?.wakes ?? 0) - (before[i]?.wakes ?? 0),
  }));
}

/** Of all its threads, to the nanosecond: what waits takes less than the hundredths that processes are counted in. */
function spentBy(pid: number): { readonly ms: number; readonly wakes: number } {
  const threads = readdirSync(`/proc/${pid}/task`).map((id) =>
    readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').trim().split(' ').map(Number),
  );
  const sum = (field: number): number => threads.reduce((all, one) => all + (one[field] ?? 0), 0);
  return { ms: sum(0) / 1e6, wakes: sum(2) };
}

export function removeStores(stores: ReadonlyMap<number, string>): void {
  for (const dataDir of stores.values()) rmSync(dataDir, { recursive: true, force: true });
}
