/** The thousand kills that `npm run bench -- kills` makes of the built package, made with a few from source: hooks, bridges, servers, commands. */
import path from 'node:path';
import { trialRandom } from '@zapomni/testkit/trial-random';
import { describe, expect, it } from 'vitest';
import { killEverything } from '../bench/lib/kills/kill-everything.ts';

const KILLS = Number(process.env['ZAPOMNI_KILLS'] ?? 30);
const SCRIPT = path.join(import.meta.dirname, '../packages/cli/bin/zapomni.ts');

// Sockets of the folder's server, and signals.
describe.skipIf(process.platform === 'win32')('whatever is killed while clients are at work', () => {
  it(
    'loses no memory that was acknowledged, doubles none, keeps every turn and leaves nobody behind',
    { timeout: 240_000 + KILLS * 8000 },
    async () => {
      const { toll, lost, doubled, missed, processes, files } = await killEverything({
        script: SCRIPT,
        kills: KILLS,
        random: trialRandom(),
      });
      console.log(JSON.stringify({ ...toll.kills, acknowledged: toll.acknowledged.length, said: toll.said.length }));
      expect({ lost, doubled, missed }).toEqual({ lost: [], doubled: [], missed: [] });
      expect({ processes, files }).toEqual({ processes: [], files: [] });
      expect(toll.complaints).toEqual([]);
      expect(toll.acknowledged.length).toBeGreaterThan(0);
    },
  );
});
