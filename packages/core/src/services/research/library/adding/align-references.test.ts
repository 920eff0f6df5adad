/** A publisher's list beside the one that its paper prints. */
import { describe, expect, it } from 'vitest';
import { withMarkers } from './align-references.ts';

const titled = (title: string) => ({ type: 'book' as const, title, contributors: [], identifiers: [] });
const [WIND, RAIN, SNOW] = [titled('Of wind and air'), titled('Of rain and drops'), titled('Of snow and ice')];
const list = (...printed: [string | null, typeof WIND][]) => ({
  start: 0,
  end: 0,
  references: printed.map(([marker, item]) => ({ marker, item, raw: '' })),
});
const told = (...items: (typeof WIND)[]) =>
  items.map((item, i) => ({ n: i + 1, marker: null, raw: null, item, source: 'crossref' }));
const markers = (...given: Parameters<typeof withMarkers>) => withMarkers(...given).map(({ marker }) => marker);

describe('references of a publisher’s list', () => {
  it('have the numbers that are printed', () => {
    expect(markers(list(['[1]', WIND], ['[2]', RAIN]), told(WIND, RAIN))).toEqual(['[1]', '[2]']);
    expect(markers(list(['[1]', WIND], ['[2]', SNOW], ['[3]', RAIN]), told(WIND, RAIN))).toEqual(['[1]', '[3]']);
  });

  it('have none where none are printed, or they are not told', () => {
    expect(markers(list([null, WIND], [null, RAIN]), told(WIND, RAIN))).toEqual([null, null]);
    expect(markers(list(['[1]', WIND]), told(RAIN, SNOW))).toEqual([null, null]);
    expect(markers(null, told(WIND))).toEqual([null]);
  });
});
