/** A worker that dies at its first call, once; the next one of the same folder answers. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { CallRequest, EngineOptions } from '../protocol.ts';

const grave = join((workerData as EngineOptions).dataDir, 'died');

parentPort?.on('message', ({ id }: CallRequest) => {
  if (existsSync(grave)) {
    parentPort?.postMessage({ id, value: 'alive' });
    return;
  }
  writeFileSync(grave, '');
  throw new Error('the worker met its end');
});
