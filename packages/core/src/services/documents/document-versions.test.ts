/** What is kept of a page that changed: the bytes it had, for as long as the document is there. */
import { createApp } from '@zapomni/core';
import { openTestDeps } from '@zapomni/testkit/deps';
import { WebServer, webTo } from '@zapomni/testkit/web-server';
import { expect, it } from 'vitest';
import { sweepBlobs } from '../blobs/sweep-blobs.ts';

const DAYS = 30 * 86_400_000;

it('the bytes of earlier versions stay as long as the document, and go with it', async () => {
  const server = await WebServer.start();
  const web = webTo(server);
  const { deps, clock, close } = openTestDeps({ web });
  const app = createApp(deps);
  let price = 120;
  server.page('/ferry', (response) => response.setHeader('content-type', 'text/plain').end(`It costs ${price}.`));
  const url = `http://127.0.0.1:${server.port}/ferry`;
  const asked = { workspace: 'default', client: 'test' };
  const blobOf = async (): Promise<string> => (await app.documents.get('default', url)).value.blob ?? '';
  await app.documents.add({ ...asked, url });
  const old = await blobOf();
  price = 150;
  expect(await app.documents.refresh({ ...asked, document: url })).toMatchObject({ status: 'updated' });
  const now = await blobOf();
  const { versions } = await app.documents.read({ workspace: 'default', document: url, outline: true, maxChars: 100 });
  expect(versions).toMatchObject([{ version: 1, blob: old }]);

  const parts = { blobs: deps.blobs, records: deps.storage.records, clock };
  clock.advance(DAYS);
  await sweepBlobs(parts);
  expect(await Promise.all([old, now].map((blob) => deps.blobs.verify(blob)))).toEqual(['ok', 'ok']);
  await app.documents.remove('default', url);
  clock.advance(DAYS);
  await sweepBlobs(parts);
  expect(await Promise.all([old, now].map((blob) => deps.blobs.verify(blob)))).toEqual(['missing', 'missing']);
  await app.close();
  await close();
  await server.close();
});
