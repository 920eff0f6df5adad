/** How long answers are kept, and what they are good for when nobody can be asked. */
import { describe, expect, it } from 'vitest';
import { QUERY } from '../../replay/made-up/index.ts';
import { says } from '../../web-server/index.ts';
import { CONTACT, SECRET, type SourceBench } from './fixtures.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export function keepingClauses(bench: SourceBench): void {
  const { made } = bench;
  const asked = async (work: Promise<unknown>) => {
    const before = bench.server.requests.length;
    await work;
    return bench.server.requests.length - before;
  };
  const pass = (ms: number) => void bench.test.clock.advance(ms);

  describe('what is kept', () => {
    it('of a record holds for seven days, unless something fresh is wanted', async () => {
      const questions = await asked(bench.open().lookup(made.known));
      expect(questions).toBeGreaterThan(0);
      expect(await asked(bench.open().lookup(made.known))).toBe(0);
      expect(await asked(bench.open().lookup(made.known, { fresh: true }))).toBe(questions);
      pass(7 * DAY - HOUR);
      expect(await asked(bench.open().lookup(made.known))).toBe(0);
      pass(HOUR);
      expect(await asked(bench.open().lookup(made.known))).toBeGreaterThan(0);
    });

    it('of a search holds for six hours', async () => {
      if (made.answers.match === undefined) return;
      await bench.open().match(QUERY);
      pass(5 * HOUR);
      expect(await asked(bench.open().match(QUERY))).toBe(0);
      pass(HOUR);
      expect(await asked(bench.open().match(QUERY))).toBeGreaterThan(0);
    });

    it('of what is not known holds for an hour', async () => {
      await bench.open().lookup(made.unknown);
      pass(HOUR / 2);
      expect(
        await asked(
          bench
            .open()
            .lookup(made.unknown)
            .then((found) => expect(found).toBeNull()),
        ),
      ).toBe(0);
      pass(HOUR / 2);
      expect(await asked(bench.open().lookup(made.unknown))).toBeGreaterThan(0);
    });

    it('of open copies holds for a day', async () => {
      await bench.open().copies(made.known);
      pass(DAY - HOUR);
      expect(await asked(bench.open().copies(made.known))).toBe(0);
      pass(HOUR);
      expect(await asked(bench.open().copies(made.known))).toBeGreaterThan(0);
    });

    it('has no key and nobody who asked in it', async () => {
      await bench.open().lookup(made.known);
      expect(bench.kept()).not.toBe('');
      expect(bench.kept()).not.toContain(SECRET);
      expect(bench.kept()).not.toMatch(new RegExp(`${CONTACT}|${encodeURIComponent(CONTACT)}`));
      const other = bench.open({ key: undefined, contact: 'other@example.org' });
      expect(await asked(other.lookup(made.known))).toBe(0);
    });

    it('is given for a month when the source fails, and said to be old', async () => {
      const first = await bench.open().lookup(made.known);
      const receivedAt = bench.now;
      pass(20 * DAY);
      bench.server.next(made.name, ...[1, 2, 3, 4].map(() => says('down', {}, 500)));
      const stale: number[] = [];
      expect(await bench.open().lookup(made.known, { onStale: (at) => stale.push(at) })).toEqual(first);
      expect(stale.length).toBeGreaterThan(0);
      for (const at of stale) expect(at).toBeLessThanOrEqual(receivedAt);
      bench.server.forget();
      pass(20 * DAY);
      bench.server.next(made.name, ...[1, 2, 3, 4].map(() => says('down', {}, 500)));
      await expect(bench.open().lookup(made.known)).rejects.toMatchObject({ code: 'UPSTREAM_FAILED' });
    });

    it('is all there is while the source may not be asked, however old', async () => {
      const source = bench.open({ isOffline: true });
      await expect(source.lookup(made.known)).rejects.toMatchObject({ code: 'NETWORK_OFF' });
      const first = await bench.open().lookup(made.known);
      pass(100 * DAY);
      expect(await asked(source.lookup(made.known).then((again) => expect(again).toEqual(first)))).toBe(0);
    });

    it('is nothing where no room is given', async () => {
      const { cache: _, ...without } = { cache: undefined };
      const source = bench.open({ ...without, cache: { folder: bench.folder, maxBytes: 0 } });
      const questions = await asked(source.lookup(made.known));
      expect(await asked(source.lookup(made.known))).toBe(questions);
    });
  });
}
