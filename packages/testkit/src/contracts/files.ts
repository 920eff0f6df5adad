/** What every access to the user's files must do, beyond reading single ones: shown on real files. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FilePlace, Files } from '@zapomni/core/ports';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock, createRecordingLogger, type FakeClock } from '../fakes/index.ts';
import { verifies } from '../verifies.ts';
import type { FileReaderSetup } from './file-reader.ts';
import { folderWatchClauses } from './folder-watch.ts';
import { ON_WINDOWS } from './skipped-title.ts';
import { walkClauses } from './walk.ts';

export interface FilesHarness {
  open(setup: FileReaderSetup & { readonly maxWatchedFolders?: number }): {
    readonly forClients: Files;
    readonly forUser: Files;
  };
}

/** A vault that may be read, with a secret beside it. */
export interface FilesGround {
  readonly base: string;
  readonly vault: string;
  readonly clock: FakeClock;
  readonly logger: ReturnType<typeof createRecordingLogger>;
  put(file: string, content?: string | Buffer): void;
  at(...parts: string[]): string;
  open(setup?: Partial<Parameters<FilesHarness['open']>[0]>): ReturnType<FilesHarness['open']>;
}

export function filesContract(name: string, harness: FilesHarness): void {
  describe(`files contract: ${name}`, () => {
    let ground: FilesGround;
    beforeEach(() => {
      ground = makeGround(harness);
    });
    afterEach(() => rmSync(ground.base, { recursive: true, force: true }));

    describe('looks at one file', () => lookClauses(() => ground));
    describe('bytes', () => byteClauses(() => ground));
    describe('walks', () => walkClauses(() => ground));
    describe('watches folders', () => folderWatchClauses(() => ground));
    describe('who asks', () => identityClauses(() => ground));
  });
}

function makeGround({ open }: FilesHarness): FilesGround {
  const base = realpathSync(mkdtempSync(path.join(tmpdir(), 'zapomni-files-')));
  const vault = path.join(base, 'vault');
  const [clock, logger] = [createFakeClock(), createRecordingLogger()];
  const at = (...parts: string[]) => path.join(base, ...parts);
  const put = (file: string, content: string | Buffer = file) => {
    mkdirSync(path.dirname(at(file)), { recursive: true });
    writeFileSync(at(file), content);
  };
  put('vault/notes.md', '# Notes\n');
  put('secret.txt', 'what nobody may read');
  const defaults = { roots: [vault], maxBytes: 1_000_000, readsPerMinute: 100_000, clock, logger };
  return { base, vault, clock, logger, put, at, open: (setup = {}) => open({ ...defaults, ...setup }) };
}

const TESTER = { client: 'tester' };

async function bytesOf(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of source) all.push(piece);
  return Buffer.concat(all);
}

function lookClauses(ground: () => FilesGround): void {
  it('says what it is, how long, and when it was written, by URI and by path', async () => {
    const { at, open } = ground();
    const files = open().forClients;
    const found = await files.stat({ path: at('vault/notes.md') }, TESTER);
    expect(found).toMatchObject({ kind: 'file', size: 8 });
    expect(Number.isInteger(found.modifiedAt)).toBe(true);
    expect(await files.stat({ uri: pathToFileURL(at('vault/notes.md')).href }, TESTER)).toEqual(found);
    expect(await files.stat({ path: at('vault') }, TESTER)).toMatchObject({ kind: 'folder', size: 0 });
  });

  it('has another version after it was written, and the same before', async () => {
    const { at, open, put } = ground();
    const files = open().forClients;
    const version = async () => (await files.stat({ path: at('vault/notes.md') }, TESTER)).version;
    const first = await version();
    expect(await version()).toBe(first);
    put('vault/notes.md', 'of another length');
    expect(await version()).not.toBe(first);
  });

  it('says no more of what lies elsewhere than that it is not there, however it is named', async () => {
    verifies('R270', 'R271');
    const { at, base, vault, open, logger } = ground();
    if (!ON_WINDOWS) symlinkSync(at('secret.txt'), at('vault/link.txt'));
    const files = open().forClients;
    const ways: FilePlace[] = [
      { path: at('secret.txt') },
      { path: at('no-such.txt') },
      { path: at('vault/no-such.txt') },
      { path: at('vault/link.txt') },
      { path: `${vault}/../secret.txt` },
      { path: `${vault}/./notes.md` },
      { path: `${vault}//notes.md` },
      { path: `${vault}/notes.md\0` },
      { path: 'vault/notes.md' },
      { path: '' },
      { path: pathToFileURL(at('vault/notes.md')).href },
      { uri: at('vault/notes.md') },
      { uri: `${pathToFileURL(vault).href}/%2e%2e/secret.txt` },
    ];
    for (const place of ways) {
      const calls = [files.stat(place, TESTER), bytesOf(files.bytes(place, TESTER)), firstOf(files, place)];
      for (const outcome of await Promise.allSettled(calls)) {
        expect(outcome, JSON.stringify(place)).toMatchObject({ status: 'rejected', reason: { code: 'NOT_FOUND' } });
        expect(String((outcome as PromiseRejectedResult).reason)).not.toContain(base);
      }
    }
    expect(logger.of('file_refused')).toHaveLength(ways.length * 3);
    expect(JSON.stringify(logger.of('file_refused'))).not.toContain(base);
  });
}

async function firstOf(files: Files, place: FilePlace): Promise<unknown> {
  for await (const item of files.walk(place, TESTER)) return item;
  return undefined;
}

