import { verifies } from '@zapomni/testkit/verifies';
import { describe, expect, it } from 'vitest';
import { toFilePath } from './file-uri.ts';

describe('toFilePath', () => {
  it.each([
    ['file:///home/user/a.md', '/home/user/a.md'],
    ['file:///home/user/a%20b.md', '/home/user/a b.md'],
    ['file:///%D0%B4%D0%B5%D0%BD%D1%8C', '/день'],
    ['file:///x/50%25%20off', '/x/50% off'],
    ['file:///x/..hidden', '/x/..hidden'],
    ['file:///x/file...', '/x/file...'],
    ['file:///x/12:30', '/x/12:30'],
  ])('%s', (uri, expected) => expect(toFilePath(uri, 'posix')).toBe(expected));

  it('knows drives on Windows, and only there', () => {
    expect(toFilePath('file:///C:/Users/me/a.md', 'windows')).toBe(String.raw`C:\Users\me\a.md`);
    expect(toFilePath('file:///C:/Users/me/a.md', 'posix')).toBeUndefined();
    expect(toFilePath('file:///home/user/a.md', 'windows')).toBeUndefined();
  });

  it.each([
    'C:',
    'C:/',
    'c|/x',
    'CC:/x',
    'C:/a/b:stream',
    'C:/a::$DATA',
    'C:/a/b.',
    'C:/a/b%20',
    'C:/a/nul',
    'C:/a/CON.txt',
    'C:/a/com1',
    'C:/a/LPT9.md',
    'C:/a/*',
    'C:/a/<x>',
    'C:/../x',
    'C:/a/..%5cx',
    '/host/share/x',
  ])('refuses on Windows: file:///%s', (rest) => {
    verifies('R271');
    expect(toFilePath(`file:///${rest}`, 'windows')).toBeUndefined();
  });
});
