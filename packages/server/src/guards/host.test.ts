import { verifies } from '@zapomni/testkit/verifies';
import { array, assert, constantFrom, oneof, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createHostGuard } from './host.ts';
import { requestHead } from './testing/request-head.ts';

const refusal = { status: 403, error: { code: -32000 } };
const local = createHostGuard({ bind: '127.0.0.1' });
const ask = (guard: typeof local, host: string | undefined) => guard(requestHead({ host }));

const GOOD = [
  'localhost',
  'localhost:3000',
  'localhost:1',
  'localhost:65535',
  'LOCALHOST',
  'LocalHost:8080',
  '127.0.0.1',
  '127.0.0.1:3000',
  '[::1]',
  '[::1]:3000',
  '[0:0:0:0:0:0:0:1]',
  '[0000:0000:0000:0000:0000:0000:0000:0001]:80',
  '[0::1]',
  '[::0.0.0.1]',
];

const BAD = [
  '',
  ' ',
  '.',
  ':',
  ':3000',
  '*',
  'evil.example',
  'evil.example:3000',
  'localhost.evil.example',
  'localhost.evil.example:3000',
  'evil-localhost',
  'xlocalhost',
  'localhostx',
  'local host',
  ' localhost',
  'localhost ',
  'localhost\t',
  '\tlocalhost',
  'localhost\n',
  'localhost\r\nx-injected: 1',
  'localhost\0',
  'localhost\0.evil.example',
  'localhost.',
  'localhost.:3000',
  '.localhost',
  'localhost..',
  'sub.localhost',
  'localhost:',
  'localhost:0',
  'localhost:65536',
  'localhost:99999',
  'localhost:999999',
  'localhost:-1',
  'localhost:+80',
  'localhost:8e1',
  'localhost:0x50',
  'localhost:80:80',
  'localhost: 80',
  'localhost :80',
  'localhost:80 ',
  'localhost:８０',
  'localhost:evil.example',
  'localhost,evil.example',
  'localhost, evil.example',
  'evil.example, localhost',
  'localhost;evil.example',
  'localhost/',
  'localhost/evil',
  'localhost\\',
  'localhost\\@evil.example',
  'localhost?',
  'localhost#',
  'localhost#@evil.example',
  'localhost%00',
  'localhost%2eevil.example',
  '%6cocalhost',
  'local%68ost',
  'user@localhost',
  'user:password@localhost',
  'evil.example@localhost',
  'localhost@evil.example',
  '@localhost',
  'localhost@',
  'http://localhost',
  'https://localhost:3000',
  '//localhost',
  'file://localhost',
  '"localhost"',
  "'localhost'",
  '<localhost>',
  '(localhost)',
  '{localhost}',
  'localhost&',
  'localhost=1',
  '[localhost]',
  'ｌｏｃａｌｈｏｓｔ',
  'lοcalhost',
  'localhoſt',
  'locaⅼhost',
  'localhost\u200b',
  '\ufefflocalhost',
  'localhost。evil',
  'xn--localhost-',
  'loopback',
  'ip6-localhost',
  'localhost.localdomain',
  'localtest.me',
  '127.0.0.1.nip.io',
  '127.0.0.1.evil.example',
  '127-0-0-1.evil.example',
  '127.0.0.2',
  '127.0.0.1.',
  '127.0.0.01',
  '127.0.0.001',
  '127.1',
  '127.0.1',
  '127',
  '0177.0.0.1',
  '0177.0000.0000.0001',
  '0x7f.0.0.1',
  '0x7f.0x0.0x0.0x1',
  '0x7f000001',
  '0x7f.1',
  '2130706433',
  '017700000001',
  '127.0.0.1%20',
  '1２7.0.0.1',
  '①②⑦.0.0.1',
  '0',
  '0.0.0.0',
  '0.0.0.0:3000',
  '255.255.255.255',
  '10.0.0.1',
  '192.168.1.10:3000',
  '169.254.169.254',
  '::1',
  '::1:3000',
  '[::1',
  '::1]',
  '[[::1]]',
  '[::1]]',
  '[::1]3000',
  '[::1]:',
  '[::1]:0',
  '[::1].evil.example',
  '[::1]evil.example',
  '[::1%lo]',
  '[::1%25lo]',
  '[::2]',
  '[::]',
  '[]',
  '[:]',
  '[:::1]',
  '[0:0:0:0:0:0:0:0:1]',
  '[00001::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[fe80::1]',
  '[v1.localhost]',
  `${'a'.repeat(300)}.example`,
  `localhost${'.a'.repeat(100_000)}`,
  'localhost'.repeat(50_000),
  `localhost:${'0'.repeat(100_000)}80`,
  `[${':'.repeat(100_000)}1]`,
];

