import { column, makePdf } from '@zapomni/testkit/documents';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { expect, it } from 'vitest';
import { createDocumentReader } from '../document-reader.ts';
import { drawPages } from '../pdf/pdfium-picture.ts';
import { findEngine } from './find-engine.ts';
import type { GreyPicture } from './recognise.ts';

const FIRST = [
  'The lighthouse keeper counts forty-seven candles before',
  'sunrise and writes the number into a ledger.',
];
const SECOND = ['Nobody has ever asked him why he does so.'];

/** The middle page is a picture of the same letters; so is the last. */
async function scanned(): Promise<Uint8Array> {
  const page = (lines: readonly string[]) => ({ runs: column(lines, 60, 700, 12) });
  const printed = makePdf({ pages: [page(FIRST), page(SECOND)] });
  const pictures: GreyPicture[] = [];
  for await (const picture of drawPages(printed, [0, 1], { maxPages: 9, maxMemoryMb: 512 })) pictures.push(picture);
  return makePdf({
    pages: [page(['This page says what it says in letters.']), ...pictures.map((scan) => ({ runs: [], scan }))],
  });
}

const open = (languages?: readonly string[]) =>
  createDocumentReader({
    logger: createRecordingLogger(),
    ...(languages ? { ocr: { languages, folders: [] } } : {}),
  });

it('pictures of text are recognised when they are asked for, each on its page', async () => {
  const reader = open(['eng']);
  const document = await reader.read({ bytes: await scanned() });
  const page = (n: number) => document.text.slice(document.pages[n]?.start, document.pages[n + 1]?.start).trim();
  expect([page(0), page(1), page(2)]).toEqual([
    'This page says what it says in letters.',
    FIRST.join(' '),
    SECOND.join(' '),
  ]);
  expect(document).toMatchObject({ scans: [], warnings: [], metadata: { recognised_pages: 2 } });
  await reader.close();
});

it('stay pictures otherwise, and the warning says how to have them recognised', async () => {
  const reader = open();
  const document = await reader.read({ bytes: await scanned() });
  expect(document).toMatchObject({ scans: [1, 2] });
  expect(document.text.trim()).toBe('This page says what it says in letters.');
  expect(document.warnings).toEqual([
    'Pages 2, 3 have no text: they are pictures, perhaps of text. ZAPOMNI_OCR=eng has them recognised.',
  ]);
  await reader.close();
});

it('what is missing is named with the command that installs it', async () => {
  const reader = open(['eng', 'tlh']);
  const { scans, warnings } = await reader.read({ bytes: await scanned() });
  expect(scans).toEqual([1, 2]);
  expect(warnings[0]).toMatch(/not installed: run `npm install --prefix DATA_DIR\/ocr @tesseract.js-data\/tlh`\.$/);
  await reader.close();
  expect(findEngine({ languages: ['eng'], folders: ['/nowhere'] })).toMatchObject({ data: [{ language: 'eng' }] });
});

it('the limit of memory holds for it', async () => {
  const reader = open(['eng']);
  const reading = reader.read({ bytes: await scanned() }, { limits: { maxMemoryMb: 64 } });
  await expect(reading).rejects.toMatchObject({
    code: 'TOO_LARGE',
    message: expect.stringContaining('64 MB') as string,
  });
  await reader.close();
});
