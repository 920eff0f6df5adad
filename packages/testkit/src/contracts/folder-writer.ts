/** What every writer of the user's own files must do, shown on real files. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Files, FolderWriter, Logger } from '@zapomni/core/ports';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRecordingLogger } from '../fakes/index.ts';
import { openTestFiles } from '../files.ts';
import { ON_WINDOWS, titled } from './skipped-title.ts';

export interface FolderWriterHarness {
  open(setup: { readonly except: readonly string[]; readonly logger: Logger }): FolderWriter;
}

const BAD_NAMES = ['', '.', '..', '../a.md', 'a/../../b.md', './a.md', 'a//b.md', 'a/', '/a.md', 'a\0.md'];

export function folderWriterContract(name: string, { open }: FolderWriterHarness): void {
  describe(`folder writer contract: ${name}`, () => {
    let [base, folder]: [string, string] = ['', ''];
    let [writer, files]: [FolderWriter, Files] = [undefined as never, undefined as never];
    const at = (...parts: string[]) => path.join(base, ...parts);
    const put = (file: string, text: string, expected: string | null = null) =>
      writer.put(folder, file, text, expected);
    const version = async (file: string) => (await files.stat({ path: at('notes', file) }, { client: 'test' })).version;
    const read = (file: string) => readFileSync(at('notes', file), 'utf8');
    beforeEach(() => {
      base = realpathSync(mkdtempSync(path.join(tmpdir(), 'zapomni-folder-')));
      folder = at('notes');
      mkdirSync(folder);
      mkdirSync(at('data'));
      writeFileSync(at('secret.md'), 'secret');
      writer = open({ except: [at('data')], logger: createRecordingLogger() });
      files = openTestFiles({ roots: [folder], logger: createRecordingLogger() });
    });
    afterEach(() => rmSync(base, { recursive: true, force: true }));

    it('makes the folder, for the user alone, and says where it lies', async () => {
      expect(await writer.open(at('new', 'deep'))).toBe(at('new', 'deep'));
      if (process.platform !== 'win32') expect(statSync(at('new', 'deep')).mode & 0o777).toBe(0o700);
      await expect(writer.open('relative')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
      await expect(writer.open(at('secret.md'))).rejects.toMatchObject({ code: 'FORBIDDEN' });
      for (const place of [at('data'), at('data', 'below'), base])
        await expect(writer.open(place)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    });

    it('writes a new file whole, with the version that reading tells', async () => {
      const { version: told } = await put('Čaj и (1).md', 'ü€𝄞');
      expect(read('Čaj и (1).md')).toBe('ü€𝄞');
      expect(told).toBe(await version('Čaj и (1).md'));
      expect(readdirSync(folder)).toEqual(['Čaj и (1).md']);
      await writer.flush(folder, ['Čaj и (1).md']);
    });

    it('replaces only what is expected, and keeps who may read it', async () => {
      const first = await put('a.md', 'one');
      await expect(put('a.md', 'two')).rejects.toMatchObject({ code: 'CONFLICT' });
      await expect(put('a.md', 'two', 'another')).rejects.toMatchObject({ code: 'CONFLICT' });
      chmodSync(at('notes', 'a.md'), 0o644);
      const second = await put('a.md', 'two', first.version);
      expect([read('a.md'), second.version === first.version]).toEqual(['two', false]);
      if (process.platform !== 'win32') expect(statSync(at('notes', 'a.md')).mode & 0o777).toBe(0o644);
      writeFileSync(at('notes', 'a.md'), 'of the user');
      await expect(put('a.md', 'three', second.version)).rejects.toMatchObject({ code: 'CONFLICT' });
      await expect(writer.remove(folder, 'a.md', second.version)).rejects.toMatchObject({ code: 'CONFLICT' });
      expect(read('a.md')).toBe('of the user');
      rmSync(at('notes', 'a.md'));
      await expect(put('a.md', 'three', second.version)).rejects.toMatchObject({ code: 'CONFLICT' });
      expect(readdirSync(folder)).toEqual([]);
    });

    it('removes what is expected; what is gone is fine', async () => {
      const { version: told } = await put('a.md', 'one');
      await writer.remove(folder, 'a.md', told);
      await writer.remove(folder, 'a.md', told);
      expect(readdirSync(folder)).toEqual([]);
    });

    it('replaces what a process left behind that died', async () => {
      await put('a.md', 'one');
      const seen = new Set<string>();
      const writing = put('b.md', 'x'.repeat(5_000_000));
      while (seen.size === 0 && !existsSync(at('notes', 'b.md'))) {
        for (const file of readdirSync(folder)) if (file.startsWith('.')) seen.add(file);
        await new Promise(setImmediate);
      }
      await writing;
      for (const file of seen) writeFileSync(at('notes', file), 'left behind');
      await put('b.md', 'two', await version('b.md'));
      expect([read('b.md'), readdirSync(folder).sort()]).toEqual(['two', ['a.md', 'b.md']]);
    });

    it.each(BAD_NAMES)('refuses the name %j and touches nothing', async (bad) => {
      const before = readdirSync(base, { recursive: true });
      const calls = [put(bad, 'x'), writer.remove(folder, bad, 'any'), writer.flush(folder, [bad])];
      for (const outcome of await Promise.allSettled(calls))
        expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'INVALID_INPUT' } });
      expect(readdirSync(base, { recursive: true })).toEqual(before);
    });

    it('writes into folders that are there, and over none', async () => {
      mkdirSync(at('notes', 'sub.md'));
      await expect(put('none/a.md', 'x')).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(put('sub.md', 'x')).rejects.toMatchObject({ code: 'FORBIDDEN' });
      await expect(writer.remove(folder, 'sub.md', 'any')).rejects.toMatchObject({ code: 'FORBIDDEN' });
      await put('sub.md/a.md', 'x');
      expect(read('sub.md/a.md')).toBe('x');
    });

    describe.skipIf(ON_WINDOWS)(titled('links', ON_WINDOWS), () => {
      it('are not followed, neither the file nor a folder on the way', async () => {
        mkdirSync(at('outside'));
        symlinkSync(at('secret.md'), at('notes', 'a.md'));
        symlinkSync(at('outside'), at('notes', 'sub'));
        symlinkSync(at('nowhere'), at('notes', 'dangling.md'));
        for (const file of ['a.md', 'sub/a.md', 'dangling.md']) {
          const calls = [put(file, 'x'), put(file, 'x', 'any'), writer.remove(folder, file, 'any')];
          for (const outcome of await Promise.allSettled(calls))
            expect(outcome, file).toMatchObject({ status: 'rejected', reason: { code: 'FORBIDDEN' } });
        }
        expect(readFileSync(at('secret.md'), 'utf8')).toBe('secret');
        expect(readdirSync(at('outside'))).toEqual([]);
        expect(existsSync(at('nowhere'))).toBe(false);
      });

      it('that come while it writes lead nowhere', async () => {
        mkdirSync(at('outside'));
        mkdirSync(at('notes', 'sub'));
        const writing = put('sub/a.md', 'x'.repeat(30_000_000)).catch((error: unknown) => error);
        const swap = async () => {
          while (readdirSync(at('notes', 'sub')).length === 0) await new Promise(setImmediate);
          renameSync(at('notes', 'sub'), at('notes', 'other'));
          symlinkSync(at('outside'), at('notes', 'sub'));
        };
        await swap();
        expect(await writing).toMatchObject({ code: expect.stringMatching(/^(FORBIDDEN|NOT_FOUND)$/) });
        expect(readdirSync(at('outside'))).toEqual([]);
      });
    });
  });
}
