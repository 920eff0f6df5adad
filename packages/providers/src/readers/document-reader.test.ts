import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { condition } from '@zapomni/testkit/condition';
import { documentReaderContract } from '@zapomni/testkit/contracts';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { createDocumentReader } from './document-reader.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'zapomni-readers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const utf8 = (text: string) => new TextEncoder().encode(text);
const NOTE = { bytes: utf8('# Heading\n\nSome words.'), name: 'note.md' };

documentReaderContract('worker thread', { open: () => createDocumentReader({ logger: createRecordingLogger() }) });

/** The real thread, which for files of some names does what a bad reader might do. */
function openMisbehaving() {
  const file = path.join(folder, 'worker.mjs');
  const real = pathToFileURL(path.join(import.meta.dirname, 'thread/worker.ts')).href;
  const script = `import { parentPort } from 'node:worker_threads';
    const kept = [];
    let late = false;
    parentPort.on('message', ({ source }) => {
      if (source?.name === 'crash') process.exit(7);
      if (source?.name === 'throw') throw new Error('secret of the document');
      if (source?.name === 'hang') for (;;);
      if (late) throw new Error('of a document that was read before');
      late = source?.name === 'late';
      if (source?.name === 'buffers') for (;;) kept.push(new Uint8Array(1_000_000).fill(1));
    });`;
  writeFileSync(file, `${['import', JSON.stringify(real)].join(' ')};\n${script}`);
  const logger = createRecordingLogger();
  return { logger, reader: createDocumentReader({ logger, workerUrl: pathToFileURL(file) }) };
}

it.each([
  ['crash', {}, { code: 'INVALID_INPUT', message: /crash/ }],
  ['throw', {}, { code: 'INVALID_INPUT', message: /crash/ }],
  ['hang', { timeoutMs: 1000 }, { code: 'TIMEOUT', message: /within 1 s/ }],
  ['buffers', { maxMemoryMb: 200 }, { code: 'TOO_LARGE', message: /200 MB/ }],
])('a reader that does %s costs its file alone', async (name, limits, { code, message }) => {
  const { reader } = openMisbehaving();
  const bytes = utf8('a '.repeat(5_000_000));
  const reads = [reader.read(NOTE), reader.read({ bytes, name }, { limits }), reader.read(NOTE)];
  const [before, bad, after] = await Promise.allSettled(reads);
  expect([before, after]).toMatchObject([{ status: 'fulfilled' }, { status: 'fulfilled' }]);
  expect(bad).toMatchObject({
    status: 'rejected',
    reason: { code, message: expect.stringMatching(message) as string },
  });
  expect(JSON.stringify(bad)).not.toContain('secret');
  await reader.close();
});

it('an error that comes late is not blamed on the next document', async () => {
  const { reader, logger } = openMisbehaving();
  await reader.read({ bytes: NOTE.bytes, name: 'late' });
  // It is under way when what the one before left behind goes off.
  await expect(reader.read(NOTE)).resolves.toMatchObject({ format: 'markdown' });
  expect(logger.records.filter(({ event }) => event === 'document_reader_failed')).toHaveLength(1);
  await reader.close();
});

it('the thread is kept for the next document and ended when there is none', async () => {
  const logger = createRecordingLogger();
  const reader = createDocumentReader({ logger, idleMs: 20 });
  await reader.read(NOTE);
  await condition(() => logger.records.some(({ event }) => event === 'document_reader_idle'));
  await expect(reader.read(NOTE)).resolves.toMatchObject({ title: 'Heading' });
  await reader.close();
});

it('is closed at once, whatever is under way, and reads no more', async () => {
  const { reader } = openMisbehaving();
  await reader.read(NOTE);
  const reads = Promise.allSettled([reader.read({ bytes: NOTE.bytes, name: 'hang' }), reader.read(NOTE)]);
  await reader.close();
  await reader.close();
  const cancelled = { status: 'rejected', reason: { code: 'CANCELLED' } };
  expect(await reads).toMatchObject([cancelled, cancelled]);
  await expect(reader.read(NOTE)).rejects.toMatchObject({ code: 'CANCELLED' });
});

it('asks for nothing outside the bytes', async () => {
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    response.end('fetched words');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`;
  const secret = path.join(folder, 'secret.tex');
  writeFileSync(secret, 'words of a secret file');
  const html = `<?xml version="1.0"?><!DOCTYPE html [<!ENTITY x SYSTEM "file://${secret}"><!ENTITY y SYSTEM "${url}">]>
    <html><head><link rel="stylesheet" href="${url}"><script src="${url}"></script><base href="${url}"></head>
    <body><p>Known words. &x; &y;</p><img src="${url}" srcset="${url} 2x"><iframe src="file://${secret}"></iframe>
    <script>fetch(${JSON.stringify(url)})</script><img src="x" onerror="fetch('${url}')"></body></html>`;
  const sources = [
    ['page.html', html],
    [
      'mail.eml',
      `From: a@b.example\nTo: c@d.example\nSubject: S\nMIME-Version: 1.0\nContent-Type: text/html\n\n${html}`,
    ],
    ['note.md', `# Known words.\n\n![picture](${url})\n\n![[${secret}]]\n\n${html}`],
    [
      'paper.tex',
      `\\documentclass{article}\\begin{document}Known words. \\input{${secret}}\\include{${secret}}\\end{document}`,
    ],
  ] as const;
  const reader = createDocumentReader({ logger: createRecordingLogger() });
  for (const [name, text] of sources) {
    const document = await reader.read({ bytes: utf8(text), name });
    expect(document.text, name).toContain('Known words.');
    expect(document.text, name).not.toMatch(/fetched words|words of a secret/);
  }
  await reader.close();
  expect(asked).toBe(0);
  server.close();
});

it('a name decides between texts that look alike, and nothing else', async () => {
  const reader = createDocumentReader({ logger: createRecordingLogger() });
  const formatOf = async (text: string, name?: string) =>
    (await reader.read({ bytes: utf8(text), ...(name ? { name } : {}) })).format;
  const plain = 'One line of words; no more, no less.';
  expect(await formatOf(plain)).toBe('text');
  for (const [name, format] of [
    ['a.md', 'markdown'],
    ['a.tex', 'latex'],
    ['a.csv', 'csv'],
    ['a.txt', 'text'],
    ['a.py', 'text'],
    ['a.json', 'text'],
    ['a.eml', 'text'],
    ['a.ipynb', 'text'],
  ] as const) {
    expect(await formatOf(plain, name), name).toBe(format);
  }
  const prose = 'Dear Anna,\nthank you, and goodbye.\nYours, Bob\n';
  expect(await formatOf(prose)).toBe('text');
  expect(await formatOf('# Heading\n\n- item\n- item\n')).toBe('markdown');
  expect(await formatOf('# a comment\n\n# - b\n- x\n- y\n**z** **w**\n', 'settings.yaml')).toBe('text');
  expect(await formatOf('<div align="center">\n\n# Project\n\n</div>\n\nWords [link](x).\n', 'README.md')).toBe(
    'markdown',
  );
  expect(await formatOf('<!doctype html><p>Words</p>', 'README.md')).toBe('html');
  expect(await formatOf('{"a": 1}', 'a.txt')).toBe('json');
  const many = Array.from({ length: 5000 }, (_, n) => ({ n, text: `record [${n}]` }));
  expect(await formatOf(JSON.stringify(many), 'a.txt')).toBe('json');
  expect(await formatOf(`[[Bridges]] is a note. ${'Its words "go on". '.repeat(5000)}`, 'note.md')).toBe('markdown');
  await reader.close();
});
