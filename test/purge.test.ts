/** What is left on disk of what was purged: the raw files of the data folder, and of the database server, are searched. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createApp, type App } from '@zapomni/core';
import type { Storage } from '@zapomni/core/ports';
import { openFalkordbStorage } from '@zapomni/db';
import { createCachedEmbedder, EMBEDDING_CACHE_FILES, EmbeddingCache } from '@zapomni/providers/embed';
import { createLocalTraces } from '@zapomni/providers/traces';
import { createWeb } from '@zapomni/providers/web';
import { openTestDeps, type TestDeps } from '@zapomni/testkit/deps';
import { createFakeEmbedder, createFakeExtractor, createRecordingLogger } from '@zapomni/testkit/fakes';
import { falkordbForTests } from '@zapomni/testkit/falkordb-tests';
import { openTestFiles } from '@zapomni/testkit/files';
import { seeded } from '@zapomni/testkit/seeded';
import { says, WebServer } from '@zapomni/testkit/web-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const WORKSPACE = 'default';
const logger = createRecordingLogger();
const random = seeded(13);
const serverFolder = mkdtempSync(path.join(tmpdir(), 'zapomni-purge-server-'));
// Strings of a snapshot are compressed unless told otherwise, and could not be searched.
const server = await falkordbForTests({ dir: serverFolder, args: ['--rdbcompression', 'no'] });

const LETTERS = 'bcdfghjklmnpqrtvwxz';
/** No stemmer knows it, and nobody else says it. */
const newWord = (): string =>
  `q${Array.from({ length: 18 }, () => LETTERS[Math.floor(random() * LETTERS.length)]).join('')}`;

const ENGINES: { engine: string; folders: string[]; open?: () => Storage }[] = [
  { engine: 'SQLite', folders: [] },
  ...(server
    ? [
        {
          engine: 'FalkorDB',
          folders: [serverFolder],
          open: () => openFalkordbStorage({ url: `${server.url}/${newWord()}`, logger }),
        },
      ]
    : []),
];

