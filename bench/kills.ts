/**
 * A thousand random kills of hooks, bridges and servers, while clients add memories and hold conversations. Counted is what must not be: a memory that
 * was acknowledged and is gone, one that is there twice, a turn of a transcript that is not kept in the end, a process or a lock that is left.
 */
import { loadavg } from 'node:os';
import { round } from './lib/figures.ts';
import { killEverything } from './lib/kills/kill-everything.ts';

const KILLS = Number(process.env['ZAPOMNI_BENCH_KILLS'] ?? 1000);

export async function benchKills(script: string) {
  const begun = performance.now();
  const { toll, rounds, keptByHooks, ...found } = await killEverything({ script, kills: KILLS, random: Math.random });
  const { lost, doubled, missed, processes, files } = found;
  return {
    kills: toll.kills,
    rounds,
    memories: { tried: toll.tried.length, acknowledged: toll.acknowledged.length, unsure: toll.unsure },
    sentences: { said: toll.said.length, keptByHooks, keptInTheEnd: toll.said.length - missed.length },
    lost: lost.length,
    doubled: doubled.length,
    missed: missed.length,
    left: { processes: processes.length, files: files.length },
    complaints: toll.complaints,
    seconds: round((performance.now() - begun) / 1000, 0),
    load: round(loadavg()[0] ?? Number.NaN),
  };
}
