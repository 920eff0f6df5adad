import { expect, test } from 'vitest';
import { verifies } from '@zapomni/testkit/verifies';
import { parseStoreUrl } from './store-url.ts';

const ONE = { seeds: [{ host: 'db', port: 6380 }], tls: false, prefix: 'zapomni' };

test.each([
  ['falkordb://db:6380', ONE],
  ['falkordbs://db:6380', { ...ONE, tls: true }],
  ['falkordb://db:6380/team-a', { ...ONE, prefix: 'team-a' }],
  ['falkordb://db', { ...ONE, seeds: [{ host: 'db', port: 6379 }] }],
  ['falkordb://[::1]:6380/', { ...ONE, seeds: [{ host: '::1', port: 6380 }] }],
  ['falkordb://ann:s%40fe%3A@db:6380', { ...ONE, username: 'ann', password: 's@fe:' }],
  ['falkordb://:secret@db:6380', { ...ONE, password: 'secret' }],
  [
    'falkordb://a:1,b:2?master=main',
    {
      ...ONE,
      seeds: [
        { host: 'a', port: 1 },
        { host: 'b', port: 2 },
      ],
      master: 'main',
    },
  ],
])('%s', (url, place) => expect(parseStoreUrl(url)).toEqual(place));

test.each(['falkordb://', 'redis://db', 'falkordb://db:99999', 'falkordb://u:%zz-pw@db', 'falkordb://a:1,,b:2', 'x'])(
  'what is no address is refused without being repeated: %s',
  (url) => {
    verifies('P046');
    expect(() => parseStoreUrl(url)).toThrow(expect.objectContaining({ code: 'INVALID_CONFIG' }));
    expect(() => parseStoreUrl(url)).not.toThrow(/pw|99999/);
  },
);