describe.each(ENGINES)('purge, on $engine', ({ folders, open }) => {
  let [folder, test, app, web]: [string, TestDeps, App, WebServer] = ['', ...([] as never)] as never;
  const words = {
    text: newWord(),
    earlier: newWord(),
    metadata: newWord(),
    tag: newWord(),
    source: newWord(),
    key: newWord(),
    person: `Q${newWord()}`,
    place: `Q${newWord()}`,
    file: newWord(),
    page: newWord(),
    earlierPage: newWord(),
  };
  const kept = newWord();

  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'zapomni-purge-'));
    mkdirSync(path.join(folder, 'user'));
    const dataDir = path.join(folder, 'data');
    web = await WebServer.start();
    test = openTestDeps({
      dataDir,
      files: openTestFiles({ roots: [path.join(folder, 'user')], logger }),
      extractor: createFakeExtractor({ names: { [words.person]: 'person', [words.place]: 'place', Anna: 'person' } }),
      embedder: createCachedEmbedder(
        createFakeEmbedder(),
        new EmbeddingCache({ folder: dataDir, maxBytes: 1_000_000, logger }),
      ),
      web: createWeb({
        hosts: [],
        privateHosts: [`127.0.0.1:${web.port}`],
        userAgent: 'test',
        cache: { folder: path.join(dataDir, 'web-cache'), maxBytes: 1_000_000 },
        clock: { now: () => Date.now() },
        logger,
      }),
    });
    const traces = createLocalTraces({
      dataDir,
      caches: [...EMBEDDING_CACHE_FILES, 'web-cache'].map((name) => path.join(dataDir, name)),
      backups: path.join(dataDir, 'backups'),
      exports: path.join(dataDir, 'exports'),
    });
    app = createApp({ ...test.deps, traces, ...(open ? { storage: open() } : {}) });
  });
  afterEach(async () => {
    await app.close();
    await test.close();
    await web.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Which of them some file holds, in letters of one or two bytes. */
  const found = (wanted: readonly string[]): string[] => {
    const files = [test.dataDir, ...folders].flatMap((place) =>
      readdirSync(place, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(path.join(entry.parentPath, entry.name))),
    );
    return wanted.filter((word) =>
      files.some((bytes) => [word, word.toLowerCase()].some((form) => isIn(bytes, form.slice(0, 14)))),
    );
  };
  const isIn = (bytes: Buffer, word: string): boolean => bytes.includes(word) || bytes.includes(word, 0, 'utf16le');
  const page = (word: string) =>
    says(`<html><head><title>${word}</title></head><body><p>${`The ${word} is here. `.repeat(20)}</p></body></html>`, {
      'content-type': 'text/html; charset=utf-8',
      etag: `"${word}"`,
    });

  /** A memory with a version behind it, a file and a page that was read twice; and one memory that stays. */
  const fill = async (): Promise<{ id: string; url: string }> => {
    await app.memories.add({ workspace: WORKSPACE, drafts: [{ text: `Anna says ${kept}.` }], batch: false });
    const draft = {
      text: `What was said first: ${words.earlier}.`,
      metadata: { [words.metadata]: words.metadata },
      tags: [words.tag],
      source: words.source,
      key: words.key,
    };
    const { memories } = await app.memories.add({ workspace: WORKSPACE, drafts: [draft], batch: false });
    const id = memories[0]?.id ?? '';
    await app.readWaiting(30_000);
    const text = `Then ${words.text}: ${words.person} knows Anna. ${words.person} lives in ${words.place}.`;
    await app.memories.update({ workspace: WORKSPACE, id, change: { text } });
    await app.readWaiting(30_000);
    const file = path.join(folder, 'user', 'plan.md');
    writeFileSync(file, `# ${words.file}\n\nWe move in May, ${words.file}.\n`);
    const asked = { workspace: WORKSPACE, client: 'test' };
    await app.documents.add({ ...asked, path: file });
    web.page('/page', page(words.earlierPage));
    const url = `http://127.0.0.1:${web.port}/page`;
    await app.documents.add({ ...asked, url });
    test.clock.advance(3_600_000);
    web.page('/page', page(words.page));
    await app.documents.refresh({ ...asked, document: url });
    test.clock.advance(3_600_000);
    return { id, url };
  };

  it('leaves nothing of it in any file, and all of the rest', async () => {
    const { id, url } = await fill();
    const all = Object.values(words);
    expect(found([...all, kept])).toEqual([...all, kept]);
    const receipt = await app.memories.purge({ workspace: WORKSPACE, ids: [id], documents: ['plan.md', url] });
    expect(receipt).toMatchObject({ removed: { memories: 3, versions: 2 }, blobs: { removed: 2 }, remains: [] });
    expect(receipt.cacheFiles).toBeGreaterThan(1);
    expect(receipt.did.length).toBeGreaterThan(1);
    expect(found(all)).toEqual([]);
    expect(found([kept])).toEqual([kept]);
    const request = { workspaces: [WORKSPACE], query: kept, limit: 5 };
    expect((await app.search.run(request)).hits.length).toBe(1);
    expect(await app.store.inspect(true)).toMatchObject({ integrity: 'ok' });
    // Its hashes are known, so that it does not come back.
    expect(receipt.hashes.length).toBe(7);
    expect(await app.memories.areForgotten(WORKSPACE, [`What was said first: ${words.earlier}.`])).toEqual([true]);
    const again = await app.documents.readFolder({
      workspace: WORKSPACE,
      client: 'test',
      folder: path.join(folder, 'user'),
    });
    expect(again).toMatchObject({ read: 0, forgotten: 1 });
  });

  it('frees the files of what was deleted before, and names the copies that were made', async () => {
    const { id } = await fill();
    for (const [place, name] of [
      ['backups', 'zapomni-1.backup'],
      ['exports', 'graph.json'],
    ] as const) {
      mkdirSync(path.join(test.dataDir, place), { recursive: true });
      writeFileSync(path.join(test.dataDir, place, name), 'a copy');
    }
    await app.memories.delete(WORKSPACE, [id]);
    const { removed, copies } = await app.memories.purge({ workspace: WORKSPACE, ids: [] });
    expect(removed.memories).toBe(0);
    const { file: _file, page: _page, earlierPage: _earlier, ...others } = words;
    expect(found(Object.values(others))).toEqual([]);
    expect(copies.map(({ kind, name }) => [kind, name.replaceAll('\\', '/')]).toSorted()).toEqual([
      ['backup', 'backups/zapomni-1.backup'],
      ['export', 'exports/graph.json'],
    ]);
  });

  it('finds what says something, in whatever part and version', async () => {
    const { id } = await fill();
    for (const word of [words.text.toUpperCase(), words.earlier, words.metadata, words.tag, words.source, words.key])
      expect((await app.memories.saying(WORKSPACE, word)).map((memory) => memory.id)).toEqual([id]);
    expect(await app.memories.saying(WORKSPACE, newWord())).toEqual([]);
  });

  it('purges nothing when one of those named is not there', async () => {
    const { id } = await fill();
    const none = app.memories.purge({ workspace: WORKSPACE, ids: [id], documents: ['none.md'] });
    await expect(none).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const other = app.memories.purge({ workspace: WORKSPACE, ids: [newWord()], documents: ['plan.md'] });
    await expect(other).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await app.documents.get(WORKSPACE, 'plan.md')).value.state).toBe('ok');
    expect((await app.memories.get(WORKSPACE, id)).text).toContain(words.text);
  });
});