describe('the Host check on a loopback bind', () => {
  test.each(GOOD)('lets %j in', (host) => {
    verifies('P028');
    expect(ask(local, host)).toBeUndefined();
  });

  test('refuses every other spelling and says nothing of what was sent', () => {
    verifies('P028');
    expect(BAD.length).toBeGreaterThan(120);
    for (const host of BAD) {
      const answer = ask(local, host);
      expect(answer, JSON.stringify(host.slice(0, 80))).toMatchObject(refusal);
      expect(answer?.error.message).toBe(
        'Forbidden: the Host header names a host that this server does not answer for.',
      );
    }
  });

  test('refuses a request without the header, and with several in an array', () => {
    verifies('P028');
    expect(ask(local, undefined)).toMatchObject(refusal);
    expect(local(requestHead({ host: ['localhost', 'localhost'] as never }))).toMatchObject(refusal);
  });

  test('whatever it lets in, a browser would take for a loopback name too', () => {
    const piece = constantFrom(
      'localhost',
      '127.0.0.1',
      '[::1]',
      '.',
      ':',
      '@',
      '/',
      '\\',
      '%2e',
      '80',
      '0x7f',
      'evil',
      ' ',
    );
    const spelling = oneof(
      array(piece, { maxLength: 5 }).map((pieces) => pieces.join('')),
      string(),
    );
    assert(
      property(spelling, (host) => {
        if (ask(local, host) !== undefined) return;
        expect(['localhost', '127.0.0.1', '[::1]']).toContain(new URL(`http://${host}/`).hostname);
      }),
      { numRuns: 5000 },
    );
  });

  test.each(['localhost', 'LOCALHOST', '::1', '[::1]', '127.0.0.1', '127.8.9.10'])('binding %s is loopback', (bind) => {
    verifies('P028');
    const guard = createHostGuard({ bind });
    expect(ask(guard, 'localhost:3000')).toBeUndefined();
    expect(ask(guard, bind === '::1' ? '[::1]' : bind)).toBeUndefined();
    expect(ask(guard, 'evil.example')).toMatchObject(refusal);
  });

  test('names from the settings come on top', () => {
    const guard = createHostGuard({ bind: '127.0.0.1', allowedHosts: ['memory.example.com'] });
    expect(ask(guard, 'Memory.Example.COM')).toBeUndefined();
    expect(ask(guard, 'memory.example.com:8443')).toBeUndefined();
    expect(ask(guard, 'localhost')).toBeUndefined();
    expect(ask(guard, 'other.example.com')).toMatchObject(refusal);
  });
});

describe('the Host check on any other bind', () => {
  test.each(['0.0.0.0', '::', '', '192.168.1.10', 'memory.example.com', 'fd00::1', '127.0.0.1.example', '128.0.0.1'])(
    'binding %j demands the names',
    (bind) => {
      verifies('P028');
      expect(() => createHostGuard({ bind })).toThrow(/Set allowedHosts .* or listen on 127\.0\.0\.1/);
      expect(() => createHostGuard({ bind, allowedHosts: [] })).toThrow(/allowedHosts/);
    },
  );

  test('lets in what is listed and not even localhost besides', () => {
    verifies('P028');
    const guard = createHostGuard({
      bind: '0.0.0.0',
      allowedHosts: ['memory.example.com', '[FD00::0001]', '10.0.0.5'],
    });
    for (const host of ['memory.example.com', 'memory.example.com:8080', '[fd00::1]:80', '10.0.0.5']) {
      expect(ask(guard, host)).toBeUndefined();
    }
    for (const host of ['localhost', '127.0.0.1', '[::1]', '0.0.0.0', 'example.com', 'a.memory.example.com']) {
      expect(ask(guard, host)).toMatchObject(refusal);
    }
  });

  test('insists on a port where one is listed; the usual ones go without saying', () => {
    const guard = createHostGuard({ bind: '0.0.0.0', allowedHosts: ['a.example:8080', 'b.example:443'] });
    expect(ask(guard, 'a.example:8080')).toBeUndefined();
    expect(ask(guard, 'a.example')).toMatchObject(refusal);
    expect(ask(guard, 'a.example:8081')).toMatchObject(refusal);
    expect(ask(guard, 'b.example')).toBeUndefined();
    expect(ask(guard, 'b.example:443')).toBeUndefined();
    expect(ask(guard, 'b.example:80')).toMatchObject(refusal);
  });

  test.each(['*', '*.example.com', 'https://a.example', 'a.example/', '', 'münchen.example', 'a.example:0', '::1'])(
    'a setting like %j is refused with the way to write it',
    (entry) => {
      expect(() => createHostGuard({ bind: '0.0.0.0', allowedHosts: [entry] })).toThrow(
        /is not a host\. Write a name or an address/,
      );
    },
  );
});
