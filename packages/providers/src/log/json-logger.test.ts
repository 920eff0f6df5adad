import { describe, expect, it } from 'vitest';
import { ZapomniError } from '@zapomni/core/errors';
import type { LogLevel } from '@zapomni/core/ports';
import { loggerContract } from '@zapomni/testkit/contracts';
import { verifies } from '@zapomni/testkit/verifies';
import { MAX_LINE_BYTES } from './json-line.ts';
import { createJsonLogger } from './json-logger.ts';

const open = (level: LogLevel = 'debug') => {
  const lines: string[] = [];
  const now = () => Date.UTC(2026, 0, 2, 3, 4, 5, 678);
  return { lines, logger: createJsonLogger({ write: (line) => void lines.push(line), level, now }) };
};
const write = (fields: Record<string, unknown>) => {
  const { logger, lines } = open();
  logger.log('info', 'event', fields);
  return JSON.parse(lines[0] ?? '') as Record<string, unknown>;
};

loggerContract('JSON', {
  open() {
    const { logger, lines } = open();
    return { logger, written: () => lines };
  },
});

describe('createJsonLogger', () => {
  it('writes one JSON object per line: time in UTC, level, event, fields', () => {
    verifies('R056');
    const { logger, lines } = open();
    logger.log('info', 'memory_added', { memory_id: 'm1', chunks: 3, note: 'two\nlines' });
    expect(lines).toEqual([
      '{"timestamp":"2026-01-02T03:04:05.678Z","level":"info","event":"memory_added",' +
        '"memory_id":"m1","chunks":3,"note":"two\\nlines"}\n',
    ]);
  });

  it('knows the levels from debug to critical, and drops what is below its own', () => {
    verifies('R055');
    const { logger, lines } = open('warning');
    for (const level of ['debug', 'info', 'warning', 'error', 'critical'] as const) logger.log(level, 'event');
    const levels = lines.map((line) => (JSON.parse(line) as { level: string }).level);
    expect(levels).toEqual(['warning', 'error', 'critical']);
  });

  it('writes errors with name, code, message, stack and causes', () => {
    verifies('R226');
    const cause = Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' });
    const { error } = write({ error: new ZapomniError('STORE_BUSY', 'Try later.', { cause }) });
    expect(error).toMatchObject({
      name: 'ZapomniError',
      code: 'STORE_BUSY',
      message: 'Try later.',
      stack: expect.stringContaining('json-logger.test.ts') as string,
      cause: { name: 'Error', code: 'SQLITE_BUSY', message: 'database is locked' },
    });
    const both = write({ error: new AggregateError([new Error('a'), new Error('b')], 'both') });
    expect(both['error']).toMatchObject({ errors: [{ message: 'a' }, { message: 'b' }] });
  });

  it('keeps its own names: a field called like one is renamed', () => {
    expect(write({ level: 'sea', timestamp: 1, event: 'x' })).toMatchObject({
      level: 'info',
      event: 'event',
      field_level: 'sea',
      field_timestamp: 1,
      field_event: 'x',
    });
  });

  it.each(['token', 'accessToken', 'password', 'db_password', 'Authorization', 'x-api-key', 'apiKey', 'client_secret'])(
    'masks %s',
    (name) => {
      expect(write({ [name]: 's3cret', config: { inner: [{ [name]: 's3cret' }] } })).toMatchObject({
        [name]: '***',
        config: { inner: [{ [name]: '***' }] },
      });
    },
  );

  it.each(['tokens', 'token_count', 'max_tokens', 'key', 'keys', 'author', 'monkey', 'passages'])(
    'does not mask %s',
    (name) => expect(write({ [name]: 5 })).toMatchObject({ [name]: 5 }),
  );

  it('masks credentials inside texts', () => {
    const error = new Error('connect redis://admin:hunter2@db.example:6379 with Authorization: Bearer abc.def-ghi012');
    const text = JSON.stringify(write({ error, url: new URL('https://me:pw@example.org/x') }));
    for (const secret of ['hunter2', 'abc.def-ghi012', 'me:pw']) expect(text).not.toContain(secret);
    expect(text).toContain('db.example');
  });

  it('shows values that JSON cannot hold', () => {
    const shown = write({ big: 12n, nan: Number.NaN, at: new Date(0), set: new Set([1]), map: new Map([['a', 1]]) });
    expect(shown).toMatchObject({ big: '12', nan: 'NaN', at: '1970-01-01T00:00:00.000Z', set: [1], map: { a: 1 } });
    expect(write({ bytes: new Uint8Array(9), f: () => 1, gone: undefined, nothing: null })).toMatchObject({
      bytes: '[9 bytes]',
      f: '[function]',
      nothing: null,
    });
    expect(write({ gone: undefined })).not.toHaveProperty('gone');
  });

  it('cuts cycles, depth and length', () => {
    const cycle: Record<string, unknown> = {};
    cycle['self'] = { again: cycle };
    expect(write({ cycle })).toMatchObject({ cycle: { self: { again: '[circular]' } } });
    const shared = { a: 1 };
    expect(write({ one: shared, two: shared })).toMatchObject({ one: shared, two: shared });
    expect(write({ list: Array.from({ length: 60 }, (_, i) => i) })['list']).toHaveLength(51);
    expect(write({ text: 'x'.repeat(5000) })['text']).toMatch(/^x{2000}… \[3000 more\]$/);
  });

  it.each([
    ['many long fields', Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`field${i}`, '字'.repeat(2000)]))],
    [
      'many fields with long names',
      Object.fromEntries(Array.from({ length: 5000 }, (_, i) => ['n'.repeat(300) + i, i])),
    ],
    ['a broad and deep object', { tree: tree(6) }],
  ])('never writes a line longer than its limit: %s', (_, fields) => {
    const { logger, lines } = open();
    logger.log('info', 'e'.repeat(100_000), fields);
    expect(Buffer.byteLength(lines[0] ?? '')).toBeLessThanOrEqual(MAX_LINE_BYTES);
    expect(() => JSON.parse(lines[0] ?? '') as unknown).not.toThrow();
  });

  it('names the fields that did not fit', () => {
    const fields = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`field${i}`, 'x'.repeat(2000)]));
    const shown = write(fields);
    expect(shown['left_out']).toEqual(['field7', 'field8', 'field9', 'field10', 'field11']);
    expect(shown).toHaveProperty('field6');
  });

  it('does not fail its caller when the line cannot be written', () => {
    const brokenPipe = () => {
      throw new Error('EPIPE');
    };
    const logger = createJsonLogger({ write: brokenPipe, level: 'info', now: () => 0 });
    expect(() => logger.log('info', 'event')).not.toThrow();
  });
});

function tree(depth: number): object {
  return depth === 0 ? {} : Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`branch${i}`, tree(depth - 1)]));
}
