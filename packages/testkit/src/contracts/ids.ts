/** What every clock and every source of ids must do. */
import { describe, expect, it } from 'vitest';
import type { Clock, IdSource } from '@zapomni/core/ports';

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export function idSourceContract(name: string, open: () => IdSource): void {
  describe(`id source contract: ${name}`, () => {
    it('makes UUIDs of version 7', () => {
      const ids = open();
      for (let i = 0; i < 100; i++) expect(ids.next()).toMatch(UUID_V7);
    });

    it('never makes one twice, and each sorts after the one before', () => {
      const ids = open();
      let last = '';
      for (let i = 0; i < 20_000; i++) {
        const id = ids.next();
        if (id <= last) expect.fail(`${id} does not sort after ${last}`);
        last = id;
      }
    });
  });
}

export function clockContract(name: string, open: () => Clock): void {
  describe(`clock contract: ${name}`, () => {
    it('tells whole milliseconds since the epoch', () => {
      const clock = open();
      expect(Number.isSafeInteger(clock.now())).toBe(true);
      expect(clock.now()).toBeGreaterThan(Date.UTC(2020, 0));
    });

    it('does not go back between two readings', () => {
      const clock = open();
      const first = clock.now();
      expect(clock.now()).toBeGreaterThanOrEqual(first);
    });
  });
}
