import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseConfig } from '@zapomni/core/config';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { afterAll, expect, it } from 'vitest';
import { removeTemporaryFolders, temporaryFolder } from '../testing/run-zapomni.ts';
import { wireLocalFiles } from './wire.ts';

afterAll(removeTemporaryFolders);

it('what is remembered is never read as a file, wherever its folders lie', async () => {
  const base = realpathSync(temporaryFolder());
  const folders = { data_dir: path.join(base, 'data'), blob_dir: path.join(base, 'shared/blobs') };
  for (const folder of [...Object.values(folders), path.join(base, 'shared/open')]) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'file'), 'contents');
  }
  const { forClients, forUser } = wireLocalFiles(
    parseConfig({ ...folders, file_roots: base }),
    createRecordingLogger(),
  );
  const uri = (...parts: string[]) => pathToFileURL(path.join(base, ...parts, 'file')).href;
  for (const files of [forClients, forUser]) {
    for (const place of ['data', 'shared/blobs']) {
      await expect(files.read(uri(place), { client: 'one' }), place).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    await expect(files.read(uri('shared/open'), { client: 'one' })).resolves.toMatchObject({ text: 'contents' });
    const seen: string[] = [];
    for await (const { relative } of files.walk({ path: base }, { client: 'one' })) seen.push(relative);
    expect(seen).toEqual(['shared/open/file']);
  }
});
