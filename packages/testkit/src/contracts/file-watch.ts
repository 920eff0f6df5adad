/** The watching half of a file reader's contract, on real files. */
import { appendFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import type { createRecordingLogger, FakeClock } from '../fakes/index.ts';
import { verifies } from '../verifies.ts';
import type { FileReaderHarness } from './file-reader.ts';

interface Ground extends FileReaderHarness {
  /** Holds the vault, and a secret beside it. */
  readonly base: string;
  readonly vault: string;
  readonly clock: FakeClock;
  readonly logger: ReturnType<typeof createRecordingLogger>;
}

export function fileWatchClauses(ground: () => Ground): void {
  const watching = (readsPerMinute = 1000) => {
    const { open, base, vault, clock, logger } = ground();
    const reader = open({ roots: [vault], maxBytes: 1000, readsPerMinute, clock, logger });
    const life = new AbortController();
    let told = 0;
    return {
      life,
      logger,
      at: (name: string) => path.join(vault, name),
      watch: (name: string, client = 'tester') =>
        reader.watch(
          pathToFileURL(path.join(base, name)).href,
          { client, signal: life.signal },
          () => void (told += 1),
        ),
      /** Resolves when a change is told that was not told before. */
      changed() {
        const seen = told;
        const isTold = () => told !== seen;
        return async () => {
          while (!isTold()) await new Promise((resolve) => setTimeout(resolve, 5));
        };
      },
      count: () => told,
    };
  };

  it('a file that is written, replaced as editors do, removed and made anew', async () => {
    const { life, at, watch, changed, count } = watching();
    await watch('vault/notes.md');
    const steps = [
      () => appendFileSync(at('notes.md'), 'more'),
      () => {
        writeFileSync(at('.notes.swp'), 'saved');
        renameSync(at('.notes.swp'), at('notes.md'));
      },
      () => appendFileSync(at('notes.md'), 'after the replacement'),
      () => {
        renameSync(at('notes.md'), at('notes.md~'));
        writeFileSync(at('notes.md'), 'saved with a backup');
      },
      () => appendFileSync(at('notes.md'), 'again'),
      () => rmSync(at('notes.md')),
      () => writeFileSync(at('notes.md'), 'back'),
    ];
    for (const step of steps) {
      const told = changed();
      step();
      await told();
    }
    expect(count()).toBeGreaterThanOrEqual(steps.length);
    life.abort();
  });

  it('nothing after the signal has fired', async () => {
    const { life, at, watch, count } = watching();
    const other = watching();
    await watch('vault/notes.md');
    await other.watch('vault/notes.md');
    life.abort();
    const told = other.changed();
    appendFileSync(at('notes.md'), 'more');
    await told();
    expect(count()).toBe(0);
    other.life.abort();
  });

  it('nothing that could not be read, and says no more of it than a read does', async () => {
    verifies('R270', 'R271', 'R295');
    const { life, logger, at, watch } = watching();
    symlinkSync(path.join(ground().base, 'secret.txt'), at('link.txt'));
    writeFileSync(at('large.txt'), 'x'.repeat(1001));
    for (const name of ['secret.txt', 'vault/../secret.txt', 'vault/link.txt', 'vault/no-such.txt', 'no-such.txt']) {
      await expect(watch(name), name).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    await expect(watch('vault/sub')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(watch('vault/large.txt')).rejects.toMatchObject({ code: 'TOO_LARGE' });
    await watch('vault/notes.md');
    expect(logger.of('file_refused')).toHaveLength(7);
    expect(logger.of('file_watched')).toMatchObject([{ fields: { client: 'tester', root: 0, path: 'notes.md' } }]);
    life.abort();
  });

  it('no more, for one client, than it may read', async () => {
    verifies('R296');
    const { life, watch } = watching(2);
    await watch('vault/notes.md');
    await watch('vault/notes.md');
    await expect(watch('vault/notes.md')).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: 30_000 });
    await watch('vault/notes.md', 'another');
    life.abort();
  });
}
