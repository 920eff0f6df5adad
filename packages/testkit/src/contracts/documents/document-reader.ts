/** What every reader of documents must do. */
import type { DocumentReader } from '@zapomni/core/ports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOCUMENT_CASES } from './cases/index.ts';
import { expectCase, expectSound } from './expect-document.ts';

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
    });
  });
}
