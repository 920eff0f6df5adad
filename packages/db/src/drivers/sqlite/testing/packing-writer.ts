/** Adds numbered memories and packs, merges and drops without pause until it is killed; tells its parent of each one kept. */
import { openTrial, SMALL } from './open-trial.ts';
import { numberedMemory } from './numbered-memory.ts';

const [dataDir = '', writer = '0'] = process.argv.slice(2);
const trial = openTrial(dataDir, SMALL);
trial.store.db.exec('PRAGMA synchronous = FULL');

function tryPortion(): void {
  try {
    trial.portion();
  } catch {
    // The other writer has the store; what is left to do is still there.
  }
}

for (let number = 0; ; number++) {
  // Those of one line: a few passages each.
  trial.memories.add([numberedMemory(Number(writer), number * 5)], number);
  process.send?.(number);
  for (let i = 0; i < 4; i++) tryPortion();
  // Lets the message go out.
  await new Promise((resolve) => setImmediate(resolve));
}
