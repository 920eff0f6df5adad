import { describe, expect, it } from 'vitest';
import { idSourceContract } from '@zapomni/testkit/contracts';
import { createFakeClock } from '@zapomni/testkit/fakes';
import { uuidV7Source } from './uuid-v7-source.ts';

idSourceContract('UUIDv7, running clock', () => uuidV7Source({ now: Date.now }));
idSourceContract('UUIDv7, clock that stands still', () => uuidV7Source({ now: () => 1_767_225_600_000 }));
idSourceContract('UUIDv7, clock that goes back', () => {
  let time = 1_767_225_600_000;
  return uuidV7Source({ now: () => time-- });
});
idSourceContract('UUIDv7, random bytes all ones', () =>
  uuidV7Source({ now: Date.now, random: (bytes) => void bytes.fill(0xff) }),
);

const timeOf = (id: string) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

describe('uuidV7Source', () => {
  it('lays out time, version, counter, variant and random bits as RFC 9562 says', () => {
    const random = (bytes: Uint8Array) => bytes.set([0xff, 0xff, 1, 2, 3, 4, 5, 6, 7, 8]);
    const ids = uuidV7Source({ now: () => 0x017f22e279b0, random });
    expect(ids.next()).toBe('017f22e2-79b0-77ff-8102-030405060708');
    expect(ids.next()).toBe('017f22e2-79b0-7800-8102-030405060708');
  });

  it('carries the time it was made', () => {
    const clock = createFakeClock();
    const ids = uuidV7Source({ now: clock.now });
    expect(timeOf(ids.next())).toBe(clock.now());
    clock.advance(1234);
    expect(timeOf(ids.next())).toBe(clock.now());
  });

  it('runs ahead of the clock by as little as it must, and waits for it then', () => {
    const clock = createFakeClock();
    const ids = uuidV7Source({ now: clock.now });
    for (let i = 0; i < 5000; i++) ids.next();
    expect(timeOf(ids.next()) - clock.now()).toBeLessThanOrEqual(3);
    clock.advance(10);
    expect(timeOf(ids.next())).toBe(clock.now());
  });

  it('does not repeat what another source of the same moment makes', () => {
    const now = () => 1_767_225_600_000;
    const [a, b] = [uuidV7Source({ now }), uuidV7Source({ now })];
    const made = new Set(Array.from({ length: 5000 }, () => [a.next(), b.next()]).flat());
    expect(made.size).toBe(10_000);
  });
});
