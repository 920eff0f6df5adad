import { openReplay } from '@zapomni/testkit/replay';
import { says } from '@zapomni/testkit/web-server';
import { expect, it } from 'vitest';

const NONE = { messages: [{ status: 'no posts found' }], collection: [] };
const POST = { doi: '10.1101/2021.02.02.000002', title: 'A trial', version: '3', server: 'medRxiv', published: 'NA' };

it('a preprint that bioRxiv does not have is looked for at medRxiv', async () => {
  const replay = await openReplay();
  const json = (body: unknown) => says(JSON.stringify(body), { 'content-type': 'application/json' });
  replay.server.next('biorxiv', json(NONE), json({ messages: [{ status: 'ok' }], collection: [POST] }));
  const source = (await replay.deps.paperSources.all()).find(({ name }) => name === 'biorxiv');
  const copies = await source?.copies({ scheme: 'doi', value: POST.doi });
  expect(copies?.map(({ url }) => url)).toContain(`https://www.medrxiv.org/content/${POST.doi}v3.full.pdf`);
  expect(replay.server.requests.map(({ path }) => path.split('/')[2])).toEqual(['biorxiv', 'medrxiv']);
  await replay.close();
});
