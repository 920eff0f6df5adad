/** A file that is not there, or may not be read: nothing that is told says which, through a real client. */
import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openTestClient, type TestClient } from '@zapomni/testkit/client';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { openTestFiles } from '@zapomni/testkit/files';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'zapomni-not-found-')));

/** What is there, and what is not, where nothing may be read: by its own name and by ways that lead there from inside. */
const OUTSIDE = [
  '/etc/hostname.pdf',
  path.join(folder, '..', `zapomni-outside-${process.pid}.pdf`),
  path.join(folder, '../none.pdf'),
  path.join(folder, 'to-file.pdf'),
  path.join(folder, 'to-nothing.pdf'),
  path.join(folder, 'to-folder.pdf'),
  path.join(folder, 'to-folder', 'passwd.pdf'),
  path.join(folder, 'circle.pdf'),
  path.join(folder, 'words.txt', 'below.pdf'),
  '/root/secret.pdf',
  '/proc/self/environ.pdf',
  path.join(folder, `${'x'.repeat(300)}.pdf`),
  path.join(folder, 'nul\0.pdf'),
];
const [, theirs = ''] = OUTSIDE;
writeFileSync(theirs, '%PDF-1.4 of somebody else');
writeFileSync(path.join(folder, 'words.txt'), 'words');
for (const [link, target] of [
  ['to-file.pdf', theirs],
  ['to-nothing.pdf', '/etc/none.pdf'],
  ['to-folder.pdf', '/etc'],
  ['to-folder', '/etc'],
  ['circle.pdf', 'circle.pdf'],
] as const)
  symlinkSync(target, path.join(folder, link));

describe('a PDF that is not found', () => {
  let zapomni: TestClient;
  beforeAll(async () => {
    const filesForUser = openTestFiles({ roots: [folder], logger: createRecordingLogger() });
    zapomni = await openTestClient({ filesForUser, settings: { tools: 'all' } });
  });
  afterAll(async () => {
    await zapomni.close();
    rmSync(folder, { recursive: true, force: true });
    rmSync(theirs, { force: true });
  });

  it('is told alike outside and inside, and whatever leads there', async () => {
    const told = async (tool: string, args: object) => (await zapomni.raw(tool, { ...args }))._meta?.['error'];
    const code = (error: unknown) => ({ ...(error as object), correlation_id: '' });
    for (const [tool, field, says] of [
      ['process_pdf', 'path', 'path: PDF not found.'],
      ['process_pdf', 'pdf_path', 'pdf_path: PDF not found.'],
      ['extract_pdf_metadata', 'pdf_path', 'pdf_path: PDF not found.'],
      ['batch_process_pdfs', 'directory_path', 'directory_path: there is no such file or folder'],
      ['import_bibliography', 'path', 'path: there is no such file or folder'],
      ['format_citations', 'style', 'style: there is no such file'],
    ] as const) {
      const more = tool === 'format_citations' ? { items: [{ id: 'x', title: 'X' }] } : {};
      const inside = await told(tool, { ...more, [field]: path.join(folder, 'none.pdf') });
      expect((inside as { message: string }).message).toContain(says);
      for (const outside of OUTSIDE)
        expect(code(await told(tool, { ...more, [field]: outside })), `${tool} ${outside}`).toEqual(code(inside));
    }
    const sources = OUTSIDE.filter((one) => !one.includes('\0'));
    const { task } = await zapomni.call('batch_process_pdfs', { sources });
    const status = () => zapomni.call('get_task_status', { task_id: task.task_id });
    await expect.poll(async () => (await status()).state, { timeout: 20_000 }).toBe('completed');
    const failures: { message: string }[] = (await status()).result.failures;
    expect(failures).toHaveLength(sources.length);
    expect([...new Set(failures.map(({ message }) => message.split('.', 1)[0]))]).toEqual(['PDF not found']);
  });
});
