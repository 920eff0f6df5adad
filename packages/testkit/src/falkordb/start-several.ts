/** Servers that belong together. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startFalkordb, type RunningFalkordb } from './start-falkordb.ts';

const PATIENCE_MS = 60_000;

/** A cluster of so many primaries without replicas; each holds an equal part of the slots. */
export async function startCluster(size: number): Promise<RunningFalkordb[]> {
  const nodes = await Promise.all(
    Array.from({ length: size }, () => startFalkordb({ args: ['--cluster-enabled', 'yes'] })),
  );
  const slots = 16_384;
  for (const [i, node] of nodes.entries()) {
    const [from, to] = [Math.floor((slots * i) / size), Math.floor((slots * (i + 1)) / size) - 1];
    await node.command('CLUSTER', 'ADDSLOTSRANGE', String(from), String(to));
    await node.command('CLUSTER', 'MEET', '127.0.0.1', String(nodes[0]?.port));
  }
  for (const node of nodes) {
    await until(async () => {
      const info = await node.command('CLUSTER', 'INFO');
      return info.includes('cluster_state:ok') && info.includes(`cluster_size:${size}`);
    });
  }
  return nodes;
}

/** A sentinel that watches a primary under the name `main` and takes it for dead after a second. */
export async function startSentinel(primary: RunningFalkordb): Promise<RunningFalkordb> {
  const dir = await mkdtemp(path.join(tmpdir(), 'zapomni-sentinel-'));
  const file = path.join(dir, 'sentinel.conf');
  const lines = [
    `sentinel monitor main 127.0.0.1 ${primary.port} 1`,
    'sentinel down-after-milliseconds main 1000',
    'sentinel failover-timeout main 5000',
  ];
  await writeFile(file, `${lines.join('\n')}\n`);
  const sentinel = await startFalkordb({ sentinelFile: file, dir });
  return {
    ...sentinel,
    stop: async () => {
      await sentinel.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Until the replica has all that its primary had. */
export async function untilFollowing(replica: RunningFalkordb): Promise<void> {
  await until(async () => (await replica.command('INFO', 'replication')).includes('master_link_status:up'));
}

export async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('waited in vain');
    await sleep(20);
  }
}
