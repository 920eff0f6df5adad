/** What every reader of documents must do. */
import type { DocumentReader } from '@zapomni/core/ports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOCUMENT_CASES } from './cases/index.ts';
import { expectCase, expectSound } from './expect-document.ts';
import { hostileDocuments } from './hostile.ts';
import { limitedDocuments } from './limits.ts';
import { refusedDocuments } from './refused.ts';

export interface DocumentReaderHarness {
  open(): DocumentReader;
}

export function documentReaderContract(name: string, { open }: DocumentReaderHarness): void {
  describe(`document reader contract: ${name}`, () => {
    let reader: DocumentReader;
    beforeAll(() => {
      reader = open();
    });
    afterAll(() => reader.close());

    describe.each(DOCUMENT_CASES)('$format: $about', (one) => {
      it('gives every known sentence where it stands', async () => {
        const document = await reader.read(one.source);
        expectSound(document);
        expectCase(document, one);
      });

      it('gives the same document again', async () => {
        expect(await reader.read(one.source)).toEqual(await reader.read(one.source));
      });

      if (one.byNameOnly) return;
      it('is known by its bytes, whatever it is called', async () => {
        const { format, source } = one;
        const { bytes } = source;
        // Among texts a name may decide; between a text and anything else it may not.
        const lies = ['report.pdf', 'picture.png', 'archive.zip', 'letter.docx', 'no-name', '', undefined];
        for (const lie of lies) {
          const document = await reader.read({
            bytes,
            ...(lie === undefined ? {} : { name: lie }),
            mimeType: 'image/png',
          });
          expect(document.format, lie).toBe(format);
        }
      });
    });

    hostileDocuments(() => reader);
    limitedDocuments(() => reader);
    refusedDocuments(() => reader);
  });
}
