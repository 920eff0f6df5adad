import { describe, expect, it } from 'vitest';
import { displayWidth, fit, padEnd } from './display-width.ts';
import { harmless, oneLine } from './harmless.ts';
import { toCleared } from '@zapomni/mcp/views';
import { describeReceipt, size } from './in-words.ts';
import { createProgressBar, drawBar } from './progress-bar.ts';
import { renderPairs, renderTable } from './table.ts';
import { openTerminal, type Terminal } from './terminal.ts';

const plain = (_style: unknown, text: string) => text;

describe('displayWidth', () => {
  it.each([
    ['plain', 5],
    ['Боря', 4],
    ['東京', 4],
    ['e\u0301', 1],
    ['🎉', 2],
    ['👩‍👩‍👧', 2],
    ['❤️', 2],
    ['\u001b[1mbold\u001b[22m', 4],
    ['한국', 4],
    ['ｆｕｌｌ', 8],
  ])('%s is %i wide', (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });
});

describe('fit', () => {
  it('leaves alone what fits', () => {
    expect(fit('short', 5)).toBe('short');
    expect(fit('any', Number.POSITIVE_INFINITY)).toBe('any');
  });

  it('never takes more room than it has and never cuts a character in two', () => {
    expect(fit('abcdef', 4)).toBe('abc…');
    expect(fit('東京都庁', 5)).toBe('東京…');
    expect(fit('👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 3)).toBe('👩‍👩‍👧…');
    for (let width = 1; width < 20; width++) {
      expect(displayWidth(fit('mixed 東京 text 🎉 with everything', width))).toBeLessThanOrEqual(width);
    }
  });
});

describe('tables', () => {
  it('align by display width and cut only the last column', () => {
    const table = renderTable(
      ['ID', 'TEXT'],
      [
        ['東京', 'a long text that has to be cut'],
        ['b', 'short'],
      ],
      { width: 24, paint: plain },
    );
    expect(table.split('\n')).toEqual(['ID    TEXT', '東京  a long text that…', 'b     short']);
  });

  it('let columns give way that may, and cut no other', () => {
    const table = renderTable(
      ['KEY', 'AUTHORS', 'TITLE'],
      [
        ['01a1f55b-4d78-7320-a7b0', 'The Consortium of Consortia for Long Names', 'Quiet rotors and how they hum'],
        ['roe2019', 'Roe', 'Rain'],
      ],
      { width: 60, paint: plain },
      ['AUTHORS'],
    );
    expect(table.split('\n').slice(1)).toEqual([
      '01a1f55b-4d78-7320-a7b0  The Consortium o…  Quiet rotors an…',
      'roe2019                  Roe                Rain',
    ]);
    for (const row of table.split('\n')) expect(displayWidth(row)).toBeLessThanOrEqual(60);
  });

  it('leave out empty values', () => {
    expect(
      renderPairs(
        [
          ['a', '1'],
          ['none', ''],
          ['long', '2'],
        ],
        { paint: plain },
      ),
    ).toBe('a     1\nlong  2');
  });

  it('pad by display width', () => {
    expect(padEnd('東', 4)).toBe('東  ');
  });
});

describe('harmless', () => {
  it('takes out what would act on the terminal, and nothing else', () => {
    expect(harmless('a\u001b[31mred\u0007\n\tb\r\nc')).toBe('a�[31mred�\n\tb\nc');
    expect(harmless('abc\u202edef')).toBe('abcdef');
    expect(harmless('naïve 🎉 東京')).toBe('naïve 🎉 東京');
    expect(oneLine('  two\n\n lines\t')).toBe('two lines');
  });
});

describe('the progress bar', () => {
  it('draws on a terminal and cleans up', () => {
    const written: string[] = [];
    const stderr = { write: (text: string) => written.push(text) };
    const bar = createProgressBar({ stderr, drawingWidth: 60, paintNote: plain } as unknown as Terminal);
    bar.update(1, 2, 'half');
    bar.clear();
    expect(written).toEqual([`\r\u001b[K${drawBar(0.5)} half`, '\r\u001b[K']);
    expect(drawBar(0.5)).toBe('████████████░░░░░░░░░░░░');
  });

  it('never takes more columns than there are, whatever the script', () => {
    const written: string[] = [];
    const stderr = { write: (text: string) => written.push(text) };
    for (const total of [0, 2]) {
      const bar = createProgressBar({ stderr, drawingWidth: 40, paintNote: plain } as unknown as Terminal);
      bar.update(1, total, '深層学習による画像認識の研究とその応用について');
    }
    expect(written.map((text) => displayWidth(text.replace('\r\u001b[K', '')))).toEqual([39, 38]);
  });

  it('draws nothing elsewhere', () => {
    const stderr = { write: () => expect.unreachable() };
    const bar = createProgressBar({ stderr, drawingWidth: 0, paintNote: plain } as unknown as Terminal);
    bar.update(1, 2, 'half');
    bar.clear();
  });
});

it('colours need a terminal', () => {
  expect(openTerminal({}).paint('red', 'x')).toBe(process.stdout.isTTY ? '\u001b[31mx\u001b[39m' : 'x');
  expect(openTerminal({ NO_COLOR: '1' }).paint('red', 'x')).toBe('x');
});

it('sizes are for people', () => {
  expect([999, 1500, 254_000, 85_000_000_000].map(size)).toEqual(['999 B', '1.5 kB', '254 kB', '85 GB']);
});

describe('receipts', () => {
  const receipt = {
    memories: 1,
    passages: 2,
    versions: 0,
    mentions: 0,
    relations: 0,
    entities: 0,
    records: 0,
    bytes: 500,
  };

  it('say what went, and nothing of what did not', () => {
    expect(describeReceipt(receipt)).toBe('Deleted 1 memory, 2 passages; 500 B of text.');
    expect(describeReceipt({ ...receipt, versions: 1, mentions: 4, relations: 2, entities: 1, records: 3 })).toBe(
      'Deleted 1 memory, 2 passages, 1 earlier version, 4 mentions, 2 relations, 1 entity, 3 records; 500 B of text.',
    );
  });

  it('carry every count as JSON', () => {
    const { passages, ...others } = receipt;
    expect(toCleared('w', receipt).removed).toEqual({ ...others, chunks: passages });
  });
});
