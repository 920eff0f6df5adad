import { expect, test } from 'vitest';
import { verifies } from '@zapomni/testkit/verifies';
import { Breaker } from './breaker.ts';

function make(random: number) {
  const clock = { now: 0 };
  return { clock, breaker: new Breaker({ now: () => clock.now, random: () => random }) };
}

function failTimes(breaker: Breaker, times: number): void {
  for (let i = 0; i < times; i++) breaker.fail();
}

test('it lets calls through until five in a row have failed', () => {
  verifies('P048');
  const { breaker } = make(1);
  failTimes(breaker, 4);
  expect(breaker.enter()).toBe(0);
  breaker.succeed();
  failTimes(breaker, 4);
  expect(breaker.enter()).toBe(0);
  breaker.fail();
  expect(breaker.enter()).toBeGreaterThan(0);
});

test('after its rest one call tries, and its outcome decides', () => {
  verifies('P048');
  const { breaker, clock } = make(1);
  failTimes(breaker, 5);
  clock.now += 250;
  expect(breaker.enter()).toBe(0);
  expect(breaker.enter(), 'another one, meanwhile').toBeGreaterThan(0);
  breaker.fail();
  expect(breaker.enter()).toBe(500);
  clock.now += 500;
  expect(breaker.enter()).toBe(0);
  breaker.succeed();
  expect([breaker.enter(), breaker.enter()]).toEqual([0, 0]);
});

test('the rest grows to a limit, and differs between processes', () => {
  verifies('P048');
  const rest = (random: number, failures: number): number => {
    const { breaker } = make(random);
    failTimes(breaker, failures);
    return breaker.enter();
  };
  expect([5, 6, 7, 40].map((failures) => rest(1, failures))).toEqual([250, 500, 1000, 5000]);
  expect([0, 0.5, 1].map((random) => rest(random, 6))).toEqual([250, 375, 500]);
});
