import { describe, expect, it } from 'vitest';
import { newestFirst, type Dated } from './freshness.ts';

interface Named extends Dated {
  readonly name: string;
}

const SAME = Float32Array.of(1, 0);
const OTHER = Float32Array.of(0, 1);
const hit = (name: string, at: number, rest: Partial<Dated> = {}): Named => ({
  name,
  at,
  score: 0.8,
  close: 0.7,
  dated: true,
  stored: 1,
  vector: SAME,
  ...rest,
});
const names = (query: string, hits: readonly Named[]) => newestFirst(query, hits).map(({ name }) => name);

describe('newestFirst', () => {
  const moved = [hit('Rome', 1, { score: 0.9 }), hit('Oslo', 2), hit('Lima', 3, { score: 0.7 })];

  it('puts the newest of equals first when the question is how things are', () => {
    expect(names('where does she live', moved)[0]).toBe('Lima');
    expect(names('where does she live now', moved)[0]).toBe('Lima');
  });

  it('leaves the order when the question is about the past', () => {
    expect(names('where did she originally live', moved)).toEqual(['Rome', 'Oslo', 'Lima']);
    expect(names('where did she live first', moved)).toEqual(['Rome', 'Oslo', 'Lima']);
  });

  it('asks for a closer match when the question is about an event', () => {
    const apart = [hit('old', 1, { score: 0.9 }), hit('new', 2, { score: 0.5 })];
    expect(names('where does she live', apart)).toEqual(['new', 'old']);
    expect(names('when did she move', apart)).toEqual(['old', 'new']);
  });

  it.each<[string, Partial<Dated>]>([
    ['speaks of another matter', { vector: OTHER }],
    ['fits much worse', { score: 0.1 }],
    ['fits much worse when looked at closely', { close: 0.3 }],
    ['was not looked at closely', { close: null }],
    ['has no vector yet', { vector: undefined }],
  ])('does not prefer what is newer and %s', (_, rest) => {
    expect(names('where does she live', [hit('old', 1), hit('new', 2, rest)])).toEqual(['old', 'new']);
  });

  it('goes by the order of storing where the times are the same', () => {
    expect(names('where does she live', [hit('first', 5, { stored: 1 }), hit('second', 5, { stored: 2 })])).toEqual([
      'second',
      'first',
    ]);
  });

  it('does not take the order in which undated memories came in for the order of events', () => {
    const hour = 3_600_000;
    const stored = (at: number) => [hit('first', 0, { dated: false }), hit('second', at, { dated: false })];
    expect(names('where does she live', stored(hour))).toEqual(['first', 'second']);
    expect(names('where does she live', stored(hour + 1))).toEqual(['second', 'first']);
  });

  it('loses nothing, and leaves what stands below the first few', () => {
    const many = Array.from({ length: 15 }, (_, i) => hit(`${i}`, i));
    const arranged = names('where does she live', many);
    expect(arranged.toSorted()).toEqual(many.map(({ name }) => name).toSorted());
    expect(arranged.slice(5)).toEqual(many.slice(5).map(({ name }) => name));
    expect(arranged[0]).toBe('4');
  });
});
