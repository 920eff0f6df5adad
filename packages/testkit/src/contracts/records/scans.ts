/** Reading records in order: ranges, pages, counts, blobs. */
import { expect } from 'vitest';
import { compareTexts } from '@zapomni/core/model';
import { NOW, WORKSPACE, type Clause } from '../storage/fixtures.ts';
import { blob, COLLECTION, drop, keysIn, put, write } from './fixtures.ts';

/** In the order of bytes, which is not that of JavaScript: it puts U+FFFD after U+1D49C. */
const KEYS = [
  ' ',
  '!',
  'A',
  'a',
  'a!',
  'aa',
  'a\u{10FFFF}',
  'b',
  'ß',
  'я',
  '\uE000',
  '\uFFFD',
  '\u{1D49C}',
  '\u{10FFFF}',
];

export function recordScanClauses(clause: Clause): void {
  clause('keys and index values are in the order of their bytes, both ways', async ({ storage }) => {
    expect(KEYS.toSorted()).not.toEqual(KEYS);
    const mixed = KEYS.toSorted();
    await write(storage, ...mixed.map((key) => put(key, { shared: { by_x: `${key}v` } })));
    const byValue = KEYS.toSorted((one, other) => compareTexts(`${one}v`, `${other}v`));
    for (const limit of [1, 3, 100]) {
      expect(await keysIn(storage, { limit })).toEqual(KEYS);
      expect(await keysIn(storage, { limit, descending: true })).toEqual(KEYS.toReversed());
      expect(await keysIn(storage, { limit, index: 'by_x' })).toEqual(byValue);
      expect(await keysIn(storage, { limit, index: 'by_x', descending: true })).toEqual(byValue.toReversed());
    }
  });

  clause(
    'a range begins with its first bound and ends before its second, both ways and when counted',
    async ({ storage }) => {
      await write(storage, ...KEYS.map((key) => put(key, { shared: { by_x: key } })));
      for (const index of [{}, { index: 'by_x' }]) {
        for (const [from, to] of [
          [0, 3],
          [2, 9],
          [5, 5],
          [6, 2],
          [11, 13],
        ] as const) {
          const range = { ...index, from: KEYS[from] ?? '', to: KEYS[to] ?? '' };
          const expected = KEYS.slice(from, Math.max(from, to));
          expect(await keysIn(storage, { ...range, limit: 2 })).toEqual(expected);
          expect(await keysIn(storage, { ...range, limit: 2, descending: true })).toEqual(expected.toReversed());
          expect(await storage.records.count(WORKSPACE, { collection: COLLECTION, ...range })).toBe(expected.length);
        }
        expect(await keysIn(storage, { ...index, from: 'aa' })).toEqual(KEYS.slice(5));
        expect(await keysIn(storage, { ...index, to: 'aa' })).toEqual(KEYS.slice(0, 5));
        expect(await storage.records.count(WORKSPACE, { collection: COLLECTION, ...index })).toBe(KEYS.length);
        expect(await storage.records.count(WORKSPACE, { collection: COLLECTION, ...index, from: 'aa' })).toBe(9);
      }
    },
  );

  clause('how many have each value of an index is told, of those that enough have', async ({ storage }) => {
    const values = KEYS.map((_, i) => [`v${i % 3}`, `w${i}`, ...(i < 2 ? ['\u{1D49C}', '\uFFFD'] : [])]);
    await write(storage, ...KEYS.map((key, i) => put(key, { shared: { by_x: values[i] ?? [] } })));
    const tally = (least: number, index = 'by_x', workspace = WORKSPACE) =>
      storage.records.tally(workspace, { collection: COLLECTION, index }, least);
    const many = (value: string) => values.flat().filter((one) => one === value).length;
    const told = [...new Set(values.flat())]
      .toSorted((one, other) => compareTexts(one, other))
      .map((value) => ({ value, records: many(value) }));
    for (const least of [1, 2, 5, 6])
      expect(await tally(least)).toEqual(told.filter(({ records }) => records >= least));
    expect([await tally(1, 'by_absent'), await tally(1, 'by_x', 'nowhere')]).toEqual([[], []]);
    await write(storage, drop(KEYS[0] ?? ''));
    expect(await tally(2)).not.toContainEqual({ value: '\uFFFD', records: expect.anything() });
    await expect(tally(0)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    const ranges = [{ index: 'by_x', from: 'v1', to: 'v2' }, { from: 'a', to: 'b' }, {}, { index: 'by_absent' }];
    const asked = ranges.map((range) => ({ collection: COLLECTION, ...range }));
    const alone = await Promise.all(asked.map((range) => storage.records.count(WORKSPACE, range)));
    expect(await storage.records.countMany(WORKSPACE, asked)).toEqual(alone);
    expect(alone).toEqual([5, 4, KEYS.length - 1, 0]);
    expect(await storage.records.countMany('nowhere', asked)).toEqual([0, 0, 0, 0]);
    expect(await storage.records.countMany(WORKSPACE, [])).toEqual([]);
  });

  clause('many questions at once are answered as each alone, in their order', async ({ storage }) => {
    await write(storage, ...KEYS.map((key) => put(key, { shared: { by_x: key < 'b' ? 'low' : 'high' } })));
    const first = await storage.records.scan(WORKSPACE, { collection: COLLECTION, limit: 2 });
    const scans = [
      { collection: COLLECTION, index: 'by_x', from: 'low', limit: 2 },
      { collection: COLLECTION, index: 'by_x', from: 'm', to: 'n', limit: 5 },
      { collection: COLLECTION, index: 'by_x', from: 'high', to: 'higi', limit: 100, descending: true },
      { collection: COLLECTION, index: 'by_absent', limit: 5 },
      { collection: 'absent', limit: 5 },
      { collection: COLLECTION, from: 'a', to: 'b', limit: 100 },
      { collection: COLLECTION, limit: 3, ...(first.next === null ? {} : { cursor: first.next }) },
    ];
    const alone = await Promise.all(scans.map((scan) => storage.records.scan(WORKSPACE, scan)));
    expect(alone.map(({ items }) => items.length)).toEqual([2, 0, 7, 0, 0, 4, 3]);
    expect(await storage.records.scanMany(WORKSPACE, scans)).toEqual(alone);
    expect(await storage.records.scanMany(WORKSPACE, [])).toEqual([]);
    const nowhere = await storage.records.scanMany('nowhere', scans.slice(0, 2));
    expect(nowhere).toEqual([
      { items: [], next: null },
      { items: [], next: null },
    ]);
    await expect(
      storage.records.scanMany(WORKSPACE, [...scans, { collection: COLLECTION, limit: 0 }]),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  clause('records with one value come in the order of keys, page by page, both ways', async ({ storage }) => {
    await write(
      storage,
      ...KEYS.toReversed().map((key) => put(key, { shared: { by_x: 'same', by_y: key < 'b' ? '1' : '0' } })),
    );
    expect(await keysIn(storage, { index: 'by_x', limit: 4 })).toEqual(KEYS);
    expect(await keysIn(storage, { index: 'by_x', limit: 4, descending: true })).toEqual(KEYS.toReversed());
    expect(await keysIn(storage, { index: 'by_y', from: '1', limit: 3 })).toEqual(KEYS.filter((key) => key < 'b'));
    expect(await keysIn(storage, { index: 'by_absent' })).toEqual([]);
  });

  clause(
    'a record with several values of an index comes for each; the same one twice counts once',
    async ({ storage }) => {
      await write(
        storage,
        put('a', { shared: { by_tag: ['x', 'z', 'x'] } }),
        put('b', { shared: { by_tag: ['y', 'x'] } }),
      );
      expect(await keysIn(storage, { index: 'by_tag', limit: 1 })).toEqual(['a', 'b', 'b', 'a']);
      expect(await storage.records.count(WORKSPACE, { collection: COLLECTION, index: 'by_tag' })).toBe(4);
      await write(storage, put('a', { shared: { by_tag: ['y'] } }));
      expect(await keysIn(storage, { index: 'by_tag' })).toEqual(['b', 'a', 'b']);
      await write(storage, drop('b'));
      expect(await keysIn(storage, { index: 'by_tag' })).toEqual(['a']);
    },
  );

  clause('pages do not shift when others write between them', async (harness) => {
    const { storage } = harness;
    const other = harness.open();
    const keys = Array.from({ length: 20 }, (_, i) => `k${String(i).padStart(2, '0')}`);
    await write(storage, ...keys.map((key) => put(key, { shared: { by_x: key } })));
    for (const index of [{}, { index: 'by_x' }]) {
      const scan = { collection: COLLECTION, ...index, limit: 5 };
      const first = await storage.records.scan(WORKSPACE, scan);
      await write(
        other,
        put('k00a', { shared: { by_x: 'k00a' } }),
        drop('k04'),
        put('k19a', { shared: { by_x: 'k19a' } }),
      );
      const rest = await keysIn(storage, { ...index, cursor: first.next ?? '', limit: 5 });
      expect(first.items.map(({ key }) => key)).toEqual(keys.slice(0, 5));
      expect(rest.slice(0, 5)).toEqual(keys.slice(5, 10));
      await write(other, drop('k00a'), put('k04', { shared: { by_x: 'k04' } }), drop('k19a'));
    }
  });

  clause('a page of large records ends early and says that there is more', async ({ storage }) => {
    const value = JSON.stringify('x'.repeat(1_000_000));
    const keys = Array.from({ length: 20 }, (_, i) => `k${String(i).padStart(2, '0')}`);
    for (const key of keys) await write(storage, put(key, { value }));
    const page = await storage.records.scan(WORKSPACE, { collection: COLLECTION, limit: 1000 });
    expect(page.items.length).toBeLessThan(20);
    expect(page.next).not.toBeNull();
    expect(await keysIn(storage, { limit: 1000 })).toEqual(keys);
  });

  clause('collections are listed by name with their counts, workspace by workspace', async ({ storage }) => {
    await write(
      storage,
      put('a', { collection: 'zoo' }),
      put('b', { collection: 'zoo' }),
      put('a', { collection: 'ark' }),
    );
    await storage.records.write('other', [put('a', { collection: 'sea' })], NOW);
    await write(storage, put('a', { collection: 'brief' }));
    await write(storage, drop('a', { collection: 'brief' }));
    expect(await storage.records.collections(WORKSPACE)).toEqual([
      { collection: 'ark', records: 1 },
      { collection: 'zoo', records: 2 },
    ]);
    expect(await storage.records.collections('other')).toEqual([{ collection: 'sea', records: 1 }]);
  });

  clause('a blob is in use as long as a record of any workspace refers to it', async (harness) => {
    const { storage } = harness;
    const [a, b, c] = [blob('a'), blob('b'), blob('c')] as const;
    const used = (opened = storage) => opened.records.blobsInUse([c, b, a]);
    await write(storage, put('one', { blobs: [a, b, a] }));
    await storage.records.write('other', [put('two', { blobs: [b] })], NOW);
    expect((await used()).toSorted()).toEqual([a, b]);
    expect(await storage.records.blobsReferred(null, 1)).toEqual([a]);
    expect(await storage.records.blobsReferred(a, 10)).toEqual([b]);
    await write(storage, put('one', { blobs: [c] }));
    expect((await used(harness.open())).toSorted()).toEqual([b, c]);
    await write(storage, drop('one'));
    expect(await used()).toEqual([b]);
    await storage.workspaces.remove('other', NOW);
    expect(await used()).toEqual([]);
    expect(await storage.records.blobsReferred(null, 10)).toEqual([]);
    expect(await storage.records.blobsInUse([])).toEqual([]);
    expect(await storage.inspect(true)).toMatchObject({ warnings: [] });
  });
}
