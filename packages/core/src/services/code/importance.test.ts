import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { importanceOf, type WeightedEdge } from './importance.ts';

const edge = (from: number, to: number, weight = 1): WeightedEdge => ({ from, to, weight });

describe('the importance of symbols', () => {
  test('what many use is above what one uses, and what important ones use above its like', () => {
    // 0, 1 and 2 use 3; 3 uses 4; 5 uses 6.
    const [user, , , hub, below, , lonely] = importanceOf(7, [
      edge(0, 3),
      edge(1, 3),
      edge(2, 3),
      edge(3, 4),
      edge(5, 6),
    ]);
    expect(hub).toBeGreaterThan(lonely as number);
    expect(below).toBeGreaterThan(lonely as number);
    expect(lonely).toBeGreaterThan(user as number);
  });

  test('candidates of one call share what it gives', () => {
    const [, sure, either, or] = importanceOf(5, [edge(0, 1), edge(4, 2, 0.5), edge(4, 3, 0.5)]);
    expect(either).toBe(or);
    expect(sure).toBeGreaterThan(either as number);
  });

  test('it is that of the textbook', () => {
    // A cycle of two that one more points into: x = .05 + .85 y, y = .05 + .85 (x + z) and z = .05.
    const [x, y, z] = importanceOf(3, [edge(0, 1), edge(1, 0), edge(2, 1)]);
    expect(z).toBeCloseTo(0.05, 3);
    const exact = (0.05 + 0.85 * (0.05 + 0.05)) / (1 - 0.85 * 0.85);
    expect(y).toBeCloseTo(exact, 2);
    expect(x).toBeCloseTo(0.05 + 0.85 * exact, 2);
  });

  test('calls of itself, and of what is not there, count for nothing', () => {
    expect(importanceOf(2, [edge(0, 0), edge(0, 7), edge(-1, 1), edge(0, 1, 0)])).toEqual(importanceOf(2, []));
    expect(importanceOf(0, [])).toEqual(new Float64Array(0));
  });

  test('all have 1 together, but for rounding, whatever the graph and the order of its edges', () => {
    const some = fc.array(fc.record({ from: fc.nat(19), to: fc.nat(19), weight: fc.constantFrom(1, 0.5, 0.25) }));
    fc.assert(
      fc.property(some, fc.infiniteStream(fc.nat()), (edges, places) => {
        const ranks = importanceOf(20, edges);
        expect(ranks.reduce((sum, rank) => sum + rank, 0)).toBeCloseTo(1, 1);
        expect(Math.min(...ranks)).toBeGreaterThan(0);
        const shuffled = edges
          .map((one) => ({ one, place: places.next().value as number }))
          .sort((a, b) => a.place - b.place)
          .map(({ one }) => one);
        expect(importanceOf(20, shuffled)).toEqual(ranks);
      }),
    );
  });

  test('one edge more among thousands leaves most as they were', () => {
    const edges = Array.from({ length: 5000 }, (_, i) => edge(i % 1000, (i * 7919) % 1000));
    const before = importanceOf(1000, edges);
    const after = importanceOf(1000, [...edges, edge(3, 4)]);
    expect(after.filter((rank, symbol) => rank !== before[symbol]).length).toBeLessThan(100);
  });
});
