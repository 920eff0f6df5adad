import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { ZapomniError } from '@zapomni/core/errors';
import { verifies } from '@zapomni/testkit/verifies';
import { isBusy, toStoreError } from './errors.ts';

/** An error as `node:sqlite` throws it. */
function engineError(errcode: number): Error {
  return Object.assign(new Error('disk I/O error in /home/someone/secret.db'), { code: 'ERR_SQLITE_ERROR', errcode });
}

test.each([
  [5, 'STORE_BUSY'],
  [261, 'STORE_BUSY'],
  [517, 'STORE_BUSY'],
  [13, 'STORE_FULL'],
  [4874, 'STORE_FULL'],
  [8, 'STORE_READ_ONLY'],
  [1032, 'STORE_READ_ONLY'],
  [14, 'STORE_UNAVAILABLE'],
  [10, 'STORE_UNAVAILABLE'],
  [11, 'STORE_CORRUPT'],
  [267, 'STORE_CORRUPT'],
  [26, 'STORE_CORRUPT'],
  [2067, 'CONFLICT'],
  [1, 'INTERNAL'],
])('result code %i is %s, told without the words of the engine', (errcode, code) => {
  verifies('R176', 'R071');
  const cause = engineError(errcode);
  const error = toStoreError(cause, '/tmp');
  expect(error).toMatchObject({ code, cause });
  expect(`${error.message} ${error.hint}`).not.toMatch(/home|I\/O|secret/);
});

test('the file system speaks the same codes', () => {
  const failure = (code: string): Error => Object.assign(new Error('no'), { code, syscall: 'open' });
  const codes = ['EACCES', 'EROFS', 'ENOSPC', 'ENOTDIR'].map((code) => toStoreError(failure(code), '/tmp').code);
  expect(codes).toEqual(['STORE_READ_ONLY', 'STORE_READ_ONLY', 'STORE_FULL', 'STORE_UNAVAILABLE']);
});

test('a real error of the engine carries the code that is looked at', () => {
  const db = new DatabaseSync(':memory:');
  db.exec('CREATE TABLE t (x UNIQUE); INSERT INTO t VALUES (1)');
  expect(() => db.exec('INSERT INTO t VALUES (1)')).toThrow(expect.objectContaining({ errcode: 2067 }));
  db.close();
});

test('only BUSY and LOCKED are worth another try, and our own errors pass unchanged', () => {
  expect([5, 6, 261, 13, 1].map((code) => isBusy(engineError(code)))).toEqual([true, true, true, false, false]);
  const own = new ZapomniError('NOT_FOUND', 'gone');
  expect(toStoreError(own, '/tmp')).toBe(own);
  expect(isBusy(own)).toBe(false);
});
