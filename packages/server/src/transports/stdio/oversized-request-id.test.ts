import { describe, expect, test } from 'vitest';
import { oversizedRequestId } from './oversized-request-id.ts';

const find = (head: string, tail = '') => oversizedRequestId(Buffer.from(head), Buffer.from(tail));

describe('oversizedRequestId', () => {
  test.each([
    ['{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{', 7],
    [' { "id" : "req-1" , "jsonrpc":"2.0"', 'req-1'],
    ['{"id":-5,', -5],
    ['{"id":0,', 0],
  ])('at the start: %s', (head, id) => {
    expect(find(head)).toBe(id);
  });

  test.each([
    ['..."},"jsonrpc":"2.0","id":12}', 12],
    ['xx","id":"a b","jsonrpc":"2.0"}\r', 'a b'],
  ])('at the end: %s', (tail, id) => {
    expect(find('{"method":"tools/call","params":{"name":"x', tail)).toBe(id);
  });

  test.each([
    ['{"method":"x","params":{"id":5,', '...'],
    ['{"method":"x","params":{', '"id":5}}'],
    ['{"method":"x","params":{', String.raw`\",\"id\":5}`],
    ['{"id":1.5,', ''],
    ['{"id":null,', ''],
    ['{"id":00012,', ''],
    ['{"id":123456789012345678901234567890,', ''],
    ['{"id":"a\tb",', ''],
    ['[{"id":1,', '"id":2}]'],
    ['', ''],
  ])('not there: %s … %s', (head, tail) => {
    expect(find(head, tail)).toBe(null);
  });
});
