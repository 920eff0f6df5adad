import { deflateSync } from 'node:zlib';
import { column, makePdf } from '@zapomni/testkit/documents';
import { describe, expect, it } from 'vitest';
import { PlainPages } from './plain-pages.ts';

const LINES = ['The first line of the page is fol-', 'lowed by another line, and so', 'on to the last.'];
const PAGE = { runs: column(LINES, 60, 700) };
const linesOf = (bytes: Uint8Array, count = 1) => PlainPages.open(bytes, count)?.page(0)?.lines;

/** A file with this to draw on its page, and this font; no table is needed that anything could be wrong with. */
function withContent(content: string, font: string, more = ''): Uint8Array {
  const packed = deflateSync(Buffer.from(content, 'latin1'));
  const objects = [
    '1 0 obj\n<</Pages 2 0 R>>\nendobj\n',
    '2 0 obj\n<</Kids[3 0 R]/Count 1/Resources<</Font<</F 5 0 R>>>>>>\nendobj\n',
    '3 0 obj\n<</Parent 2 0 R/Contents 4 0 R>>\nendobj\n',
    `4 0 obj\n<</Filter/FlateDecode/Length ${packed.length}>>stream\n${packed.toString('latin1')}\nendstream\nendobj\n`,
    `5 0 obj\n${font}\nendobj\n`,
    ...(more ? [`6 0 obj\n${more}\nendobj\n`] : []),
  ];
  let file = '%PDF-1.7\n';
  const rows = objects.map((object) => {
    const row = `${String(file.length).padStart(10, '0')} 00000 n \n`;
    file += object;
    return row;
  });
  const table = `xref\n0 ${rows.length + 1}\n0000000000 65535 f \n${rows.join('')}trailer\n<</Root 1 0 R>>\n`;
  return Uint8Array.from(Buffer.from(`${file}${table}startxref\n${file.length}\n%%EOF\n`, 'latin1'));
}

const SIMPLE = `<</Subtype/Type1/BaseFont/Some-Bold/Encoding/WinAnsiEncoding/FirstChar 32/Widths[${'500 '.repeat(95)}]>>`;
const shown = (...words: readonly string[]) => `BT /F 10 Tf 12 TL 60 700 Td ${words.join(' ')} ET`;
const THREE = "(one) ' (two) ' (three) '";
const texts = (content: string, font = SIMPLE, more = '') =>
  linesOf(withContent(content, font, more))?.map(({ text }) => text);

describe('plain pages', () => {
  it('have their lines where they stand', () => {
    expect(linesOf(makePdf({ pages: [PAGE], widths: true }))).toMatchObject([
      { text: 'The first line of the page is fol', hyphenated: true, left: 60, baseline: 700, size: 10, bold: false },
      { text: 'lowed by another line, and so', hyphenated: false, left: 60, baseline: 688 },
      { text: 'on to the last.', baseline: 676, cells: [] },
    ]);
  });

  it('words are told apart by room, whatever makes it, and cells by more of it', () => {
    expect(texts(shown('[(a)-300(b)-50(c)] TJ', "(d e) '", '5 Tc', "(fg) '"))).toEqual(['a bc', 'd e', 'f g']);
    const cells = linesOf(withContent(shown('[(left)-3000(right)] TJ', THREE), SIMPLE))?.[0]?.cells;
    expect(cells).toEqual([
      { text: 'left', left: 60 },
      { text: 'right', left: 110 },
    ]);
  });

  it('say letters by their names, and by the map of the file before them', () => {
    const named = SIMPLE.replace(
      '/WinAnsiEncoding',
      '<</BaseEncoding/WinAnsiEncoding/Differences[65/eacute/fi/uni0416]>>',
    );
    expect(texts(shown('(ABCD) Tj', THREE), named)?.[0]).toBe('éfiЖD');
    const map = 'begincmap 1 beginbfchar <41> <00660069> endbfchar 1 beginbfrange <42> <43> <0430> endbfrange endcmap';
    const mapped = SIMPLE.replace('>>', '/ToUnicode 6 0 R>>');
    const stream = `<</Length ${map.length}>>stream\n${map}\nendstream`;
    expect(texts(shown('(ABC) Tj', THREE), mapped, stream)?.[0]).toBe('fiаб');
  });

  it.each([
    ['a font without widths', shown(THREE), '<</Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>'],
    ['a letter nobody names', shown('(A) Tj', THREE), SIMPLE.replace('/WinAnsiEncoding', '<</Differences[65/g17]>>')],
    ['letters that lean', `BT /F 10 Tf 1 0 1 1 60 700 Tm (a) Tj ${THREE} ET`, SIMPLE],
    ['a drawing', `${shown(THREE)} /X Do`, SIMPLE],
    ['a picture in between', `${shown(THREE)} BI /W 1 ID x EI`, SIMPLE],
    ['words that are said otherwise', `/Span<</ActualText(x)>>BDC ${shown(THREE)} EMC`, SIMPLE],
    ['hardly any words', shown('(a) Tj'), SIMPLE],
    ['what is no content', '<< ( [', SIMPLE],
  ])('%s is left to the engine', (_about, content, font) => {
    const pages = PlainPages.open(withContent(content, font), 1);
    expect(pages).not.toBeNull();
    expect(pages?.page(0)).toBeNull();
  });

  it('a file that is out of order, locked or of another length is left to it whole', () => {
    const bytes = makePdf({ pages: [PAGE], widths: true });
    expect(PlainPages.open(bytes, 2)).toBeNull();
    expect(PlainPages.open(bytes.slice(0, -20), 1)).toBeNull();
    expect(PlainPages.open(makePdf({ pages: [PAGE], widths: true, locked: true }), 1)).toBeNull();
    expect(PlainPages.open(makePdf({ pages: [PAGE] }), 1)?.page(0)).toBeNull();
  });
});
