/** What every logger must do. It is seen through what it wrote, as text, so that its format is its own affair. */
import { describe, expect, it } from 'vitest';
import type { Logger, LogLevel } from '@zapomni/core/ports';

export interface LoggerHarness {
  /** Writes every level. `written` gives one string per event, in order. */
  open(): { readonly logger: Logger; written(): readonly string[] };
}

const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warning', 'error', 'critical'];

export function loggerContract(name: string, { open }: LoggerHarness): void {
  describe(`logger contract: ${name}`, () => {
    it('writes one line per event, with level, event and fields', () => {
      const { logger, written } = open();
      for (const level of LEVELS) logger.log(level, `event_${level}`, { memory_id: `id-of-${level}`, count: 4711 });
      expect(written()).toHaveLength(LEVELS.length);
      for (const [i, level] of LEVELS.entries()) {
        const line = written()[i]?.toLowerCase();
        for (const part of [level, `event_${level}`, 'memory_id', `id-of-${level}`, '4711'])
          expect(line).toContain(part);
      }
    });

    it('adds the fields of a child, and of its child, to their lines only', () => {
      const { logger, written } = open();
      const request = logger.child({ request_id: 'req-7' });
      request.child({ tool: 'add_memory' }).log('info', 'inner', { request_id: 'overridden' });
      request.log('info', 'middle');
      logger.log('info', 'outer');
      const [inner, middle, outer] = written();
      expect(inner).toContain('add_memory');
      expect(inner).toContain('overridden');
      expect(inner).not.toContain('req-7');
      expect(middle).toContain('req-7');
      expect(middle).not.toContain('add_memory');
      expect(outer).not.toContain('request_id');
    });

    it('writes an error with its message and stack', () => {
      const { logger, written } = open();
      logger.log('error', 'failed', { error: new Error('the disk is gone') });
      expect(written()[0]).toContain('the disk is gone');
      expect(written()[0]).toContain('logger.ts');
    });

    it.each(awkwardFields())('never throws: %s', (_, fields) => {
      const { logger, written } = open();
      logger.log('info', 'awkward', fields);
      logger.child(fields).log('info', 'awkward_child');
      expect(written()).toHaveLength(2);
      expect(written()[0]).toContain('awkward');
    });
  });
}

function awkwardFields(): [string, Record<string, unknown>][] {
  const circular: Record<string, unknown> = { name: 'loop' };
  circular['self'] = circular;
  const error = new Error('loop');
  error.cause = error;
  const hostile = new Proxy({}, { ownKeys: fail, get: fail });
  return [
    ['a cycle', { circular }],
    ['an error that caused itself', { error }],
    ['a BigInt', { value: 12n }],
    ['undefined, NaN, a symbol and a function', { a: undefined, b: Number.NaN, c: Symbol('s'), d: () => 1 }],
    ['a getter that throws', { inner: Object.defineProperty({}, 'x', { enumerable: true, get: fail }) }],
    ['a proxy that throws', { hostile }],
    ['an invalid date', { at: new Date(Number.NaN) }],
    ['a null-prototype object', { record: Object.assign(Object.create(null), { a: 1 }) as object }],
    ['a text of a megabyte', { text: 'x'.repeat(1_000_000) }],
    ['a hundred thousand items', { items: Array.from({ length: 100_000 }, (_, i) => i) }],
  ];
}

function fail(): never {
  throw new Error('unreadable');
}
