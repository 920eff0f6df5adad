/** A worker that dies at its first call, once; the next one of the same folder answers. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { CallRequest, Reply, WorkerStart } from '../connection/protocol.ts';

const grave = join((workerData as WorkerStart).options.dataDir, 'died');

parentPort?.on('message', ({ calls }: { readonly calls: readonly CallRequest[] }) => {
  if (existsSync(grave)) {
    const answers = calls.map(({ id }) => ({ id, value: 'alive' }));
    parentPort?.postMessage({ answers } satisfies Reply);
    return;
  }
  writeFileSync(grave, '');
  throw new Error('the worker met its end');
});
