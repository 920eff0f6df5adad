/** What a client that reads no structured answers is told of papers on their way in: nothing that went wrong is left out. */
import { createApp, type App } from '@zapomni/core';
import { openTestClient, textOf, type TestClient } from '@zapomni/testkit/client';
import { openReplay, type Replayed, type ReplayOptions } from '@zapomni/testkit/replay';
import { says } from '@zapomni/testkit/web-server';
import { afterEach, describe, expect, it } from 'vitest';

const DOI = '10.5555/quiet.1';
const REFUSED = says('', { 'retry-after': '600' }, 429);

let [replay, app, zapomni]: [Replayed, App, TestClient] = [undefined as never, undefined as never, undefined as never];
async function open(options: ReplayOptions = {}): Promise<void> {
  replay = await openReplay({ settings: { web_robots: 'ignore', graph: 'off', tools: 'all' }, ...options });
  app = createApp(replay.deps);
  zapomni = await openTestClient({ app });
}
afterEach(async () => {
  await zapomni.close();
  await app.close();
  await replay.close();
});
const words = async (tool: string, args: object) => textOf(await zapomni.raw(tool, { ...args }));

describe('a paper that is added by its id', () => {
  it('of which nobody knows anything is called by its id, wherever it is listed', async () => {
    await open({ allowed: ['crossref'] });
    const told = await words('process_pdf', { identifier: '10.5555/nothing' });
    expect(told).toMatch(/doi:10\.5555\/nothing, no title yet/);
    expect(told).toMatch(/Nothing is known of doi:10\.5555\/nothing yet: none of the sources/);
    expect(told).not.toMatch(/0 pages/);
    expect(await words('list_articles', {})).toMatch(/doi:10\.5555\/nothing, no title yet/);
  });

  it('while nobody may be asked is not said to be unknown to those who are not', async () => {
    await open({ settings: { paper_offline: 'true', graph: 'off', tools: 'all' } });
    const told = await words('process_pdf', { identifier: '10.5555/nothing' });
    expect(told).toMatch(/nobody may be asked while ZAPOMNI_PAPER_OFFLINE is on/);
    const text = 'Writer, W. (2001). The book of nothing at all. Void Letters, 1, 1-9.';
    expect(await words('check_references', { text })).toMatch(/Only the library was asked/);
  });

  it('names the source that could not be asked, and until when', async () => {
    await open({ allowed: ['crossref', 'openalex'] });
    replay.server.next('openalex', REFUSED);
    const told = await words('process_pdf', { identifier: DOI });
    expect(told).toMatch(/The hum of quiet machines[\s\S]*It was added · 2 references, 0 of them here/);
    expect(told).toMatch(/openalex: rate limited until \d{4}-.*ZAPOMNI_OPENALEX_KEY/);
    // Once, and not in the message and in what to do about it.
    expect(told.match(/ZAPOMNI_OPENALEX_KEY/g)).toHaveLength(1);
  });

  it('has no open copy that is known of only where all could be asked', async () => {
    await open({ allowed: ['unpaywall'] });
    expect(await words('locate_pdf', { article_identifier: '10.5555/nothing' })).toMatch(/No open copy is known\./);
    replay.server.next('unpaywall', REFUSED);
    expect(await words('locate_pdf', { article_identifier: DOI })).toMatch(/not every source could be asked/);
  });
});

describe('many papers', () => {
  it('are told with what failed and why, by the state of the task', async () => {
    await open({ allowed: [] });
    const sources = ['10.5555/nothing', 'notes/of mine.pdf', 'no id'];
    const { task } = await zapomni.call('batch_process_pdfs', { sources });
    const status = () => words('get_task_status', { task_id: task.task_id });
    await expect.poll(status, { timeout: 20_000 }).toMatch(/completed/);
    const told = await status();
    expect(told).toMatch(/added 1, updated 0, known 0, failed 2/);
    expect(told).toMatch(/- notes\/of mine\.pdf · INVALID_INPUT · .*path of a file has to be absolute/);
    expect(told).toMatch(/- no id · INVALID_INPUT · .*Give a DOI/);
  });
});

describe('a list of references', () => {
  const made = (n: number) => `[${n}] Writer, W. (2001). The ${n}th book of nothing at all. Void Letters, ${n}, 1-9.`;

  it('says which work a source has under one that the library does not have', async () => {
    await open();
    const text = `[1] de la Cruz, A., Li, W. (2021). The hum of quiet machines. Journal of Quiet, 7, 1-9. doi:${DOI}`;
    const { references } = await zapomni.call('check_references', { text });
    expect(references).toMatchObject([{ verdict: 'retracted', found: { year: 2021 } }]);
    expect(references[0].found.identifiers).toContain(`doi:${DOI}`);
    expect(await words('check_references', { text })).toMatch(
      /is Ana de la Cruz \(2021\) The hum of quiet machines.*10\.5555\/quiet\.1/,
    );
  });

  it('names who could not be asked where a reference is unknown', async () => {
    await open({ allowed: ['crossref', 'datacite'] });
    replay.server.next('crossref', REFUSED);
    const told = await words('check_references', { text: made(1) });
    expect(told).toMatch(/1 unknown/);
    expect(told).toMatch(/crossref: rate limited until/);
  });

  it('is answered within a minute however slow the slowest is, and goes on where that ended', async () => {
    await open({ allowed: ['arxiv', 'crossref'] });
    const text = Array.from({ length: 40 }, (_, i) => made(i + 1)).join('\n');
    const seen: number[] = [];
    for (let offset: number | undefined = 0; offset !== undefined;) {
      const begun = replay.clock.now();
      const { references, next_offset } = await zapomni.call('check_references', { text, offset });
      expect(replay.clock.now() - begun).toBeLessThan(60_000);
      seen.push(...references.map(({ n }: { n: number }) => n));
      offset = next_offset;
    }
    expect(seen).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
  });
});
