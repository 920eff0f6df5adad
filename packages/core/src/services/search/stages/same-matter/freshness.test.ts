import { describe, expect, it } from 'vitest';
import { newestFirst, type Dated } from './freshness.ts';

interface Named extends Dated {
  readonly name: string;
}

const hit = (name: string, at: number, rest: Partial<Dated> = {}): Named => ({
  name,
  at,
  parts: Float32Array.of(0.3, 0.3),
  terms: new Set(['she', 'live', name]),
  opening: name,
  inTime: false,
  whole: true,
  dated: true,
  stored: 1,
  ...rest,
});
const arrange = (text: string, hits: readonly Named[]) =>
  newestFirst(hits, { text, fluency: 1, coverage: (terms) => Number(terms.has('live')) });
const names = (text: string, hits: readonly Named[]) => arrange(text, hits).hits.map(({ name }) => name);

describe('newestFirst', () => {
  const moved = [hit('Rome', 1), hit('Oslo', 2), hit('Lima', 3)];

  it('puts the newer above the older when the question is how things are', () => {
    expect(names('where does she live', moved)).toEqual(['Lima', 'Oslo', 'Rome']);
  });

  it('leaves the order when the question is about the past', () => {
    expect(names('where did she originally live', moved)).toEqual(['Rome', 'Oslo', 'Lima']);
  });

  it('must be surer when the question is about an event', () => {
    const alike = { parts: Float32Array.of(0.27, 0.27), terms: new Set<string>() };
    const apart = [hit('old', 1, alike), hit('new', 2, alike)];
    const surer = [hit('old', 1), hit('new', 2)];
    expect(names('where does she live', apart)).toEqual(['old', 'new']);
    expect(names('where does she live', surer)).toEqual(['new', 'old']);
    const between = { parts: Float32Array.of(0.29, 0.29), terms: new Set<string>() };
    const either = [hit('old', 1, between), hit('new', 2, between)];
    expect(names('where does she live', either)).toEqual(['new', 'old']);
    expect(names('when did she move', either)).toEqual(['old', 'new']);
  });

  it.each<[string, Partial<Dated>]>([
    ['answers other words', { parts: Float32Array.of(0.6, 0) }],
    ['answers little', { parts: Float32Array.of(0.1, 0.1) }],
    ['shares no word and was not looked at closely', { parts: undefined, terms: new Set(['other']) }],
  ])('does not prefer what is newer and %s', (_, rest) => {
    expect(names('where does she live', [hit('old', 1), hit('new', 2, rest)])).toEqual(['old', 'new']);
  });

  it('goes by words where no close look was taken', () => {
    const unlooked = { parts: undefined };
    expect(names('where does she live', [hit('old', 1, unlooked), hit('new', 2, unlooked)])).toEqual(['new', 'old']);
  });

  it('goes by words where the model cannot read the question', () => {
    const unread = { parts: Float32Array.of(0.5, 0.5) };
    const words = (terms: string[]) => ({ ...unread, terms: new Set(terms) });
    const asking = { text: 'где она живёт', fluency: 0, coverage: (terms: ReadonlySet<string>) => terms.size / 3 };
    const other = [hit('old', 1, words(['a', 'b', 'c'])), hit('new', 2, words(['d', 'e', 'f']))];
    const same = [hit('old', 1, words(['a', 'b', 'c'])), hit('new', 2, words(['a', 'b', 'c']))];
    expect(newestFirst(other, asking).hits.map(({ name }) => name)).toEqual(['old', 'new']);
    expect(newestFirst(same, asking).hits.map(({ name }) => name)).toEqual(['new', 'old']);
  });

  it('does not take what another says for a newer version', () => {
    const turns = (speaker: string) => [
      hit('old', 1, { opening: 'Ana: …' }),
      hit('new', 2, { opening: `${speaker}: …` }),
    ];
    expect(names('where does she live', turns('Ben'))).toEqual(['old', 'new']);
    expect(names('where does she live', turns('Ana'))).toEqual(['new', 'old']);
  });

  it('does not take a part of something longer for a newer or an older version', () => {
    const part = { whole: false };
    expect(names('where does she live', [hit('old', 1, part), hit('new', 2)])).toEqual(['old', 'new']);
    expect(names('where does she live', [hit('old', 1), hit('new', 2, part)])).toEqual(['old', 'new']);
  });

  it('keeps what lies within the time that is asked about above what does not', () => {
    const inTime = { inTime: true };
    expect(names('where did she live in May', [hit('May', 1, inTime), hit('June', 2)])).toEqual(['May', 'June']);
    expect(names('where did she live in May', [hit('1 May', 1, inTime), hit('9 May', 2, inTime)])[0]).toBe('9 May');
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

  it('moves nothing else', () => {
    const other = { parts: Float32Array.of(0.8, 0), terms: new Set(['other']) };
    expect(
      names('where does she live', [hit('old', 1), hit('x', 0, other), hit('y', 0, other), hit('new', 2)]),
    ).toEqual(['new', 'old', 'x', 'y']);
  });

  it('loses nothing, and leaves what stands below the first few', () => {
    const many = Array.from({ length: 15 }, (_, i) => hit(`${i}`, i));
    const arranged = names('where does she live', many);
    expect(arranged.toSorted()).toEqual(many.map(({ name }) => name).toSorted());
    expect(arranged.slice(8)).toEqual(many.slice(8).map(({ name }) => name));
    expect(arranged[0]).toBe('7');
  });

  it('says what it put above what', () => {
    const { overtakings } = arrange('where does she live', [hit('old', 1), hit('new', 2)]);
    expect(overtakings.map(({ newer, older }) => [newer.name, older.name])).toEqual([['new', 'old']]);
  });
});
