/** Store files with pages overwritten: `repair` saves what can be read, says what cannot, and keeps the old file. */
import { randomUUID } from 'node:crypto';
import { cpSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { STORE_FILE } from '@zapomni/db';
import { createFakeEmbedder } from '@zapomni/testkit/fakes';
import { trialRandom } from '@zapomni/testkit/trial-random';
import { openInProcess } from '../../testing/run-in-process.ts';
import { removeTemporaryFolders, temporaryFolder } from '../../testing/run-zapomni.ts';
import { plainMemory, withStore } from '../../testing/stores.ts';

const folder = temporaryFolder();
const zapomni = openInProcess(path.join(folder, 'data'), createFakeEmbedder());
afterAll(async () => {
  await zapomni.close();
  removeTemporaryFolders();
});

const PAGE = 8192;
/** The first byte of a page with rows of a table. */
const TABLE_LEAF = 0x0d;
const MEMORIES = 600;
const idOf = (i: number) => `memory-${String(i).padStart(4, '0')}`;
const textOf = (i: number) => `Note ${i} of Boris: ${`word${i} `.repeat(20 + (i % 50))}`.trim();

let sound: string;
beforeAll(async () => {
  sound = path.join(folder, `sound-${randomUUID()}`);
  await withStore(sound, async ({ memories, records }) => {
    const all = Array.from({ length: MEMORIES }, (_, i) => ({ ...plainMemory(idOf(i), textOf(i)), tags: ['kept'] }));
    await memories.add(all, 1);
    const put = { op: 'put' as const, collection: 'counts', entries: [], blobs: [], parent: null };
    await records.write(
      'default',
      Array.from({ length: 50 }, (_, i) => ({ ...put, key: `k${i}`, value: `{"n":${i}}` })),
      2,
    );
  });
});

/** A copy with these pages overwritten, counted from 0. */
function damaged(choose: (file: Buffer) => number[]): { dir: string; file: Buffer } {
  const dir = path.join(folder, `damaged-${randomUUID()}`);
  cpSync(sound, dir, { recursive: true });
  const file = readFileSync(path.join(dir, STORE_FILE));
  const pages = choose(file);
  expect(pages.length).toBeGreaterThan(0);
  for (const page of pages) file.fill(0xa5, page * PAGE, (page + 1) * PAGE);
  writeFileSync(path.join(dir, STORE_FILE), file);
  return { dir, file };
}

function leavesWith(file: Buffer, words: string): number[] {
  const pages = Array.from({ length: file.length / PAGE }, (_, page) => page).slice(1);
  return pages.filter((page) => {
    const bytes = file.subarray(page * PAGE, (page + 1) * PAGE);
    return bytes[0] === TABLE_LEAF && bytes.includes(words);
  });
}

interface Repaired {
  readonly ok: boolean;
  readonly aside: string;
  readonly salvaged: { damaged_tables: string[]; lost_texts: string[]; found_texts: string[] };
}

async function repaired(dir: string, file: Buffer): Promise<{ report: Repaired; texts: Map<string, string> }> {
  const { status, stdout, stderr } = await zapomni.run(['repair', '--from', `sqlite:${dir}`, '--yes', '--json']);
  expect(stdout, stderr).not.toBe('');
  const report = JSON.parse(stdout) as Repaired;
  expect([status, report.ok], stdout).toEqual([1, true]);
  // The first page says how it was last opened.
  const kept = readFileSync(path.join(report.aside, STORE_FILE));
  expect(kept.subarray(PAGE).equals(file.subarray(PAGE))).toBe(true);
  expect(readdirSync(dir).filter((name) => name.startsWith('salvage'))).toEqual([]);
  expect(await zapomni.run(['verify', '--from', `sqlite:${dir}`])).toMatchObject({ status: 0 });
  const texts = await withStore(dir, async ({ memories }) => {
    const ids: string[] = [];
    for (let cursor: string | undefined; ;) {
      const page = await memories.list({
        workspace: 'default',
        limit: 100,
        ...(cursor === undefined ? {} : { cursor }),
      });
      ids.push(...page.items.map(({ id }) => id));
      if (page.next === null) break;
      cursor = page.next;
    }
    return new Map((await memories.get('default', ids)).map(({ id, text }) => [id, text]));
  });
  return { report, texts };
}

it('a page of texts: the memories on it are named, and all others are there', async () => {
  const { dir, file } = damaged((bytes) => leavesWith(bytes, textOf(300)).slice(0, 1));
  const { report, texts } = await repaired(dir, file);
  expect(report.salvaged.damaged_tables).toContain('memory_texts');
  expect(report.salvaged.lost_texts).toContain(idOf(300));
  for (let i = 0; i < MEMORIES; i++) {
    if (report.salvaged.lost_texts.includes(idOf(i))) expect(texts.has(idOf(i))).toBe(false);
    else expect(texts.get(idOf(i))).toBe(textOf(i));
  }
  expect(report.salvaged.lost_texts.length).toBeLessThan(60);
});

it('a page of what is known of memories: their texts are remembered anew, and found', async () => {
  const { dir, file } = damaged((bytes) =>
    leavesWith(bytes, idOf(300))
      .filter((page) => bytes.includes('kept', page * PAGE))
      .slice(0, 1),
  );
  const { report, texts } = await repaired(dir, file);
  expect(report.salvaged.damaged_tables).toContain('memories');
  expect(report.salvaged.lost_texts).toEqual([]);
  expect(report.salvaged.found_texts.length).toBeGreaterThan(0);
  expect([...texts.values()].toSorted()).toEqual(Array.from({ length: MEMORIES }, (_, i) => textOf(i)).toSorted());
  expect(texts.has(idOf(300))).toBe(false);
  const { fullText } = await withStore(dir, async (storage) => ({
    fullText: await storage.fullText.search({ terms: ['word300'] }, 5, { workspace: 'default' }),
  }));
  expect(fullText).toHaveLength(1);
});

it('pages that chance chooses: nothing is made up, whatever is hit', async () => {
  const random = trialRandom();
  const { dir, file } = damaged((bytes) => {
    const all = bytes.length / PAGE;
    // The first holds the list of tables: without it nothing can be told apart.
    return [...new Set(Array.from({ length: 6 }, () => 1 + Math.floor(random() * (all - 1))))];
  });
  const { stdout } = await zapomni.run(['verify', '--from', `sqlite:${dir}`, '--json']);
  if ((JSON.parse(stdout) as { ok: boolean }).ok) return;
  const result = await zapomni.run(['repair', '--from', `sqlite:${dir}`, '--yes', '--json']);
  if (result.stdout === '') {
    // Where the roots of tables are hit, it is left alone, and says so.
    expect(result.stderr).toContain('zapomni restore FILE --force');
    expect(readFileSync(path.join(dir, STORE_FILE)).equals(file)).toBe(true);
    return;
  }
  const known = new Set(Array.from({ length: MEMORIES }, (_, i) => textOf(i)));
  const found = await withStore(dir, ({ memories }) => memories.list({ workspace: 'default', limit: 100 }));
  expect(found.items.length).toBeGreaterThan(0);
  const texts = await withStore(dir, ({ memories }) =>
    memories.get(
      'default',
      found.items.map(({ id }) => id),
    ),
  );
  for (const { text } of texts) expect(known.has(text)).toBe(true);
});

it('leaves a file alone of which nothing can be read', async () => {
  const { dir, file } = damaged((bytes) => Array.from({ length: bytes.length / PAGE }, (_, page) => page));
  const { status, stderr } = await zapomni.run(['repair', '--from', `sqlite:${dir}`, '--yes']);
  expect([status, stderr]).toEqual([expect.any(Number), expect.stringContaining('zapomni restore FILE --force')]);
  expect(status).not.toBe(0);
  expect(readFileSync(path.join(dir, STORE_FILE)).equals(file)).toBe(true);
  expect(readdirSync(path.join(dir, 'backups'))).toEqual([]);
});
