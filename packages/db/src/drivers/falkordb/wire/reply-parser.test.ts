import { expect, test } from 'vitest';
import { ReplyParser, ServerError, type Reply } from './reply-parser.ts';

const WIRE =
  '+OK\r\n:-42\r\n$-1\r\n$6\r\na\r\nž!\r\n*3\r\n:1\r\n*0\r\n*2\r\n$0\r\n\r\n-ERR inner\r\n*-1\r\n:9007199254740991\r\n-OOM full\r\n';

function read(pieces: readonly Buffer[]): Reply[] {
  const replies: Reply[] = [];
  const parser = new ReplyParser((reply) => replies.push(reply));
  for (const piece of pieces) parser.push(piece);
  return replies;
}

test('answers are the same however the bytes are split', () => {
  const bytes = Buffer.from(WIRE);
  const whole = read([bytes]);
  const inner = new ServerError('ERR inner');
  expect(whole.slice(0, 7)).toEqual(['OK', -42, null, 'a\r\nž!', [1, [], ['', inner]], null, Number.MAX_SAFE_INTEGER]);
  expect(whole[7]).toMatchObject({ code: 'OOM', message: 'OOM full' });
  expect(read(Array.from(bytes, (byte) => Buffer.from([byte])))).toEqual(whole);
  for (let cut = 1; cut < bytes.length; cut++) {
    expect(read([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(whole);
  }
});

test('a long text in many pieces comes out whole', () => {
  const text = 'x'.repeat(3_000_000);
  const bytes = Buffer.from(`$${text.length}\r\n${text}\r\n:7\r\n`);
  const pieces = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, i) =>
    bytes.subarray(i * 65_536, (i + 1) * 65_536),
  );
  const [first, second] = read(pieces);
  expect(first === text).toBe(true);
  expect(second).toBe(7);
});
