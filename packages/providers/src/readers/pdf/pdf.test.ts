import { column, makePdf } from '@zapomni/testkit/documents';
import { describe, expect, it } from 'vitest';
import { Hyphens } from './hyphens.ts';
import { LockedPdf, PdfMemoryExceeded, type PdfLine, type PdfPage } from './pdf-file.ts';
import { readWithPdfium } from './pdfium-file.ts';
import { withoutRunningHeads } from './running-heads.ts';
import { readWithUnpdf } from './unpdf-file.ts';

const LIMITS = { maxPages: 100, maxMemoryMb: 512 };
const BYTES = makePdf({
  information: { Title: 'Two Engines', Author: 'Ada Mason' },
  romanPages: 1,
  pages: [
    { runs: column(['The first line of the page is fol-', 'lowed by another line.'], 60, 700) },
    { runs: [{ text: 'A heading', x: 60, y: 700, size: 18 }, ...column(['Words.'], 60, 660)] },
  ],
});

const line = (text: string, baseline: number, hyphenated = false): PdfLine => ({
  text,
  left: 60,
  right: 200,
  baseline,
  size: 10,
  bold: false,
  hyphenated,
  cells: [],
});
const page = (label: string, ...lines: readonly PdfLine[]): PdfPage => ({ label, lines, hasPicture: false, links: [] });

describe('engines', () => {
  it('see the same lines in the same places', async () => {
    const [first, second] = [await readWithPdfium(BYTES, LIMITS), await readWithUnpdf(BYTES, LIMITS)];
    for (const { pages, information } of [first, second]) {
      expect(information).toMatchObject({ Title: 'Two Engines', Author: 'Ada Mason' });
      expect(pages.map(({ label }) => label)).toEqual(['i', '1']);
      expect(pages[0]?.lines).toMatchObject([
        { text: 'The first line of the page is fol', hyphenated: true, left: 60, baseline: 700, size: 10 },
        { text: 'lowed by another line.', hyphenated: false, left: 60, baseline: 688, size: 10 },
      ]);
      expect(pages[1]?.lines).toMatchObject([{ text: 'A heading', size: 18 }, { text: 'Words.' }]);
    }
  });

  it('leave the bytes to whoever gave them', async () => {
    const bytes = BYTES.slice();
    await readWithUnpdf(bytes, LIMITS);
    expect(bytes).toEqual(BYTES);
  });

  it('takes no space for one that the next letters are written over', async () => {
    const runs = [
      { text: 'The old and long leg ', x: 60, y: 700 },
      // Where the word ends, before its space.
      { text: 'acy of it goes on', x: 142.77, y: 700 },
    ];
    const { pages } = await readWithPdfium(makePdf({ pages: [{ runs }] }), LIMITS);
    expect(pages[0]?.lines.map(({ text }) => text)).toEqual(['The old and long legacy of it goes on']);
  });

  it('know where a line stands that is below signs without letters', async () => {
    const sum = { text: `The sum ${'\0'.repeat(5)} of it`, x: 60, y: 700 };
    const runs = [sum, ...column(['is all that is said', 'below it'], 80, 688)];
    const { pages } = await readWithPdfium(makePdf({ pages: [{ runs }] }), LIMITS);
    expect(pages[0]?.lines).toMatchObject([
      { text: 'The sum of it', left: 60, baseline: 700 },
      { text: 'is all that is said', left: 80, baseline: 688 },
      { text: 'below it', left: 80, baseline: 676 },
    ]);
  });

  it('know how large letters are seen, whatever their font says', async () => {
    const runs = [
      { text: 'In a font of ten points', x: 60, y: 700, size: 10 },
      { text: 'In one that is enlarged to them', x: 60, y: 688, size: 10, enlarged: true },
    ];
    const { pages } = await readWithPdfium(makePdf({ pages: [{ runs }] }), LIMITS);
    expect(pages[0]?.lines.map(({ size }) => size)).toEqual([10, 10]);
  });

  it('know a locked file', async () => {
    const locked = makePdf({ pages: [{ runs: [] }], locked: true });
    await expect(readWithPdfium(locked, LIMITS)).rejects.toBeInstanceOf(LockedPdf);
    await expect(readWithUnpdf(locked, LIMITS)).rejects.toBeInstanceOf(LockedPdf);
  });

  it('end with the memory they may have, and begin anew', async () => {
    const large = Uint8Array.from(Buffer.concat([BYTES, Buffer.alloc(40_000_000, ' ')]));
    await expect(readWithPdfium(large, { ...LIMITS, maxMemoryMb: 32 })).rejects.toBeInstanceOf(PdfMemoryExceeded);
    expect((await readWithPdfium(BYTES, LIMITS)).pages).toHaveLength(2);
  });
});

describe('Hyphens', () => {
  const hyphens = new Hyphens([
    page(
      '1',
      line('the numbered stones of a well-known builder', 3),
      line('who was known as he worked well with the un', 2, true),
      line('known masons', 1),
    ),
  ]);

  it.each([
    ['each one num', 'bered again', ''],
    ['of the well', 'known', '-'],
    ['unheard charac', 'terization', ''],
    ['a self', 'taught man', '-'],
    ['the builder', 'stones', '-'],
    ['from Anglo', 'Saxon times', '-'],
    ['in 1990', 'to', '-'],
  ])('%s|%s', (before, after, between) => {
    expect(hyphens.between(before, after)).toBe(between);
  });
});

describe('withoutRunningHeads', () => {
  const body = (n: number) =>
    [1, 2, 3, 4, 5].map((k) => line(`Line ${k} says ${'abcdef'[k]}${'uvwxyz'[n]}.`, 600 - k * 12));
  const made = [1, 2, 3, 4].map((n) =>
    page(String(n), line(`${n} A Book`, 800), ...body(n), line(n === 4 ? 'The end' : `– ${n} –`, 20)),
  );

  it('drops what stands at the edge of three pages, whatever its number, and nothing within', () => {
    const pages = withoutRunningHeads(made);
    expect(pages.map(({ lines }) => lines.length)).toEqual([5, 5, 5, 6]);
    expect(pages[3]?.lines.at(-1)?.text).toBe('The end');
  });

  it('keeps what is all that a page says, and what stands elsewhere on each', () => {
    const sparse = [1, 2, 3].map((n) => page(`p. ${n}`, line(`Figure ${n}`, 400)));
    expect(withoutRunningHeads(sparse)).toEqual(sparse);
    const moving = [1, 2, 3].map((n) => page(`p. ${n}`, line(`Figure ${n}`, 100 * n), ...body(n)));
    expect(withoutRunningHeads(moving)).toEqual(moving);
  });

  it('keeps what stands on two pages only, but for the number of the page', () => {
    const pages = withoutRunningHeads(made.slice(0, 2));
    expect(pages.map(({ lines }) => lines.map(({ text }) => text))).toEqual([
      ['1 A Book', ...body(1).map(({ text }) => text)],
      ['2 A Book', ...body(2).map(({ text }) => text)],
    ]);
  });
});
