/** One of each format through a real client: read from a file, found by its words, and quoted where it stands. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openTestClient, type TestClient } from '@zapomni/testkit/client';
import { column, makePackage, makePdf } from '@zapomni/testkit/documents';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { openTestFiles } from '@zapomni/testkit/files';
import { verifies } from '@zapomni/testkit/verifies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const XML = '<?xml version="1.0" encoding="UTF-8"?>';
const WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const DOCX = makePackage({
  '[Content_Types].xml': `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
  'word/document.xml': `${XML}<w:document ${WORD}><w:body><w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr><w:r><w:t>Letter</w:t></w:r></w:p><w:p><w:r><w:t>The heron of the letter waits.</w:t></w:r></w:p></w:body></w:document>`,
});
const PYTHON = `"""Herons."""


def count_herons(marsh):
    # The heron of the source is counted.
    return len(marsh.herons)


class HeronWatcher:
    def watch(self):
        return count_herons(self.marsh)
`;

describe('formats of documents', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'zapomni-formats-'));
  let zapomni: TestClient;
  beforeAll(async () => {
    const files = openTestFiles({ roots: [folder], logger: createRecordingLogger() });
    zapomni = await openTestClient({ filesForUser: files });
  });
  afterAll(async () => {
    await zapomni.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    ['note.txt', 'The heron of the note stands.', 'text', 'The heron of the note stands.', ' line 1'],
    [
      'notes.md',
      '# Notes\n\n## Birds\n\nThe heron of the notes flies.',
      'markdown',
      'The heron of the notes flies.',
      ' › Birds',
    ],
    [
      'page.html',
      '<html><head><title>Page</title></head><body><nav>Menu</nav><article><h2>Birds</h2><p>The heron of the page eats.</p></article></body></html>',
      'html',
      'The heron of the page eats.',
      ' › Birds',
    ],
    [
      'paper.pdf',
      makePdf({
        pages: [
          { runs: column(['First page.'], 60, 730) },
          { runs: column(['The heron of the paper nests.'], 60, 730) },
        ],
      }),
      'pdf',
      'The heron of the paper nests.',
      ' p. 2',
    ],
    ['letter.docx', DOCX, 'docx', 'The heron of the letter waits.', ' › Letter'],
    ['herons.py', PYTHON, 'text', 'The heron of the source is counted.', ' line 5'],
  ] as const)('%s', async (name, content, ...expected) => {
    verifies('P040');
    const [format, sentence, place] = expected;
    const file = path.join(folder, name);
    writeFileSync(file, content);
    const added = await zapomni.call('add_document', { path: file });
    expect(added).toMatchObject({ status: 'read', document: { name, format } });
    const { results } = await zapomni.call('search_memory', { query: `"${sentence}"` });
    expect(results).toMatchObject([{ memory_id: added.document.memory_id, document: { name } }]);
    const quoted = await zapomni.call('find_quote', { quote: sentence });
    expect(quoted.places).toMatchObject([{ match: 'exact', citation: `${name}${place}` }]);
  });

  it('source of a program is found by the parts of its names', async () => {
    const { results } = await zapomni.call('search_memory', { query: 'heron watcher', filters: { kind: 'document' } });
    expect(results[0]).toMatchObject({
      document: { name: 'herons.py' },
      text: expect.stringContaining('HeronWatcher'),
    });
  });
});
