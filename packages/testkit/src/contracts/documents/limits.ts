/** Each limit is kept, and says which it was; what is not wanted any more is not waited for. */
import type { DocumentLimits, DocumentReader } from '@zapomni/core/ports';
import { describe, expect, it } from 'vitest';
import { mailCases } from './cases/mail.ts';
import { utf8 } from './cases/encode.ts';

const NOTE = { bytes: utf8('# Heading\n\nSome **words** and [a link](https://a.example).\n'), name: 'note.md' };
const NOTEBOOK = {
  bytes: utf8(
    JSON.stringify({ nbformat: 4, cells: [1, 2, 3].map((n) => ({ cell_type: 'markdown', source: `Cell ${n}.` })) }),
  ),
};
/** Takes long: each line is a table of its own to the parser. */
const LONG = { bytes: utf8('| a | b |\n| - | - |\n| `1` | **2** |\n\n'.repeat(150_000)), name: 'long.md' };

export function limitedDocuments(reader: () => DocumentReader): void {
  const read = (source: { bytes: Uint8Array; name?: string }, limits: Partial<DocumentLimits>) =>
    reader().read(source, { limits });

  describe('limits', () => {
    it('bytes', async () => {
      await expect(read(NOTE, { maxBytes: NOTE.bytes.length })).resolves.toMatchObject({ format: 'markdown' });
      await expect(read(NOTE, { maxBytes: NOTE.bytes.length - 1 })).rejects.toMatchObject({
        code: 'TOO_LARGE',
        message: expect.stringContaining('bytes') as string,
      });
    });

    it('pages', async () => {
      await expect(read(NOTEBOOK, { maxPages: 3 })).resolves.toMatchObject({ pageKind: 'cell' });
      await expect(read(NOTEBOOK, { maxPages: 2 })).rejects.toMatchObject({
        code: 'TOO_LARGE',
        message: expect.stringContaining('2 pages') as string,
      });
    });

    it('characters', async () => {
      const { text } = await read(NOTE, {});
      await expect(read(NOTE, { maxCharacters: text.length })).resolves.toMatchObject({ text });
      await expect(read(NOTE, { maxCharacters: text.length - 1 })).rejects.toMatchObject({
        code: 'TOO_LARGE',
        message: expect.stringContaining('characters') as string,
      });
    });

    it('of members too, each on its own', async () => {
      const mbox = mailCases.find(({ format }) => format === 'mbox');
      if (!mbox) throw new Error('no mailbox');
      const { members } = await reader().read(mbox.source, { limits: { maxPages: 1 } });
      expect(members).toEqual([
        { name: 'message-1.eml', document: expect.objectContaining({ title: 'First' }) as object },
        { name: 'message-2.eml', error: { code: 'TOO_LARGE', message: expect.stringContaining('pages') as string } },
      ]);
    });

    it('time, and the next is read', async () => {
      await expect(read(LONG, { timeoutMs: 50 })).rejects.toMatchObject({
        code: 'TIMEOUT',
        message: expect.stringContaining('0.05 s') as string,
      });
      await expect(read(NOTE, {})).resolves.toMatchObject({ format: 'markdown' });
    });

    it('memory, and the next is read', async () => {
      await expect(read(LONG, { maxMemoryMb: 40 })).rejects.toMatchObject({
        code: 'TOO_LARGE',
        message: expect.stringContaining('40 MB') as string,
      });
      await expect(read(NOTE, {})).resolves.toMatchObject({ format: 'markdown' });
    });
  });

  describe('cancelled', () => {
    it('before, while it waits, while it is read; the others are read', async () => {
      await expect(reader().read(NOTE, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'CANCELLED' });
      const [long, waiting] = [new AbortController(), new AbortController()];
      const reads = [
        reader().read(LONG, { signal: long.signal }),
        reader().read(NOTE, { signal: waiting.signal }),
        reader().read(NOTE),
      ];
      const outcomes = Promise.allSettled(reads);
      waiting.abort();
      long.abort();
      expect(await outcomes).toMatchObject([
        { status: 'rejected', reason: { code: 'CANCELLED' } },
        { status: 'rejected', reason: { code: 'CANCELLED' } },
        { status: 'fulfilled', value: { format: 'markdown' } },
      ]);
    });
  });
}
