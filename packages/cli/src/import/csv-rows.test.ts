import { describe, expect, it } from 'vitest';
import { BrokenCsv, csvRows, type CsvRow } from './csv-rows.ts';

async function read(...chunks: readonly string[]): Promise<CsvRow[]> {
  const rows: CsvRow[] = [];
  for await (const row of csvRows(streamed(chunks))) rows.push(row);
  return rows;
}

async function* streamed(chunks: Iterable<string>): AsyncGenerator<string> {
  yield* chunks;
}

describe('csvRows', () => {
  it('reads quoted cells with commas, quotation marks and line ends in them, wherever chunks end', async () => {
    const text = 'a,b,c\r\n1,"x, ""y""\r\nz",\n"🎉",5" pipe,é';
    const rows = [
      { line: 1, cells: ['a', 'b', 'c'] },
      { line: 2, cells: ['1', 'x, "y"\r\nz', ''] },
      { line: 4, cells: ['🎉', '5" pipe', 'é'] },
    ];
    for (let at = 0; at <= text.length; at++) {
      const [before, after] = [text.slice(0, at), text.slice(at)];
      if (before.isWellFormed()) expect(await read(before, after)).toEqual(rows);
    }
  });

  it.each([
    ['a;b\n1,5;2', ['1,5', '2']],
    ['a\tb\n"1\t2"\t3', ['1\t2', '3']],
    ['only\nx,y;z', ['x', 'y;z']],
  ])('%j is parted as its names are', async (text, cells) => {
    expect((await read(text))[1]?.cells).toEqual(cells);
  });

  it('says when a quotation mark is never closed, after the rows before it', async () => {
    await expect(read('a,b\n1,"2\n3,4\n')).rejects.toThrow(new BrokenCsv('has a quotation mark that is never closed'));
    expect(await read('')).toEqual([]);
    expect(await read('a')).toEqual([{ line: 1, cells: ['a'] }]);
  });

  it('has a row before the next is read', async () => {
    let given = 0;
    async function* endless(): AsyncGenerator<string> {
      while (true) yield `${++given},x\n`;
    }
    for await (const { line } of csvRows(endless())) {
      expect(given).toBe(line);
      if (line === 1000) break;
    }
  });
});
