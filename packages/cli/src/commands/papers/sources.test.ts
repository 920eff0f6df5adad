/** The shipped program in front of a source that a user has set up on loopback. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { says, WebServer } from '@zapomni/testkit/web-server';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeTemporaryFolders, runZapomni, temporaryFolder } from '../../testing/run-zapomni.ts';

const DOI = '10.5555/quiet.1';
const PDF = `%PDF-1.7\n${'x'.repeat(2000)}`;
const JSON_TYPE = { 'content-type': 'application/json' };

let server: WebServer;
let dataDir: string;
beforeEach(async () => {
  dataDir = path.join(temporaryFolder(), 'data');
  server = await WebServer.start();
  const url = `http://127.0.0.1:${server.port}/paper.pdf`;
  const record = { doi: DOI, oa_locations: [{ url_for_pdf: url, license: 'cc-by', version: 'publishedVersion' }] };
  server.page(`/v2/${DOI}?email=me%40example.org`, says(JSON.stringify(record), JSON_TYPE));
  server.page('/paper.pdf', says(PDF, { 'content-type': 'application/pdf' }));
});
afterEach(() => server.close());
afterAll(removeTemporaryFolders);

const run = (args: readonly string[], env: Record<string, string> = {}) =>
  runZapomni(['sources', ...args], {
    env: {
      ZAPOMNI_DATA_DIR: dataDir,
      ZAPOMNI_PAPER_SOURCES: 'unpaywall',
      ZAPOMNI_UNPAYWALL_URL: `http://127.0.0.1:${server.port}`,
      ZAPOMNI_WEB_CONTACT: 'me@example.org',
      ...env,
    },
  });

describe('sources', () => {
  it('are all off unless they are named', async () => {
    const { stdout, stderr, status } = await run([], { ZAPOMNI_PAPER_SOURCES: 'none' });
    expect(status).toBe(0);
    expect(stdout.match(/ off\b/g)?.length).toBe(9);
    expect(stderr).toContain('ZAPOMNI_PAPER_SOURCES');
    expect(server.requests).toEqual([]);
    const refused = await run(['locate', DOI], { ZAPOMNI_PAPER_SOURCES: 'none' });
    expect(refused.stderr).toMatch(/NETWORK_OFF.*ZAPOMNI_PAPER_SOURCES/);
  });

  it('are asked, kept for the next process, and enough while nobody may be asked', async () => {
    const found = await run(['locate', `doi:${DOI}`, '--json']);
    expect(JSON.parse(found.stdout)).toMatchObject({
      status: 'found',
      copies: [{ kind: 'pdf', license: 'cc-by', found_by: ['unpaywall'] }],
    });
    const asked = server.requests.length;
    const again = await run(['locate', DOI], { ZAPOMNI_PAPER_OFFLINE: 'true' });
    expect(again.stdout).toContain('/paper.pdf');
    expect(server.requests).toHaveLength(asked);
    const kept = path.join(dataDir, 'web-cache');
    for (const name of readdirSync(kept)) expect(readFileSync(path.join(kept, name), 'utf8')).not.toContain('me@');
  });

  it('give texts, which are kept and written where they may be', async () => {
    const done = await run(['download', DOI, '--name', 'quiet']);
    expect([done.status, done.stderr]).toEqual([0, '']);
    expect(readFileSync(path.join(dataDir, 'exports', 'quiet.pdf'), 'utf8')).toBe(PDF);
    expect(existsSync(path.join(dataDir, 'blobs'))).toBe(true);
    const taken = await run(['download', DOI, '--name', 'quiet']);
    expect([taken.status, taken.stderr]).toEqual([2, expect.stringContaining('overwrite') as string]);
    expect((await run(['download'])).stderr).toContain('needs an identifier');
  });
});
