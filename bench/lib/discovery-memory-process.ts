/** A process that looks at one source after the other, and says how much memory it has after each. */
import { addSource, openGround, runAll } from './discovery-ground.ts';
import { round } from './figures.ts';

const SOURCES = Number(process.argv[2] ?? '20');

function rss(): number {
  globalThis.gc?.();
  return round(process.memoryUsage().rss / 1_048_576, 0);
}

// What a process takes before it has done anything twice says nothing of how much it has to do.
const warm = openGround();
for (const n of [1001, 1002]) await runAll(warm, await addSource(warm, n));
await warm.close();

const ground = openGround();
const samples: number[] = [];
for (let n = 0; n < SOURCES; n++) {
  await runAll(ground, await addSource(ground, n));
  samples.push(rss());
}
await ground.close();
console.log(JSON.stringify(samples));
