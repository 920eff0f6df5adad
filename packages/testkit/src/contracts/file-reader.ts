/** What every file reader must do, shown on real files. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FileReader, Logger } from '@zapomni/core/ports';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock, createRecordingLogger, type FakeClock } from '../fakes/index.ts';
import { verifies } from '../verifies.ts';
import { fileWatchClauses } from './file-watch.ts';
import { AS_ROOT, ON_WINDOWS, titled } from './skipped-title.ts';
import { traversalSpellings } from './traversal-spellings.ts';

export interface FileReaderSetup {
  readonly roots: readonly string[];
  readonly grants?: ReadonlyMap<string, readonly string[]>;
  readonly except?: readonly string[];
  readonly maxBytes: number;
  readonly readsPerMinute: number;
  readonly clock: FakeClock;
  readonly logger: Logger;
}

export interface FileReaderHarness {
  open(setup: FileReaderSetup): FileReader;
}

const SECRET = 'what nobody may read';

export function fileReaderContract(name: string, { open }: FileReaderHarness): void {
  describe(`file reader contract: ${name}`, () => {
    let base: string;
    let vault: string;
    let clock: FakeClock;
    let logger: ReturnType<typeof createRecordingLogger>;
    const put = (file: string, content: string | Buffer) => {
      mkdirSync(path.dirname(path.join(base, file)), { recursive: true });
      writeFileSync(path.join(base, file), content);
    };
    const uriOf = (file: string) => pathToFileURL(path.join(base, file)).href;
    const reader = (setup: Partial<FileReaderSetup> = {}) =>
      open({ roots: [vault], maxBytes: 100_000, readsPerMinute: 100_000, clock, logger, ...setup });
    const read = (file: string, setup?: Partial<FileReaderSetup>) =>
      reader(setup).read(uriOf(file), { client: 'tester' });
    const reasons = () => logger.of('file_refused').map(({ fields }) => fields['reason']);

    beforeEach(() => {
      base = realpathSync(mkdtempSync(path.join(tmpdir(), 'zapomni-files-')));
      vault = path.join(base, 'vault');
      clock = createFakeClock();
      logger = createRecordingLogger();
      put('vault/notes.md', '# Notes\n');
      put('vault/sub/deep.txt', 'deep');
      put('secret.txt', SECRET);
      put('vault-other/secret.txt', SECRET);
    });
    afterEach(() => rmSync(base, { recursive: true, force: true }));

    describe('where it reads', () => {
      it('reads nothing without folders', async () => {
        verifies('R270');
        await expect(read('vault/notes.md', { roots: [] })).rejects.toMatchObject({ code: 'NOT_FOUND' });
        expect(reasons()).toEqual(['outside']);
      });

      it('reads below its folders, at any depth, and from several', async () => {
        verifies('R270');
        const roots = [vault, path.join(base, 'vault-other')];
        await expect(read('vault/notes.md', { roots })).resolves.toMatchObject({ text: '# Notes\n' });
        await expect(read('vault/sub/deep.txt', { roots })).resolves.toMatchObject({ text: 'deep' });
        await expect(read('vault-other/secret.txt', { roots })).resolves.toMatchObject({ text: SECRET });
      });

      it('reads a single file that was named as a folder', async () => {
        await expect(read('secret.txt', { roots: [path.join(base, 'secret.txt')] })).resolves.toMatchObject({
          text: SECRET,
        });
      });

      it('takes names with spaces, marks, other scripts and percent signs', async () => {
        for (const file of [
          'a b.md',
          "it's #1 (50% off)?.txt",
          'запомни/день 1.md',
          'e\u0301.txt',
          '日本.txt',
          '..foo',
          'x..y',
          '12:30.md',
        ]) {
          put(`vault/${file}`, file);
          await expect(read(`vault/${file}`), file).resolves.toMatchObject({ text: file });
        }
        await expect(reader().read(`file://${vault}/запомни/день 1.md`, { client: 'tester' })).resolves.toMatchObject({
          text: 'запомни/день 1.md',
        });
      });

      it('says no more of a file elsewhere than that it is not there', async () => {
        verifies('R270');
        const outcomes = await Promise.allSettled([read('secret.txt'), read('no-such.txt'), read('vault/no-such.txt')]);
        const told = outcomes.map(
          (outcome) => (outcome.status === 'rejected' ? outcome.reason : undefined) as Error & { hint: string },
        );
        expect(new Set(told.map(({ message }) => message)).size).toBe(1);
        expect(new Set(told.map(({ hint }) => hint)).size).toBe(1);
        expect(told.map((error) => `${error.message} ${error.hint}`).join(' ')).not.toContain(base);
      });

      it('leaves out folders below a root that are excepted', async () => {
        const setup = { roots: [base], except: [vault] };
        await expect(read('vault/notes.md', setup)).rejects.toMatchObject({ code: 'NOT_FOUND' });
        symlinkSync(vault, path.join(base, 'way-in'));
        await expect(read('way-in/notes.md', setup)).rejects.toMatchObject({ code: 'NOT_FOUND' });
        await expect(read('secret.txt', setup)).resolves.toMatchObject({ text: SECRET });
      });

      const looksLikeFiles = titled('leaves out what only looks like files, even below /', ON_WINDOWS);
      it.skipIf(ON_WINDOWS)(looksLikeFiles, async () => {
        const everything = reader({ roots: ['/'] });
        for (const file of [
          '/proc/self/environ',
          '/proc/version',
          '/sys/kernel/mm/transparent_hugepage/enabled',
          '/dev/null',
        ])
          await expect(everything.read(`file://${file}`, { client: 'tester' }), file).rejects.toMatchObject({
            code: 'NOT_FOUND',
          });
      });

      it('refuses every spelling of a way out', async () => {
        verifies('R271');
        const spellings = traversalSpellings(vault, path.join(vault, 'notes.md'), path.join(base, 'secret.txt'));
        expect(spellings.length).toBeGreaterThan(600);
        const guarded = reader();
        for (const uri of spellings)
          await expect(guarded.read(uri, { client: 'tester' }), uri.slice(0, 200)).rejects.toMatchObject({
            code: expect.stringMatching(/^(?:NOT_FOUND|FORBIDDEN)$/),
          });
        expect(logger.of('file_refused')).toHaveLength(spellings.length);
        expect(logger.of('file_read')).toEqual([]);
        await expect(guarded.read(uriOf('vault/notes.md'), { client: 'tester' })).resolves.toMatchObject({
          text: '# Notes\n',
        });
      });
    });

    describe.skipIf(ON_WINDOWS)(titled('links', ON_WINDOWS), () => {
      const link = (target: string, at: string) => symlinkSync(path.join(base, target), path.join(base, at));

      it('follows them before it checks: out of the folders is refused, however it is done', async () => {
        verifies('R271');
        link('secret.txt', 'vault/file-link.txt');
        link('', 'vault/folder-link');
        link('vault/folder-link', 'vault/second-link');
        symlinkSync('../../secret.txt', path.join(vault, 'sub/relative-link.txt'));
        symlinkSync('loop', path.join(vault, 'loop'));
        const ways = [
          'file-link.txt',
          'folder-link/secret.txt',
          'second-link/secret.txt',
          'sub/relative-link.txt',
          'loop',
        ];
        for (const way of ways) await expect(read(`vault/${way}`), way).rejects.toMatchObject({ code: 'NOT_FOUND' });
        expect(reasons()).toEqual(['outside', 'outside', 'outside', 'outside', 'missing']);
      });

      it('reads through those that stay inside, or lead into another of its folders', async () => {
        link('vault/sub', 'vault/inner');
        link('vault-other', 'vault/other');
        await expect(read('vault/inner/deep.txt')).resolves.toMatchObject({ text: 'deep' });
        await expect(read('vault/other/secret.txt')).rejects.toMatchObject({ code: 'NOT_FOUND' });
        const both = { roots: [vault, path.join(base, 'vault-other')] };
        await expect(read('vault/other/secret.txt', both)).resolves.toMatchObject({ text: SECRET });
      });

      it('takes a folder that is itself a link, by both its names', async () => {
        link('vault', 'alias');
        const roots = [path.join(base, 'alias')];
        await expect(read('alias/notes.md', { roots })).resolves.toMatchObject({ text: '# Notes\n' });
        await expect(read('vault/notes.md', { roots })).resolves.toMatchObject({ text: '# Notes\n' });
        await expect(read('secret.txt', { roots })).rejects.toMatchObject({ code: 'NOT_FOUND' });
      });
    });

    describe('what it reads', () => {
      it.skipIf(ON_WINDOWS)(
        titled('refuses folders, pipes, sockets and devices, without waiting', ON_WINDOWS),
        async () => {
          spawnSync('sh', ['-c', 'mkfifo "$0"', path.join(vault, 'pipe')]);
          const socket = createServer();
          await new Promise<void>((resolve) => void socket.listen(path.join(vault, 'socket'), resolve));
          for (const special of ['pipe', 'socket', 'sub'])
            await expect(read(`vault/${special}`), special).rejects.toMatchObject({ code: 'FORBIDDEN' });
          socket.close();
          const devices = reader({ roots: ['/dev'] });
          for (const device of ['null', 'zero', 'tty', 'random'])
            await expect(devices.read(`file:///dev/${device}`, { client: 'tester' }), device).rejects.toMatchObject({
              code: 'FORBIDDEN',
            });
          expect(new Set(reasons())).toEqual(new Set(['special']));
        },
      );

      it('refuses files over the limit, also absurd ones, and reads those at the limit', async () => {
        put('vault/exact.txt', 'x'.repeat(1000));
        put('vault/over.txt', 'x'.repeat(1001));
        put('vault/absurd.bin', '');
        truncateSync(path.join(vault, 'absurd.bin'), 2 ** 40);
        await expect(read('vault/exact.txt', { maxBytes: 1000 })).resolves.toMatchObject({ size: 1000 });
        await expect(read('vault/over.txt', { maxBytes: 1000 })).rejects.toMatchObject({ code: 'TOO_LARGE' });
        await expect(read('vault/absurd.bin', { maxBytes: 1000 })).rejects.toMatchObject({ code: 'TOO_LARGE' });
        expect(reasons()).toEqual(['too_large', 'too_large']);
      });

      it.skipIf(ON_WINDOWS ?? AS_ROOT)(titled('says when a file may not be read', ON_WINDOWS ?? AS_ROOT), async () => {
        chmodSync(path.join(vault, 'notes.md'), 0);
        await expect(read('vault/notes.md')).rejects.toMatchObject({ code: 'FORBIDDEN' });
      });

      it('gives valid UTF-8 as text, byte for byte, and anything else as bytes, whatever the name', async () => {
        verifies('R272');
        const texts = ['', 'plain', '\ufeffwith mark\r\n', 'кириллица 😀 日本', ' \n '];
        for (const text of texts) {
          put('vault/some.dat', text);
          await expect(read('vault/some.dat'), text).resolves.toEqual({
            mimeType: 'text/plain',
            size: Buffer.byteLength(text),
            text,
          });
        }
        const binaries = [[0], [0x61, 0, 0x62], [0xff, 0xfe, 0x61, 0], [0xc0, 0xae], [0xed, 0xa0, 0x80], [0xe2, 0x82]];
        for (const bytes of binaries) {
          put('vault/some.txt', Buffer.from(bytes));
          const content = await read('vault/some.txt');
          expect(content.text, String(bytes)).toBeUndefined();
          expect([...(content.data ?? [])]).toEqual(bytes);
          expect(content.mimeType).toBe('application/octet-stream');
        }
      });

      it('reads a file of many pieces whole', async () => {
        const bytes = Buffer.from(Array.from({ length: 900_001 }, (_, i) => i % 251));
        put('vault/large.bin', bytes);
        const { data } = await read('vault/large.bin', { maxBytes: 1_000_000 });
        expect(Buffer.compare(Buffer.from(data ?? []), bytes)).toBe(0);
      });
    });

    describe('who reads, and how often', () => {
      it('keeps a client to its own folders where it has some', async () => {
        verifies('R294');
        const shared = reader({
          grants: new Map([
            ['narrow', [path.join(vault, 'sub')]],
            ['outsider', [base]],
            ['nobody', []],
          ]),
        });
        const outcome = (client: string, file: string) =>
          shared.read(uriOf(file), { client }).then(
            () => 'read',
            (error: { code: string }) => error.code,
          );
        expect(shared.foldersFor('narrow')).toEqual([path.join(vault, 'sub')]);
        expect(shared.foldersFor('anyone')).toEqual([vault]);
        expect(await outcome('narrow', 'vault/sub/deep.txt')).toBe('read');
        expect(await outcome('narrow', 'vault/notes.md')).toBe('NOT_FOUND');
        expect(await outcome('outsider', 'vault/notes.md')).toBe('read');
        expect(await outcome('outsider', 'secret.txt')).toBe('NOT_FOUND');
        expect(await outcome('nobody', 'vault/notes.md')).toBe('NOT_FOUND');
        expect(await outcome('anyone', 'vault/notes.md')).toBe('read');
      });

      it('lets each client read so many a minute, and says when to come back', async () => {
        verifies('R296');
        const limited = reader({ readsPerMinute: 3 });
        const once = (client: string, file = 'vault/notes.md') => limited.read(uriOf(file), { client });
        await once('a');
        await expect(once('a', 'secret.txt')).rejects.toMatchObject({ code: 'NOT_FOUND' });
        await once('a');
        await expect(once('a')).rejects.toMatchObject({
          code: 'RATE_LIMITED',
          retryAfterMs: 20_000,
          policy: { retryable: true },
        });
        expect(reasons()).toEqual(['outside', 'too_often']);
        await once('b');
        clock.advance(20_000);
        await once('a');
        await expect(once('a')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
        clock.advance(3_600_000);
        for (let i = 0; i < 3; i++) await once('a');
        await expect(once('a')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
      });

      it('stops when it is told to', async () => {
        const signal = AbortSignal.abort(new Error('enough'));
        await expect(reader().read(uriOf('vault/notes.md'), { client: 'tester', signal })).rejects.toMatchObject({
          code: 'CANCELLED',
        });
      });

      it('logs each read and each refusal, without contents and without foreign paths', async () => {
        verifies('R295');
        await read('vault/sub/deep.txt');
        await read('secret.txt').catch(() => undefined);
        await read('vault/no-such.txt').catch(() => undefined);
        expect(logger.records).toEqual([
          {
            level: 'info',
            event: 'file_read',
            fields: {
              client: 'tester',
              root: 0,
              path: path.join('sub', 'deep.txt'),
              bytes: 4,
              mime_type: 'text/plain',
            },
          },
          {
            level: 'warning',
            event: 'file_refused',
            fields: { client: 'tester', path_hash: expect.stringMatching(/^[0-9a-f]{16}$/), reason: 'outside' },
          },
          {
            level: 'warning',
            event: 'file_refused',
            fields: { client: 'tester', root: 0, path: 'no-such.txt', reason: 'missing' },
          },
        ]);
        expect(JSON.stringify(logger.records)).not.toContain(base);
      });
    });

    describe('what it watches', () => fileWatchClauses(() => ({ base, vault, clock, logger, open })));
  });
}
