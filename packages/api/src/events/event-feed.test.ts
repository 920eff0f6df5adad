import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApi, type TestApi } from '@zapomni/testkit/api';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

const store = (text: string) =>
  api.ask('/api/memories', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
  });

/** The stream's events until one of this kind has come, and the id of the last. */
async function until(kind: string, headers: Record<string, string>, meanwhile: () => Promise<unknown>) {
  const stop = new AbortController();
  const response = await api.ask('/api/events', { headers, signal: stop.signal });
  let text = '';
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  await meanwhile();
  while (!text.includes(`event: ${kind}\n`) || !text.endsWith('\n\n')) {
    const { value = '', done = true } = (await reader?.read()) ?? {};
    text += value;
    if (done) break;
  }
  stop.abort();
  return { text, lastId: [...text.matchAll(/^id: (.+)$/gm)].at(-1)?.[1] as string };
}

it('tells of changes by kind and id, with no word of what they say', async () => {
  const { text } = await until('changes', {}, () => store('A secret harbour.'));
  expect(text).toContain('"memory.added"');
  expect(text).not.toContain('harbour');
});

it('goes on from where a reader stopped', async () => {
  const { lastId } = await until('hello', {}, async () => undefined);
  const other = await until('changes', {}, () => store('While it was away.'));
  const { text } = await until('changes', { 'last-event-id': lastId }, async () => undefined);
  expect(text).toContain(other.text.split('event: changes')[1]);
});

it('says that everything may have changed where it cannot tell any more', async () => {
  const { text } = await until('reset', { 'last-event-id': 'another-server:7' }, async () => undefined);
  expect(text).toContain('event: reset');
});
