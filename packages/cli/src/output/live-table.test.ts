/** What stands on a screen while a table is drawn on it again and again, as a terminal would show it. */
import { describe, expect, it, vi } from 'vitest';
import { displayWidth } from './display-width.ts';
import { createLiveTable } from './live-table.ts';
import type { Terminal } from './terminal.ts';

const HEAD = ['SOURCE', 'PAGE', 'FOUND', 'NEW', 'WAITING FOR'];

const ESCAPE = String.fromCodePoint(27);
/** A movement up, what takes away all below, the ends of lines, and text. */
const PARTS = new RegExp(`${ESCAPE}\\[(\\d+)A|${ESCAPE}\\[J|\\r|\\n|[^${ESCAPE}\\r\\n]+`, 'gu');

/** Lines that wrap, a cursor that moves up, and what is below it taken away: all that the table asks of a terminal. */
class Screen {
  readonly lines: string[] = ['$ zapomni research run', ''];
  readonly columns: number;
  readonly rows: number;
  writes = 0;
  #at = 1;

  constructor(columns: number, rows: number) {
    [this.columns, this.rows] = [columns, rows];
  }

  write(text: string): boolean {
    this.writes += 1;
    for (const [part, up] of text.replaceAll('\u001b[1m', '').replaceAll('\u001b[22m', '').matchAll(PARTS))
      this.#take(part, Number(up));
    return true;
  }

  #take(part: string, up: number): void {
    if (part.endsWith('A') && part.startsWith('\u001b')) this.#at = Math.max(0, this.#at - up);
    else if (part === '\u001b[J') this.lines.splice(this.#at, this.lines.length, '');
    else if (part === '\n') this.lines[++this.#at] ??= '';
    else if (part !== '\r') {
      const wraps = Math.ceil(displayWidth(part) / this.columns) - 1;
      this.lines[this.#at] = part;
      for (let i = 0; i < wraps; i++) this.lines[++this.#at] = '(wrapped)';
    }
  }
}

function open(columns: number, rows: number) {
  vi.useFakeTimers({ toFake: ['performance'] });
  const screen = new Screen(columns, rows);
  const paintNote = (_style: unknown, text: string) => `\u001b[1m${text}\u001b[22m`;
  const terminal = { stderr: screen, drawingWidth: columns, paintNote } as unknown as Terminal;
  const table = createLiveTable(terminal, HEAD);
  const draw = (rows_: readonly (readonly string[])[]): readonly string[] => {
    vi.advanceTimersByTime(200);
    table.update(rows_);
    return screen.lines;
  };
  return { screen, table, draw };
}

describe('a live table', () => {
  it('stands in one place, frame after frame, and is gone at the end', () => {
    const { screen, table, draw } = open(60, 12);
    expect(draw([['tides', '0', '0', '0', 'its turn']])).toEqual([
      '$ zapomni research run',
      'SOURCE  PAGE  FOUND  NEW  WAITING FOR',
      'tides   0     0      0    its turn',
      '',
    ]);
    const frames = [
      ['tides', '1', '100', '97', 'page 2'],
      ['preprints', '2', '200', '0', 'judging page 3'],
    ];
    expect(draw(frames)).toEqual([
      '$ zapomni research run',
      'SOURCE     PAGE  FOUND  NEW  WAITING FOR',
      'tides      1     100    97   page 2',
      'preprints  2     200    0    judging page 3',
      '',
    ]);
    const writes = screen.writes;
    draw(frames);
    expect(screen.writes).toBe(writes);
    table.clear();
    expect(screen.lines).toEqual(['$ zapomni research run', '']);
  });

  it.each([
    [60, 12],
    [40, 8],
    [24, 5],
    [200, 20],
  ])('never wraps and never grows over the screen: %i columns, %i rows', (columns, rows) => {
    const { screen, table, draw } = open(columns, rows);
    const name = 'A journal of wind 風力 and water, and of everything else that moves by itself or is moved';
    for (let count = 1; count < 30; count += 4) {
      const lines = draw(
        Array.from({ length: count }, (_, i) => [`${i} ${name}`, '12', '1200', '97', 'judging page 13']),
      );
      expect(lines.filter((line) => displayWidth(line) >= columns)).toEqual([]);
      expect(lines).not.toContain('(wrapped)');
      expect(lines.filter((line) => line.startsWith('SOURCE'))).toHaveLength(1);
      // The command's own line is not the table's.
      expect(lines.length - 1).toBeLessThanOrEqual(rows);
    }
    expect(screen.lines.at(-2)).toMatch(/^… and \d+ more$/u);
    table.clear();
    expect(screen.lines).toEqual(['$ zapomni research run', '']);
  });
});
