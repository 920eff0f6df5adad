import { describe, expect, it } from 'vitest';
import type { Terminal } from '../output/terminal.ts';
import type { Settings } from '../settings/given-settings.ts';
import { openLogger } from './open-logger.ts';

function terminal(isTTY: boolean): { lines: string[]; terminal: Terminal } {
  const lines: string[] = [];
  const stderr = { isTTY, write: (line: string) => lines.push(line) };
  const paintNote = (_style: unknown, text: string) => text;
  return { lines, terminal: { stderr, paintNote } as unknown as Terminal };
}

const settings: Settings = new Map();

describe.each([
  ['a terminal', true],
  ['a pipe', false],
])('the log on %s', (_name, isTTY) => {
  it('is as long as was asked last, its children included', () => {
    const { lines, terminal: shown } = terminal(isTTY);
    const logger = openLogger(shown, settings, 'warning');
    const child = logger.child({ part: 'store' });
    logger.log('info', 'too_little');
    child.log('info', 'too_little');
    expect(lines).toEqual([]);
    logger.setLevel('debug');
    logger.log('debug', 'asked_for');
    child.log('info', 'asked_for_too');
    expect(lines).toEqual([expect.stringContaining('asked_for'), expect.stringContaining('asked_for_too')]);
    logger.setLevel('error');
    logger.log('warning', 'no_longer');
    child.log('warning', 'no_longer');
    expect(lines).toHaveLength(2);
  });

  it('is written for whoever reads it', () => {
    const { lines, terminal: shown } = terminal(isTTY);
    openLogger(shown, settings, 'info').log('info', 'begun', { n: 1 });
    expect(lines[0]).toMatch(isTTY ? /^\d\d:\d\d:\d\d\.\d{3} INFO +begun n=1\n$/ : /^\{"timestamp":.*"n":1\}\n$/);
  });
});
