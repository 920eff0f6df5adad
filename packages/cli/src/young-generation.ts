/**
 * Keeps the room for new objects small. V8 doubles it whenever as much has survived in it as it holds, up to 128 MB a thread, and
 * never asks what for: whoever works long enough gets it all. A collection of it then stops the thread for tens of milliseconds,
 * and the process holds a hundred megabytes of nothing. With 16 MB collections are short, and no dearer in sum.
 *
 * The flag for it (`--max-semi-space-size`) has to stand on the command line of Node, which is not ours: clients, npx and people
 * start us. What can be told to a thread that runs is by how much its room grows; threads that are started later take the flag.
 */
import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

const ROOM_MB = 16;
/** V8 halves the room: what survives is copied from one half into the other. */
const HALF_MB = ROOM_MB / 2;
const STAYS = 1;
const DOUBLES = 2;

let isKept = false;

/** For the length of the process. */
export function keepYoungGenerationSmall(): void {
  if (isKept) return;
  isKept = true;
  setFlagsFromString(`--min-semi-space-size=${HALF_MB}`);
  setFlagsFromString(`--max-semi-space-size=${HALF_MB}`);
  let growth = STAYS;
  setGrowth(growth);
  // V8 takes room back from a thread that rests; it shall have it again.
  new PerformanceObserver(() => {
    const wanted = roomMb() < ROOM_MB ? DOUBLES : STAYS;
    if (wanted === growth) return;
    growth = wanted;
    setGrowth(growth);
  }).observe({ entryTypes: ['gc'] });
}

const setGrowth = (factor: number): void => setFlagsFromString(`--semi-space-growth-factor=${factor}`);

function roomMb(): number {
  const room = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
  return (room?.space_size ?? 0) / 1024 ** 2;
}
