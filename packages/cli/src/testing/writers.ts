/** Four processes that write while a backup is made, and what must be true of it. */
import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const LOOK_MS = 5;
const WRITER = fileURLToPath(new URL('writer.ts', import.meta.url));

export interface Writers {
  /** The last pair of each that was acknowledged; -1 before the first. */
  readonly reached: readonly number[];
  /** Each has written so many more. */
  further(pairs: number): Promise<void>;
  kill(): Promise<void>;
}

export function startWriters(place: string, count: number): Writers {
  const reached = Array.from({ length: count }, () => -1);
  const children: ChildProcess[] = reached.map((_, i) => {
    const child = fork(WRITER, [place, String(i)], { execArgv: [] });
    child.on('message', (n) => (reached[i] = Number(n)));
    return child;
  });
  return {
    reached,
    further: async (pairs) => {
      const before = [...reached];
      while (!reached.every((n, i) => n >= (before[i] ?? 0) + pairs)) await sleep(LOOK_MS);
    },
    kill: async () => {
      await Promise.all(
        children.map(async (child) => {
          const ended = once(child, 'exit');
          child.kill('SIGKILL');
          await ended;
        }),
      );
    },
  };
}

/**
 * Of each writer there are the first so many pairs, whole, and the count that was written with the last of them: at least what was
 * acknowledged before the backup began, at most one more than what was acknowledged when it ended.
 */
export function expectStateThatExisted(
  lines: readonly string[],
  { before, after }: { readonly before: readonly number[]; readonly after: readonly number[] },
): void {
  const records = lines.map(
    (line) => JSON.parse(line) as { kind?: string; id?: string; key?: string; value?: unknown },
  );
  const ids = records.flatMap(({ kind, id }) => (kind === 'memory' && id !== undefined ? [id] : [])).toSorted();
  for (const [i, acknowledged] of before.entries()) {
    const [a, z] = ['a', 'z'].map((one) => ids.filter((id) => id.startsWith(`${one}-${i}-`))) as [string[], string[]];
    assert.deepEqual(a, prefix('a', i, a.length));
    assert.deepEqual(z, prefix('z', i, a.length));
    assert.ok(a.length > acknowledged, `${a.length} of more than ${acknowledged}`);
    assert.ok(a.length <= (after[i] ?? 0) + 2, `${a.length} of ${after[i]}`);
    const counted = records.find(({ kind, key }) => kind === 'record' && key === String(i));
    assert.equal(String(counted?.value), String(a.length));
  }
}

function prefix(pair: string, writer: number, count: number): string[] {
  return Array.from({ length: count }, (_, n) => `${pair}-${writer}-${String(n).padStart(6, '0')}`);
}
