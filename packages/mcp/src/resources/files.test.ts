/** Files as a client reads them: through the real reader, over the protocol. What the reader refuses is its own contract. */
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openTestClient, type TestClient } from '@zapomni/testkit/client';
import { traversalSpellings } from '@zapomni/testkit/contracts';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { openTestFiles } from '@zapomni/testkit/files';
import { verifies } from '@zapomni/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

describe.skipIf(process.platform === 'win32')('files', () => {
  let base: string;
  let vault: string;
  let audit: ReturnType<typeof createRecordingLogger>;
  let zapomni: TestClient;
  const open = (readsPerMinute: number) =>
    openTestClient({ files: openTestFiles({ roots: [vault], maxBytes: 1000, readsPerMinute, logger: audit }) });
  beforeEach(async () => {
    base = realpathSync(mkdtempSync(path.join(tmpdir(), 'zapomni-files-')));
    vault = path.join(base, 'vault');
    mkdirSync(vault);
    writeFileSync(path.join(vault, 'a note.md'), '# Заметка\r\n');
    writeFileSync(path.join(base, 'secret.txt'), 'TOP SECRET');
    audit = createRecordingLogger();
    zapomni = await open(100_000);
  });
  afterEach(async () => {
    await zapomni.close();
    rmSync(base, { recursive: true, force: true });
  });
  const read = (uri: string) => zapomni.client.readResource({ uri });
  const uriOf = (name: string) => `file://${vault}/${encodeURIComponent(name)}`;

  it('are one template, not a list', async () => {
    verifies('R273');
    const { resourceTemplates } = await zapomni.client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain('file:///{+path}');
    const { resources } = await zapomni.client.listResources();
    expect(resources.some(({ uri }) => uri.startsWith('file:'))).toBe(false);
    expect(JSON.stringify(resourceTemplates)).not.toContain(base);
  });

  it('come as text or as base64, by what they hold', async () => {
    verifies('R120', 'R269', 'R272');
    const uri = uriOf('a note.md');
    expect((await read(uri)).contents).toEqual([{ uri, mimeType: 'text/markdown', text: '# Заметка\r\n' }]);
    writeFileSync(path.join(vault, 'p.png'), Buffer.from('\x89PNG\r\n\x1a\n\0', 'latin1'));
    const picture = uriOf('p.png');
    expect((await read(picture)).contents).toEqual([{ uri: picture, mimeType: 'image/png', blob: 'iVBORw0KGgoA' }]);
  });

  it('are not found by any spelling of a way out, and the server goes on', async () => {
    verifies('R271');
    symlinkSync(path.join(base, 'secret.txt'), path.join(vault, 'link.txt'));
    const secret = path.join(base, 'secret.txt');
    const spellings = [...traversalSpellings(vault, `${vault}/a note.md`, secret), uriOf('link.txt')];
    for (const uri of spellings.filter((spelling) => spelling.length < 10_000)) {
      const outcome = await read(uri).then(
        (result) => JSON.stringify(result),
        (error: Error) => error.message,
      );
      expect(outcome, uri).not.toContain('TOP SECRET');
      expect(outcome, uri).toMatch(/not found|FORBIDDEN|[Ii]nvalid/);
    }
    expect(audit.of('file_read')).toEqual([]);
    expect((await read(uriOf('a note.md'))).contents).toHaveLength(1);
  });

  it('that are refused say why, without a path', async () => {
    verifies('R295');
    writeFileSync(path.join(vault, 'large.txt'), 'x'.repeat(1001));
    mkdirSync(path.join(vault, 'folder'));
    const told = async (name: string) => read(uriOf(name)).catch((error: Error) => error.message);
    expect(await told('large.txt')).toMatch(/TOO_LARGE.*ZAPOMNI_MAX_FILE_BYTES/);
    expect(await told('folder')).toMatch(/FORBIDDEN.*not a plain file/);
    expect(audit.of('file_refused').map(({ fields }) => [fields['client'], fields['path'], fields['reason']])).toEqual([
      ['local', 'large.txt', 'too_large'],
      ['local', 'folder', 'special'],
    ]);
  });

  it('are read so many a minute', async () => {
    verifies('R296');
    await zapomni.close();
    zapomni = await open(2);
    await read(uriOf('a note.md'));
    await read(uriOf('a note.md'));
    await expect(read(uriOf('a note.md'))).rejects.toMatchObject({
      code: -32_011,
      message: expect.stringContaining('Too many files'),
      data: { code: 'RATE_LIMITED', retryable: true, retry_after_ms: 30_000 },
    });
  });

  it('lie below folders that a client is told of when it asks', async () => {
    const complete = async (value: string) => {
      const ref = { type: 'ref/resource', uri: 'file:///{+path}' } as const;
      return (await zapomni.client.complete({ ref, argument: { name: 'path', value } })).completion.values;
    };
    expect(await complete('')).toEqual([`${vault.slice(1)}/`]);
    expect(await complete('elsewhere')).toEqual([]);
  });

  it('are told to subscribers when they change, once to each, and not to those who could not read them', async () => {
    verifies('R270');
    const note = path.join(vault, 'a note.md');
    const other = await zapomni.another();
    const heard = [zapomni, other].map(({ client }) => {
      const uris: string[] = [];
      client.setNotificationHandler('notifications/resources/updated', ({ params }) => void uris.push(params.uri));
      return uris;
    });
    await zapomni.client.subscribeResource({ uri: uriOf('a note.md') });
    for (const uri of [`file://${base}/secret.txt`, uriOf('no-such.txt')]) {
      await expect(zapomni.client.subscribeResource({ uri })).rejects.toThrow('Resource not found');
    }
    await other.client.subscribeResource({ uri: uriOf('a note.md') });
    writeFileSync(path.join(base, 'secret.txt'), 'changed');
    writeFileSync(`${note}.new`, 'replaced');
    renameSync(`${note}.new`, note);
    while (heard.some(({ length }) => length === 0)) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(heard).toEqual([[uriOf('a note.md')], [uriOf('a note.md')]]);
    await zapomni.client.unsubscribeResource({ uri: uriOf('a note.md') });
    writeFileSync(note, 'once more');
    while ((heard[1]?.length ?? 0) < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    await zapomni.client.ping();
    expect(heard[0]).toHaveLength(1);
    await other.close();
  });
});
