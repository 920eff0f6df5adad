/** `long-work-process.ts [small]`: works in turns, and has a thread do the same; sends the megabytes of room for new objects that both have then. */
import { setImmediate as turn } from 'node:timers/promises';
import { getHeapSpaceStatistics } from 'node:v8';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { keepYoungGenerationSmall } from '../young-generation.ts';

const TURNS = 400;
/** So many turns later what was made is no longer needed. */
const NEEDED = 40;

function roomMb(): number {
  const room = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
  return (room?.space_size ?? 0) / 1024 ** 2;
}

if (isMainThread && process.argv[2] === 'small') keepYoungGenerationSmall();
const kept: unknown[] = [];
for (let i = 0; i < TURNS; i++) {
  kept[i % NEEDED] = Array.from({ length: 5000 }, (_, j) => ({ i, j, text: `x${i}${j}` }));
  await turn();
}
if (isMainThread)
  new Worker(new URL(import.meta.url)).once('message', (inThread) => process.send?.([roomMb(), inThread]));
else parentPort?.postMessage(roomMb());
