import { describe, expect, it } from 'vitest';
import { loggerContract } from '@zapomni/testkit/contracts';
import { createPrettyLogger } from './pretty-logger.ts';

const open = (colors = false) => {
  const lines: string[] = [];
  const now = () => new Date(2026, 0, 2, 3, 4, 5, 67).getTime();
  return { lines, logger: createPrettyLogger({ write: (line) => void lines.push(line), level: 'debug', now, colors }) };
};

loggerContract('pretty', {
  open() {
    const { logger, lines } = open();
    return { logger, written: () => lines };
  },
});

describe('createPrettyLogger', () => {
  it('writes local time, level, event and fields on one line', () => {
    const { logger, lines } = open();
    logger.log('warning', 'slow_tool', { tool: 'add_memory', duration_ms: 12, note: 'a b', ok: true });
    expect(lines).toEqual(['03:04:05.067 WARNING  slow_tool tool=add_memory duration_ms=12 note="a b" ok=true\n']);
  });

  it('puts the stack of an error, and of its cause, below', () => {
    const { logger, lines } = open();
    logger.log('error', 'failed', { error: new Error('outer', { cause: new TypeError('inner') }) });
    const [head, ...below] = (lines[0] ?? '').split('\n');
    expect(head).toMatch(/ERROR {4}failed error="Error: outer"$/);
    expect(below[0]).toBe('  Error: outer');
    expect(below).toContain('  TypeError: inner');
  });

  it('lets no value steer the terminal, and masks secrets', () => {
    const { logger, lines } = open();
    const error = new Error('\u001b[2Jwiped');
    logger.log('info', 'event', { evil: '\u001b[31mred\u0007', password: 'hunter2', error });
    // eslint-disable-next-line no-control-regex -- that is what must not be there
    expect(lines[0]).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f]/);
    expect(lines[0]).not.toContain('hunter2');
  });

  it('colours only when told to', () => {
    const { logger, lines } = open(true);
    logger.log('error', 'event');
    expect(lines[0]).toContain('\u001b[31mERROR');
    expect(open().lines.join('')).not.toContain('\u001b');
  });
});