function byteClauses(ground: () => FilesGround): void {
  it('are exactly those asked for, in pieces', async () => {
    const { at, open, put } = ground();
    const bytes = Buffer.from(Array.from({ length: 900_001 }, (_, i) => i % 251));
    put('vault/large.bin', bytes);
    const files = open().forClients;
    const range = (start?: number, end?: number) =>
      files.bytes(
        { path: at('vault/large.bin') },
        { ...TESTER, ...(start === undefined ? {} : { start }), ...(end === undefined ? {} : { end }) },
      );
    expect((await bytesOf(range())).equals(bytes)).toBe(true);
    for (const [start, end] of [
      [0, 1],
      [5, 5],
      [262_143, 600_000],
      [900_000, 2_000_000],
      [900_001, 900_002],
      [2_000_000, 3_000_000],
    ] as const) {
      expect((await bytesOf(range(start, end))).equals(bytes.subarray(start, end)), `${start}-${end}`).toBe(true);
    }
    expect((await bytesOf(range(900_000))).equals(bytes.subarray(900_000))).toBe(true);
    for (const [start, end] of [
      [-1, 5],
      [6, 5],
      [Number.NaN, 1],
    ] as const) {
      await expect(bytesOf(range(start, end))).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    }
    let largest = 0;
    for await (const piece of range()) largest = Math.max(largest, piece.length);
    expect(largest).toBeLessThan(bytes.length / 2);
  });

  it('of no more than the limit at once, but from anywhere in a larger file', async () => {
    const { at, open, put } = ground();
    put('vault/huge.bin', '');
    truncateSync(at('vault/huge.bin'), 2 ** 40);
    const files = open({ maxBytes: 1000 }).forUser;
    const place = { path: at('vault/huge.bin') };
    await expect(bytesOf(files.bytes(place, TESTER))).rejects.toMatchObject({ code: 'TOO_LARGE' });
    const tail = await bytesOf(files.bytes(place, { ...TESTER, start: 2 ** 40 - 1000 }));
    expect(tail).toHaveLength(1000);
  });

  it('of plain files alone', async () => {
    const { at, open } = ground();
    await expect(bytesOf(open().forClients.bytes({ path: at('vault') }, TESTER))).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });

  it('until it is told to stop', async () => {
    const { at, open, put } = ground();
    put('vault/large.bin', Buffer.alloc(900_000));
    const life = new AbortController();
    const read = async () => {
      const request = { ...TESTER, signal: life.signal };
      for await (const piece of open().forClients.bytes({ path: at('vault/large.bin') }, request)) {
        if (piece.length > 0) life.abort();
      }
    };
    await expect(read()).rejects.toMatchObject({ code: 'CANCELLED' });
  });
}

function identityClauses(ground: () => FilesGround): void {
  it('clients are held to so many reads a minute, what the user ordered is not', async () => {
    verifies('R296');
    const { at, open, logger } = ground();
    const { forClients, forUser } = open({ readsPerMinute: 4 });
    const place = { path: at('vault/notes.md') };
    const life = new AbortController();
    const folder = { path: at('vault') };
    await forClients.stat(place, TESTER);
    await bytesOf(forClients.bytes(place, TESTER));
    await firstOf(forClients, folder);
    await forClients.watchFolder(folder, { ...TESTER, signal: life.signal }, () => undefined);
    const refused = { code: 'RATE_LIMITED', retryAfterMs: 15_000 };
    await expect(forClients.stat(place, TESTER)).rejects.toMatchObject(refused);
    await expect(bytesOf(forClients.bytes(place, TESTER))).rejects.toMatchObject(refused);
    await expect(firstOf(forClients, folder)).rejects.toMatchObject(refused);
    await expect(
      forClients.watchFolder(folder, { ...TESTER, signal: life.signal }, () => undefined),
    ).rejects.toMatchObject(refused);
    for (let n = 0; n < 50; n += 1) await forUser.read(pathToFileURL(place.path).href, TESTER);
    await firstOf(forUser, folder);
    expect(logger.of('file_read').at(-1)?.fields).toMatchObject({ client: 'tester', for: 'user' });
    life.abort();
  });

  it('a client is kept to its own folders also when it is the user who ordered', async () => {
    verifies('R294');
    const { at, open, put } = ground();
    put('vault/sub/deep.txt');
    put('vault/other/file.txt');
    const { forUser } = open({ grants: new Map([['narrow', [at('vault/sub')]]]) });
    const narrow = { client: 'narrow' };
    await expect(forUser.stat({ path: at('vault/notes.md') }, narrow)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(firstOf(forUser, { path: at('vault') })).resolves.toBeDefined();
    const refused = async () => {
      for await (const item of forUser.walk({ path: at('vault') }, narrow)) return item;
      return undefined;
    };
    await expect(refused()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await forUser.stat({ path: at('vault/sub/deep.txt') }, narrow)).toMatchObject({ kind: 'file' });
  });

  it('logs a walk once, with what it told, and without foreign paths', async () => {
    verifies('R295');
    const { at, base, open, put, logger } = ground();
    put('vault/a/one.txt');
    for await (const item of open().forClients.walk({ path: at('vault') }, TESTER)) void item;
    expect(logger.records).toEqual([
      {
        level: 'info',
        event: 'folder_walked',
        fields: { client: 'tester', root: 0, path: '', files: 2, left_out: 0 },
      },
    ]);
    expect(JSON.stringify(logger.records)).not.toContain(base);
  });
}
