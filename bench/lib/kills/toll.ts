/** What was said, asked for and killed on the way; and what the store has of it in the end. */
import type { Ground } from './ground.ts';

export interface Toll {
  readonly kills: { hooks: number; bridges: number; servers: number; commands: number };
  /** Added by clients: all of them, and those that were acknowledged. */
  readonly tried: string[];
  readonly acknowledged: string[];
  /** Additions that were told that nobody knows. */
  unsure: number;
  /** Sentences of transcripts that are to be kept, and summaries that a later one replaces. */
  readonly said: string[];
  readonly replaced: string[];
  /** What should not have happened. */
  readonly complaints: string[];
}

export const newToll = (): Toll => ({
  kills: { hooks: 0, bridges: 0, servers: 0, commands: 0 },
  tried: [],
  acknowledged: [],
  unsure: 0,
  said: [],
  replaced: [],
  complaints: [],
});

export const killsIn = ({ kills }: Toll): number => Object.values(kills).reduce((sum, count) => sum + count, 0);

export interface Found {
  /** Acknowledged and not there. */
  readonly lost: readonly string[];
  /** There more than once, of whatever origin. */
  readonly doubled: readonly string[];
  /** Said and not kept. */
  readonly missed: readonly string[];
}

/** How often each text holds now, by all of the store. */
export async function textsIn(ground: Ground): Promise<ReadonlyMap<string, number>> {
  const { stdout, stderr, status } = await ground.run('export', '-', '--without-vectors');
  if (status !== 0) throw new Error(stderr);
  const counts = new Map<string, number>();
  for (const line of stdout.trim().split('\n')) {
    const { kind, memory } = JSON.parse(line) as {
      kind?: string;
      memory?: { text: string; supersededBy: string | null };
    };
    if (kind !== 'memory' || memory === undefined || memory.supersededBy !== null) continue;
    counts.set(memory.text, (counts.get(memory.text) ?? 0) + 1);
  }
  return counts;
}

export function compare(toll: Toll, there: ReadonlyMap<string, number>): Found {
  const times = (text: string): number => there.get(text) ?? 0;
  return {
    lost: toll.acknowledged.filter((text) => times(text) === 0),
    doubled: [...there].filter(([, count]) => count > 1).map(([text]) => text),
    missed: toll.said.filter((text) => times(text) === 0),
  };
}
