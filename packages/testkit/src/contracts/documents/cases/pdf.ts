import type { DocumentCase } from '../document-case.ts';
import { column, makePdf, type PdfRun } from './make-pdf.ts';

const LEFT = [
  'The harbour was rebuilt in the spring of that year after',
  'the old piers had been given up. Every stone was num-',
  'bered, carried to the yard and laid again in the order in',
  'which it had been found, which took the masons longer',
  'than the council had expected of a well-known builder.',
];
const RIGHT = [
  'Ships came back in the autumn, the larger ones first and',
  'the fishing boats after them. What was numbered in the',
  'yard was counted again on the quay, and the well-known',
  'difference of a single stone was entered in the books of',
  'the harbour master, who kept them for another decade.',
];
const WIDTHS = ', in fonts that say how wide they are';
/** The head, a page number and the text of a page of a book. */
const bookPage = (n: number, body: readonly PdfRun[]) => ({
  runs: [
    { text: `${n} The Harbour Book`, x: 60, y: 810, size: 9 },
    ...body,
    { text: String(n), x: 290, y: 30, size: 9 },
  ],
});

const book = (widths: boolean): DocumentCase => ({
  format: 'pdf',
  about: `two columns with an outline, running heads and a broken word${widths ? WIDTHS : ''}`,
  source: {
    name: 'book.pdf',
    bytes: makePdf({
      widths,
      information: { Title: 'The Harbour Book', Author: 'Ada Mason', CreationDate: "D:20260131120000+01'00'" },
      romanPages: 1,
      outline: [
        { title: 'Preface', page: 0, y: 770 },
        { title: 'Rebuilding', page: 1, y: 770 },
      ],
      pages: [
        bookPage(1, [
          { text: 'Preface', x: 60, y: 760, size: 16 },
          ...column(['A word before the book begins.'], 60, 730),
        ]),
        bookPage(2, [
          { text: 'Rebuilding', x: 60, y: 760, size: 16 },
          ...column(LEFT, 60, 730),
          ...column(RIGHT, 320, 730),
        ]),
        bookPage(3, column(['The last page says that it is the last one.'], 60, 730)),
      ],
    }),
  },
  title: 'The Harbour Book',
  sentences: [
    { text: 'A word before the book begins.', page: 'i', path: ['Preface'] },
    { text: 'Every stone was numbered, carried to the yard and laid again', page: '1', path: ['Rebuilding'] },
    { text: 'expected of a well-known builder.', page: '1' },
    { text: 'builder.\n\nShips came back in the autumn', page: '1' },
    { text: 'the well-known difference', page: '1' },
    { text: 'The last page says', page: '2', path: ['Rebuilding'] },
  ],
  absent: ['The Harbour Book', '- '],
  metadata: { author: 'Ada Mason', created: '2026-01-31T11:00:00.000Z', language: 'en-GB' },
});

const report = (widths: boolean): DocumentCase => ({
  format: 'pdf',
  about: `headings by their size, a table and a link${widths ? WIDTHS : ''}`,
  source: {
    name: 'report.pdf',
    bytes: makePdf({
      widths,
      information: { Title: 'untitled' },
      pages: [
        {
          runs: [
            { text: 'A Report on Boats', x: 60, y: 790, size: 22 },
            { text: '1 Numbers', x: 60, y: 750, size: 14 },
            ...column(
              ['Boats are counted once a year, as the table shows for', 'three of them, and again on demand.'],
              60,
              725,
            ),
            ...['Boat|Year|Masts', 'Anna|1901|2', 'Berta|1907|3', 'Clara|1911|1'].flatMap((row, n) =>
              row.split('|').map((text, i) => ({ text, x: 60 + i * 120, y: 680 - n * 14 })),
            ),
            { text: '1.1 Sources', x: 60, y: 600, size: 12, bold: true },
            ...column(['See the archive for more.'], 60, 580),
          ],
          links: [{ box: [60, 576, 250, 592], target: 'https://archive.example/boats' }],
        },
      ],
    }),
  },
  title: 'A Report on Boats',
  sentences: [
    { text: 'as the table shows for three of them', page: '1', path: ['1 Numbers'] },
    { text: 'See the archive', page: '1', path: ['1 Numbers', '1.1 Sources'] },
  ],
  blocks: [
    {
      kind: 'table',
      text: '| Boat | Year | Masts |\n| --- | --- | --- |\n| Anna | 1901 | 2 |\n| Berta | 1907 | 3 |\n| Clara | 1911 | 1 |',
    },
  ],
  links: [{ text: 'See the archive for more.', target: 'https://archive.example/boats' }],
});

const scan: DocumentCase = {
  format: 'pdf',
  about: 'a page that is a picture',
  source: {
    name: 'scan.pdf',
    bytes: makePdf({
      pages: [
        {
          runs: column(
            [
              'A page with words of its own, and enough of them to be',
              'believed that there is nothing else to be found here.',
            ],
            60,
            700,
          ),
        },
        { runs: [], picture: true },
      ],
    }),
  },
  title: null,
  sentences: [{ text: 'A page with words of its own', page: '1' }],
  warnings: [/^Page 2 has no text/],
  scans: [1],
};

/** Lines that go across both columns, as some programs write them. */
const across = (widths: boolean): DocumentCase => ({
  format: 'pdf',
  about: `columns that are written line by line${widths ? WIDTHS : ''}`,
  source: {
    name: 'across.pdf',
    bytes: makePdf({
      widths,
      pages: [
        {
          runs: [...LEFT, ...LEFT].flatMap((text, n) => [
            { text, x: 40, y: 700 - n * 12 },
            { text: RIGHT[n % 5] ?? '', x: 330, y: 700 - n * 12 },
          ]),
        },
      ],
    }),
  },
  sentences: [
    { text: 'carried to the yard and laid again in the order in which it had been found' },
    { text: 'What was numbered in the yard' },
  ],
});

export const pdfCases: readonly DocumentCase[] = [
  book(false),
  report(false),
  scan,
  across(false),
  book(true),
  report(true),
  across(true),
];
