/** Text comes out as it was meant, whatever is said of it. */
import { describe, expect, it } from 'vitest';
import { says } from '../../web-server/index.ts';
import type { WebBench } from './fixtures.ts';

const LATIN = Buffer.from('café', 'latin1');
const UTF_8 = Buffer.from('café');

export function textClauses(bench: WebBench): void {
  describe('text', () => {
    it.each([
      ['what the head says', 'text/plain; charset=ISO-8859-1', LATIN, 'café'],
      ['what the head says, in quotes', 'text/plain; charset="utf-8"', UTF_8, 'café'],
      ['UTF-8 where nobody says anything', 'text/plain', UTF_8, 'café'],
      ['what old pages are where that cannot be', 'text/plain', LATIN, 'café'],
      ['what old pages are where the head is wrong', 'text/plain; charset=utf-8', LATIN, 'café'],
      ['UTF-8 where there is no such charset', 'text/plain; charset=klingon', UTF_8, 'café'],
      ['a mark at the beginning', 'text/plain; charset=ISO-8859-1', Buffer.from('\ufeffcafé'), 'café'],
      ['a mark of UTF-16', 'text/plain', Buffer.from('\ufeffcafé', 'utf16le'), 'café'],
      ['Japanese', 'text/html; charset=Shift_JIS', Buffer.from([0x93, 0xfa, 0x96, 0x7b]), '日本'],
      ['no head at all', undefined, UTF_8, 'café'],
    ])('is read by %s', async (_, type, bytes, expected) => {
      bench.server.page('/', says(bytes, type === undefined ? {} : { 'content-type': type }));
      expect(await bench.web().fetch({ url: bench.url(), as: 'text' })).toMatchObject({ body: expected });
    });

    it.each(['<meta charset="windows-1251">', '<?xml version="1.0" encoding="windows-1251"?>'])(
      'is read by what it says of itself: %s',
      async (said) => {
        const bytes = Buffer.concat([Buffer.from(said), Buffer.from([0xef, 0xf0, 0xe8])]);
        bench.server.page('/', says(bytes, { 'content-type': 'text/html' }));
        expect(await bench.web().fetch({ url: bench.url(), as: 'text' })).toMatchObject({ body: `${said}при` });
      },
    );

    it('is bytes unless text is asked for', async () => {
      bench.server.page('/', says(LATIN));
      const { body } = await bench.web().fetch({ url: bench.url() });
      expect(Buffer.from(body)).toEqual(LATIN);
    });
  });
}
