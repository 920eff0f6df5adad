import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const PROGRAM = fileURLToPath(new URL('testing/long-work-process.ts', import.meta.url));

async function roomAfterWork(...words: string[]): Promise<number[]> {
  const child = fork(PROGRAM, words, { execArgv: [] });
  const [[rooms]] = await Promise.all([once(child, 'message'), once(child, 'exit')]);
  return rooms as number[];
}

describe('the young generation', () => {
  it('stays small in a process that works for long, and in its threads', async () => {
    const [small, own] = [await roomAfterWork('small'), await roomAfterWork()];
    expect(small).toHaveLength(2);
    for (const [i, room] of small.entries()) {
      expect(room).toBeLessThanOrEqual(32);
      expect(room).toBeLessThan(own[i] ?? 0);
    }
  });
});
