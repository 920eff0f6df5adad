/** A process that looks at one source after the other, and says how much memory it has after each. */
import { addSource, openGround, runAll } from './discovery-ground.ts';
import { round } from './figures.ts';

const SOURCES = Number(process.argv[2] ?? '20');

/** Resident, and what is alive of this thread's heap: the rest of what is resident is room that the runtime has not given back. */
export interface Held {
  readonly rss: number;
  readonly heap: number;
}

function held(): Held {
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  return { rss: round(rss / 1_048_576, 0), heap: round(heapUsed / 1_048_576, 0) };
}

// What a process takes before it has done anything twice says nothing of how much it has to do.
const warm = openGround();
for (const n of [1001, 1002]) await runAll(warm, await addSource(warm, n));
await warm.close();

const ground = openGround();
const samples: Held[] = [];
for (let n = 0; n < SOURCES; n++) {
  await runAll(ground, await addSource(ground, n));
  samples.push(held());
}
await ground.close();
console.log(JSON.stringify(samples));
