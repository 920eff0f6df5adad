import { verifies } from '@zapomni/testkit/verifies';
import { describe, expect, test } from 'vitest';
import { createOriginGuard } from './origin.ts';
import { requestHead } from './testing/request-head.ts';

const refusal = { status: 403, error: { code: -32000 } };
const local = createOriginGuard({ bind: '127.0.0.1' });
const remote = createOriginGuard({
  bind: '0.0.0.0',
  allowedOrigins: ['https://app.example.com', 'https://b.example:443', 'http://c.example:8080', 'vscode-webview://abc'],
});
const ask = (guard: typeof local, origin: string, host = 'localhost:3000') => guard(requestHead({ origin, host }));

const FOREIGN = [
  '',
  ' ',
  'null',
  'NULL',
  'undefined',
  '*',
  'http://*',
  'https://evil.example',
  'http://evil.example:3000',
  'https://localhost.evil.example',
  'http://evil-localhost',
  'http://localhost.',
  'http://localhost.:3000',
  'http://sub.localhost',
  'http://localhostx',
  'http://127.0.0.1.evil.example',
  'http://127.0.0.1.nip.io',
  'http://127.0.0.2',
  'http://127.1',
  'http://0177.0.0.1',
  'http://0x7f.0.0.1',
  'http://2130706433',
  'http://0.0.0.0',
  'http://[::]',
  'http://[::2]',
  'http://[::ffff:127.0.0.1]',
  'http://[::1',
  'http://::1',
  'http://[::1].evil.example',
  'http://[::1%25lo]',
  'http://localhost:',
  'http://localhost:0',
  'http://localhost:65536',
  'http://localhost:80:80',
  'http://localhost: 80',
  'http://localhost/',
  'http://localhost/path',
  'http://localhost?x',
  'http://localhost#x',
  'http://localhost\\',
  'http://localhost\\@evil.example',
  'http://localhost@evil.example',
  'http://localhost:80@evil.example',
  'http://user@localhost',
  'http://user:pw@localhost',
  'http://evil.example#localhost',
  'http://evil.example/http://localhost',
  'http://localhost,http://evil.example',
  'http://localhost, http://evil.example',
  'http://evil.example, http://localhost',
  'http://localhost http://evil.example',
  ' http://localhost',
  'http://localhost ',
  'http://localhost\t',
  'http://localhost\n',
  'http://localhost\0',
  'http://local host',
  'http:/localhost',
  'http:///localhost',
  'http:localhost',
  '//localhost',
  'localhost',
  'localhost:3000',
  '://localhost',
  'http://',
  'http://:80',
  'HTTP://localhost',
  'http://LOCALHOST',
  'http://LocalHost:3000',
  'hTTp://localhost',
  'ftp://localhost',
  'file://localhost',
  'file://',
  'ws://localhost',
  'javascript://localhost',
  'data:text/html,x',
  'about:blank',
  'blob:http://localhost/1',
  'chrome-extension://localhost',
  'moz-extension://abc',
  'http+unix://localhost',
  'http://%6cocalhost',
  'http://localhost%00',
  'http://localhost%2eevil.example',
  'http://ｌｏｃａｌｈｏｓｔ',
  'http://lοcalhost',
  'http://localhoſt',
  'http://localhost\u200b',
  '\ufeffhttp://localhost',
  '"http://localhost"',
  '<http://localhost>',
  `http://${'a'.repeat(100_000)}`,
  `http://localhost${'.a'.repeat(50_000)}`,
  'http://localhost'.repeat(10_000),
  `${'h'.repeat(100_000)}://localhost`,
];

describe('the Origin check', () => {
  test('a program that is no browser sends none and passes', () => {
    expect(local(requestHead())).toBeUndefined();
    expect(remote(requestHead())).toBeUndefined();
  });

  test.each([
    'http://localhost',
    'https://localhost',
    'http://localhost:3000',
    'http://127.0.0.1:5173',
    'https://127.0.0.1',
    'http://[::1]',
    'http://[::1]:3000',
  ])('on loopback, %s is from this machine', (origin) => {
    expect(ask(local, origin)).toBeUndefined();
    expect(ask(remote, origin, 'memory.example.com')).toMatchObject(refusal);
  });

  test('refuses foreign and malformed origins, and says nothing of what was sent', () => {
    expect(FOREIGN.length).toBeGreaterThan(85);
    for (const origin of FOREIGN) {
      for (const guard of [local, remote]) {
        const answer = ask(guard, origin);
        expect(answer, JSON.stringify(origin.slice(0, 80))).toMatchObject(refusal);
        expect(answer?.error.message).toMatch(/^Forbidden: pages of this origin may not use this server\./);
      }
    }
  });

  test('refuses several in an array', () => {
    expect(local(requestHead({ origin: ['http://localhost', 'http://localhost'] as never }))).toMatchObject(refusal);
  });

  test.each([
    ['https://app.example.com', true],
    ['https://b.example', true],
    ['http://c.example:8080', true],
    ['vscode-webview://abc', true],
    ['http://app.example.com', false],
    ['https://app.example.com:8443', false],
    ['https://app.example.com.evil.example', false],
    ['https://x.app.example.com', false],
    ['https://APP.example.com', false],
    ['http://c.example', false],
    ['vscode-webview://abcd', false],
  ])('with a list, %s: %j', (origin, allowed) => {
    expect(ask(remote, origin) === undefined).toBe(allowed);
  });

  test('a page that this server itself served may talk to it, under the very name it was called by', () => {
    const own = (origin: string) => ask(remote, origin, 'Memory.Example.com:8080');
    expect(own('http://memory.example.com:8080')).toBeUndefined();
    expect(own('https://memory.example.com:8080')).toBeUndefined();
    expect(own('http://memory.example.com')).toMatchObject(refusal);
    expect(own('http://memory.example.com:8081')).toMatchObject(refusal);
    expect(own('http://example.com:8080')).toMatchObject(refusal);
    expect(own('ftp://memory.example.com:8080')).toMatchObject(refusal);
  });

  test.each([
    '*',
    'null',
    'https://*',
    '*://a.example',
    'https://a.example/',
    'a.example',
    'https://*.example.com',
    '',
  ])('a setting like %j is refused: there is no wildcard', (entry) => {
    verifies('D028');
    expect(() => createOriginGuard({ bind: '127.0.0.1', allowedOrigins: [entry] })).toThrow(
      /is not an origin\. List each one .* there is no wildcard/,
    );
  });
});
