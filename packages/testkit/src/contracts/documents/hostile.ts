/** Packages and PDF files that are locked, lie, or are meant to do harm: each is refused in words, or read without it. */
import type { DocumentLimits, DocumentReader, ReadDocument } from '@zapomni/core/ports';
import { describe, expect, it } from 'vitest';
import { utf8 } from './cases/encode.ts';
import { column, makePdf } from './cases/make-pdf.ts';
import { makePackage, makeZip, type ZipMember } from './cases/make-zip.ts';
import { packedCases } from './cases/packed.ts';
import { pdfCases } from './cases/pdf.ts';

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
const word = (xml: string) => makePackage({ 'word/document.xml': xml });
const text = (name: string, words = 'Some words.'): ZipMember => ({ name, bytes: utf8(words) });
const longPdf = (pages: number) =>
  makePdf({
    pages: Array.from({ length: pages }, (_, n) => ({ runs: column([`Words of page number ${n + 1}.`], 60, 700) })),
  });

export function hostileDocuments(reader: () => DocumentReader): void {
  const read = (bytes: Uint8Array, limits: Partial<DocumentLimits> = {}) => reader().read({ bytes }, { limits });
  const refusal = (code: string, words: RegExp) => ({ code, message: expect.stringMatching(words) as string });

  describe('locked', () => {
    it('a PDF with a password', async () => {
      const locked = makePdf({ pages: [{ runs: column(['Secret.'], 60, 700) }], locked: true });
      await expect(read(locked)).rejects.toMatchObject(refusal('INVALID_INPUT', /encrypted.*password/));
    });

    it('a package with a password', async () => {
      const locked = makeZip([{ name: 'word/document.xml', bytes: utf8('<a/>'), encrypted: true }]);
      await expect(read(locked)).rejects.toMatchObject(refusal('INVALID_INPUT', /encrypted.*password/));
    });

    it('an Office document with a password', async () => {
      const old = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';
      const name = Buffer.from('EncryptedPackage', 'utf16le').toString('latin1');
      const locked = Buffer.from(`${old}${'\0'.repeat(1000)}${name}${'\0'.repeat(1000)}`, 'latin1');
      const source = { bytes: Uint8Array.from(locked), name: 'letter.docx' };
      await expect(reader().read(source)).rejects.toMatchObject(refusal('INVALID_INPUT', /encrypted.*password/));
    });

    it('an OpenDocument text with a password', async () => {
      const parts = {
        'content.xml': 'not XML at all',
        'META-INF/manifest.xml': '<manifest><file-entry><encryption-data/></file-entry></manifest>',
      };
      const locked = makePackage(parts, 'application/vnd.oasis.opendocument.text');
      await expect(read(locked)).rejects.toMatchObject(refusal('INVALID_INPUT', /encrypted.*password/));
    });

    it('a book that its publisher has locked, but not one with scrambled fonts', async () => {
      const book = (algorithm: string) =>
        makePackage(
          {
            'META-INF/container.xml': '<container><rootfile full-path="b.opf"/></container>',
            'META-INF/encryption.xml': `<encryption><EncryptionMethod Algorithm="${algorithm}"/></encryption>`,
            'b.opf':
              '<package><manifest><item id="a" href="a.html"/></manifest><spine><itemref idref="a"/></spine></package>',
            'a.html': '<html><body><p>Some words.</p></body></html>',
          },
          'application/epub+zip',
        );
      const locked = book('http://www.w3.org/2001/04/xmlenc#aes128-cbc');
      await expect(read(locked)).rejects.toMatchObject(refusal('INVALID_INPUT', /encrypted/));
      const open = await read(book('http://www.idpf.org/2008/embedding'));
      expect(open.text).toBe('Some words.');
    });

    it('one member of an archive, and the others are read', async () => {
      const { members } = await read(makeZip([{ ...text('a.txt'), encrypted: true }, text('b.txt')]));
      expect(members).toMatchObject([
        { name: 'a.txt', error: refusal('INVALID_INPUT', /password/) },
        { name: 'b.txt', document: { text: 'Some words.' } },
      ]);
    });
  });

  describe('zip bombs', () => {
    const zeros = new Uint8Array(40_000_000);

    it('what packs too well', async () => {
      await expect(read(makeZip([{ name: 'a.txt', bytes: zeros }]))).rejects.toMatchObject(
        refusal('TOO_LARGE', /zip bomb/),
      );
    });

    it('what says it is smaller than it is', async () => {
      const { members } = await read(makeZip([{ name: 'a.txt', bytes: zeros, claimedSize: 100 }]));
      expect(members).toMatchObject([{ error: refusal('TOO_LARGE', /more than it says/) }]);
    });

    it('what unpacks to more than the limit, all in all', async () => {
      const member = (n: number) => text(`${n}.txt`, `Words of ${n}. `.repeat(100));
      const { members } = await read(makeZip([1, 2, 3, 4, 5].map(member)), { maxBytes: 4000 });
      expect(members.map((one) => 'document' in one)).toEqual([true, true, true, false, false]);
      expect(members[3]).toMatchObject({ error: refusal('TOO_LARGE', /4000 bytes/) });
    });

    it('members that share their bytes', async () => {
      const bytes = makeZip([text('a.txt', 'x'.repeat(500)), text('b.txt', 'x'.repeat(500))]);
      // The second entry of the directory leads to where the first one does.
      const view = new DataView(bytes.buffer);
      const second = Buffer.from(bytes).lastIndexOf('PK\x01\x02', undefined, 'latin1');
      view.setUint32(second + 42, 0, true);
      await expect(read(bytes)).rejects.toMatchObject(refusal('TOO_LARGE', /overlap/));
    });

    it('more members than anybody has', async () => {
      const many = makeZip(Array.from({ length: 20_001 }, (_, n) => ({ ...text(`${n}`, ''), stored: true })));
      await expect(read(many)).rejects.toMatchObject(refusal('TOO_LARGE', /20001 parts/));
    });

    it('archives in archives in archives', async () => {
      let bytes = makeZip([text('a.txt')]);
      for (let n = 0; n < 10; n++) bytes = makeZip([{ name: `${n}.zip`, bytes }]);
      let document: ReadDocument | undefined = await read(bytes);
      let message = '';
      while (document) {
        const [member]: ReadDocument['members'] = document.members;
        document = member && 'document' in member ? member.document : undefined;
        if (member && 'error' in member) message = member.error.message;
      }
      expect(message).toMatch(/packed more than \d+ times/);
    });
  });

  describe('XML', () => {
    it('expands no entities and fetches nothing', async () => {
      const entities = Array.from({ length: 20 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join('');
      const doctype = `<!DOCTYPE d [<!ENTITY e0 "boom"><!ENTITY file SYSTEM "file:///etc/passwd">${entities}]>`;
      const xml = `<?xml version="1.0"?>${doctype}<w:document ${W}>${paragraph('a &e20; &file; b')}</w:document>`;
      expect((await read(word(xml))).text).toBe('a &e20; &file; b');
    });

    it('nested without end', async () => {
      const xml = `<w:document ${W}>${'<w:tbl>'.repeat(100_000)}`;
      await expect(read(word(xml))).rejects.toMatchObject(refusal('INVALID_INPUT', /nested/));
    });

    it('tables that claim to be endless', async () => {
      const row = '<table-row><table-cell number-columns-repeated="999999999"><p>x</p></table-cell></table-row>';
      const parts = { 'content.xml': `<d><table>${row.repeat(3)}</table></d>` };
      const { text: read_ } = await read(makePackage(parts, 'application/vnd.oasis.opendocument.text'));
      expect(read_.length).toBeLessThan(100);
    });

    it('a cell at the end of the world', async () => {
      const sheet = '<s><row r="1048576"><c r="XFD1048576"><v>1</v></c><c r="ZZZ1"><v>2</v></c></row></s>';
      const parts = {
        'xl/workbook.xml': '<workbook><sheet name="A" r:id="1"/></workbook>',
        'xl/_rels/workbook.xml.rels': '<r><Relationship Id="1" Type="/worksheet" Target="s.xml"/></r>',
        'xl/s.xml': sheet,
      };
      const { text: shown, blocks } = await read(makePackage(parts));
      expect(shown).toBe('| 1 |\n| --- |');
      expect(blocks).toMatchObject([{ cells: { row: 1_048_576, column: 16_384 } }]);
    });
  });

  describe('lies and limits', () => {
    it('a zip archive that is called a PDF, and a PDF that is called a text', async () => {
      const zip = await reader().read({ bytes: makeZip([text('a.txt')]), name: 'a.pdf', mimeType: 'application/pdf' });
      expect(zip.format).toBe('zip');
      const pdf = await reader().read({ bytes: longPdf(1), name: 'a.txt', mimeType: 'text/plain' });
      expect(pdf.format).toBe('pdf');
    });

    it('a package that is cut short', async () => {
      for (const { format, source } of packedCases.filter((one) => one.format !== 'rtf')) {
        const half = source.bytes.slice(0, source.bytes.length / 2);
        await expect(reader().read({ bytes: half }), format).rejects.toMatchObject(
          refusal('INVALID_INPUT', /damaged, or cut short/),
        );
      }
    });

    it('a PDF that is nothing but its first line', async () => {
      await expect(read(utf8('%PDF-1.7\n'))).rejects.toMatchObject(refusal('INVALID_INPUT', /damaged|no pages/));
    });

    it('a PDF of too many pages', async () => {
      await expect(read(longPdf(6), { maxPages: 5 })).rejects.toMatchObject(refusal('TOO_LARGE', /6 pages/));
      expect((await read(longPdf(5), { maxPages: 5 })).pages).toHaveLength(5);
    });

    it('more memory than may be had, and the next is read', async () => {
      const padded = Buffer.concat([longPdf(3), Buffer.alloc(60_000_000, ' ')]);
      await expect(read(Uint8Array.from(padded), { maxMemoryMb: 50 })).rejects.toMatchObject(
        refusal('TOO_LARGE', /50 MB/),
      );
      const [book] = pdfCases;
      if (book) expect((await reader().read(book.source)).title).toBe('The Harbour Book');
    });

    it('a limit of memory that nothing can live with', async () => {
      await expect(read(longPdf(3), { maxMemoryMb: 1 })).rejects.toMatchObject(refusal('TOO_LARGE', /1 MB/));
    });

    it('2,000 pages', async () => {
      const { pages, text: words } = await read(longPdf(2000));
      expect(pages).toHaveLength(2000);
      expect(words.slice(pages[1999]?.start)).toBe('Words of page number 2000.');
    });
  });
}
