import { expect, test } from 'vitest';
import { Reach } from './reach.ts';

/** What a search asks for that has looked at everything. */
function learnMany(reach: Reach, count: number, gap: (i: number) => number): void {
  for (let i = 0; i < count; i++) reach.learn(Array.from({ length: 10 }, (_, hit) => gap(i * 10 + hit)));
}

test('the first searches look at everything, the later ones as far as nearly all hits were found', () => {
  const reach = new Reach(null);
  expect(reach.next()).toBeUndefined();
  learnMany(reach, 31, () => 0.1);
  expect(reach.next()).toBeUndefined();
  expect(reach.news).toBeUndefined();
  learnMany(reach, 1, () => 0.1);
  expect(reach.next()).toBe(0.1);
  expect(reach.news).toBe(0.1);
  reach.saved();
  expect(reach.news).toBeUndefined();
});

test('one hit in two hundred may be out of reach, one in fifty may not', () => {
  const seldom = new Reach(null);
  learnMany(seldom, 60, (i) => (i % 200 === 0 ? 0.9 : 0.1));
  expect(seldom.next()).toBe(0.1);
  const often = new Reach(null);
  learnMany(often, 60, (i) => (i % 50 === 0 ? 0.9 : 0.1));
  expect(often.next()).toBe(0.9);
});

test('now and then a search looks at everything, so that a change is noticed', () => {
  const reach = new Reach(0.2);
  const asked = Array.from({ length: 300 }, () => reach.next());
  expect(asked.filter((one) => one === undefined)).toHaveLength(3);
  learnMany(reach, 96, () => 0.5);
  expect(reach.next()).toBe(0.5);
});
