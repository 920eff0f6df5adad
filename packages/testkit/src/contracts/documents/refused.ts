/** What is no document is refused in words, and what is in a document is read or refused on its own. */
import type { DocumentReader, ReadDocument } from '@zapomni/core/ports';
import { describe, expect, it } from 'vitest';
import { utf8 } from './cases/encode.ts';
import { mailCases } from './cases/mail.ts';

const latin = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));
const noise = Uint8Array.from({ length: 4000 }, (_, n) => (n * 2_654_435_761) >>> (n % 24));

export function refusedDocuments(reader: () => DocumentReader): void {
  describe('what is no document', () => {
    it.each([
      ['nothing', new Uint8Array(), 'empty'],
      ['a picture', latin('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01'), 'PNG picture'],
      ['a photograph', latin('\xff\xd8\xff\xe0\0\x10JFIF\0\x01'), 'JPEG picture'],
      ['a database', latin(`SQLite format 3\0${'\0'.repeat(100)}`), 'SQLite database'],
      ['a program', latin('\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0'), 'program'],
      ['a recording', latin('ID3\x04\0\0\0\0\0\x23'), 'MP3'],
      ['an old Word file', latin('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0\0\0'), 'before 2007'],
      ['zeros', new Uint8Array(1000), 'zeros'],
      ['noise', noise, 'unknown kind'],
    ])('%s', async (_name, bytes, words) => {
      for (const name of ['notes.md', 'notes.txt', undefined]) {
        await expect(reader().read({ bytes, ...(name ? { name } : {}) }), name).rejects.toMatchObject({
          code: 'INVALID_INPUT',
          message: expect.stringContaining(words) as string,
        });
      }
    });
  });

  describe('members', () => {
    it('a mail has what was attached to it, read or refused', async () => {
      const mail = mailCases.find(({ members }) => members?.includes('costs.csv'));
      if (!mail) throw new Error('no mail');
      const { members } = await reader().read(mail.source);
      expect(members).toMatchObject([
        { name: 'costs.csv', document: { format: 'csv', metadata: { rows: 4 } } },
        {
          name: 'blob.bin',
          error: { code: 'INVALID_INPUT', message: expect.stringContaining('unknown kind') as string },
        },
      ]);
    });

    it('a mailbox has mails with their own text', async () => {
      const mbox = mailCases.find(({ format }) => format === 'mbox');
      if (!mbox) throw new Error('no mailbox');
      const { members, text } = await reader().read(mbox.source);
      const mails = members.map((member) => ('document' in member ? member.document : null)) as ReadDocument[];
      expect(text).toBe('');
      expect(mails.map(({ title }) => title)).toEqual(['First', 'Second']);
      expect(mails[0]?.text).toContain('\nFrom here on it is quoted.');
      expect(mails[1]?.text).toContain('From the beginning of a line, but not of a mail.');
    });

    it('a mail in a mail in a mail is read only so deep', async () => {
      const wrap = (inner: string, n: number) =>
        `From: a@b.example\nTo: c@d.example\nSubject: Level ${n}\nMIME-Version: 1.0\nContent-Type: message/rfc822\n\n${inner}`;
      let mail = 'From: a@b.example\nTo: c@d.example\nSubject: Deepest\n\nWords.\n';
      for (let n = 0; n < 10; n++) mail = wrap(mail, n);
      let document: ReadDocument | undefined = await reader().read({ bytes: utf8(mail), name: 'deep.eml' });
      let refusal = '';
      while (document) {
        const [member]: ReadDocument['members'] = document.members;
        document = member && 'document' in member ? member.document : undefined;
        if (member && 'error' in member) refusal = member.error.message;
      }
      expect(refusal).toMatch(/packed more than \d+ times/);
    });
  });

  it('bytes that were handed over are still the caller’s', async () => {
    const bytes = utf8('Some words.');
    await reader().read({ bytes });
    expect(bytes).toEqual(utf8('Some words.'));
  });

  it('reads many at once, each to its own caller', async () => {
    const sources = Array.from({ length: 50 }, (_, n) => ({ bytes: utf8(`Document number ${n}.`), name: `${n}.txt` }));
    const documents = await Promise.all(sources.map((source) => reader().read(source)));
    expect(documents.map(({ text }) => text)).toEqual(sources.map((_, n) => `Document number ${n}.`));
  });
}
