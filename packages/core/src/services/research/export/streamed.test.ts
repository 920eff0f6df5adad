import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { openTestDeps } from '@zapomni/testkit/deps';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp, type App } from '../../../app/app.ts';
import type { FileWriter } from '../../../ports/index.ts';
import { collection } from '../../records/collection.ts';
import { WRITABLE } from '../bibliography/format.ts';
import { emptyPaper } from '../library/keep/paper-facts.ts';
import { PAPERS, type PaperRecord } from '../library/store/paper-record.ts';

const WORKSPACE = 'default';
const PAPERS_IN_ALL = 2000;
const ABSTRACT = 5000;
/** All of them together are 10 MB and more; a page of them is a quarter of one. */
const HELD_AT_MOST = 4_000_000;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** What is in use at the most while pieces come, beyond what was with the first. */
let grown = 0;
const BETWEEN_LOOKS = 2_000_000;

async function* measured(pieces: AsyncIterable<string | Uint8Array>): AsyncGenerator<string | Uint8Array> {
  let [first, length] = [0, BETWEEN_LOOKS];
  grown = 0;
  for await (const piece of pieces) {
    length += piece.length;
    if (length >= BETWEEN_LOOKS) {
      const now = inUse();
      first ||= now;
      grown = Math.max(grown, now - first);
      length = 0;
    }
    yield piece;
  }
}

function inUse(): number {
  collectGarbage();
  return getHeapStatistics().used_heap_size;
}

function* papers(): Generator<[string, PaperRecord]> {
  for (let i = 0; i < PAPERS_IN_ALL; i++) {
    const item: PaperRecord['item'] = {
      type: 'article-journal',
      title: `Paper ${i}`,
      abstract: `${i} `.repeat(ABSTRACT / 4),
      contributors: [{ role: 'author', family: `Family${i}`, given: 'Ada' }],
      identifiers: [{ scheme: 'doi', value: `10.1000/p${i}` }],
    };
    const derived = {
      title_key: `paper${i}`,
      title_sort: `paper ${i}`,
      names: [`family${i}`],
      year: null,
      venue_key: null,
    };
    yield [`p${i}`, { ...emptyPaper(i), ...derived, item, type: item.type, citekey: `key${i}` }];
  }
}

let ground: ReturnType<typeof openTestDeps>;
let app: App;
beforeAll(async () => {
  ground = openTestDeps({ settings: { graph: 'off' } });
  await collection(ground.deps, PAPERS).putMany(WORKSPACE, papers());
  const { write, check } = ground.deps.exports;
  const exports: FileWriter = { check, write: (name, pieces, request) => write(name, measured(pieces), request) };
  app = createApp({ ...ground.deps, exports });
});
afterAll(async () => {
  await app.close();
  await ground.close();
});

describe('an export', () => {
  it.each(WRITABLE)('as %s holds a few papers at a time, however many there are', async (format) => {
    const asked = { workspace: WORKSPACE, most: PAPERS_IN_ALL * 2, file: `all.${format}` };
    const { entries, file } = await app.research.bibliography.export({ ...asked, format });
    expect(entries).toBe(PAPERS_IN_ALL);
    expect(file?.bytes).toBeGreaterThan(PAPERS_IN_ALL * ABSTRACT * 0.5);
    expect(grown).toBeLessThan(HELD_AT_MOST);
  });

  it('of all that is known does so, too', async () => {
    const asked = { workspace: WORKSPACE, most: PAPERS_IN_ALL, file: 'all.jsonl', content: true, metadata: true };
    expect((await app.research.maintenance.export({ ...asked, format: 'jsonl' })).articles).toBe(PAPERS_IN_ALL);
    expect(grown).toBeLessThan(HELD_AT_MOST);
  });
});
