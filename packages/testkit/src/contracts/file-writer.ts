/** What every file writer must do, shown on real files. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FileWriter, Logger } from '@zapomni/core/ports';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRecordingLogger } from '../fakes/index.ts';
import { verifies } from '../verifies.ts';
import { ON_WINDOWS, titled } from './skipped-title.ts';

export interface FileWriterHarness {
  open(setup: { readonly folder: string; readonly logger: Logger }): FileWriter;
}

const BAD_NAMES = [
  '',
  '.',
  '..',
  '/',
  '../secret.txt',
  'a/../../secret.txt',
  './graph.json',
  'sub//graph.json',
  'sub/',
  '/etc/passwd',
  'C:\\graph.json',
  'C:graph.json',
  'a\\..\\..\\b',
  '..\\secret.txt',
  '\\\\host\\share',
  'graph.json\0.txt',
  'graph\n.json',
  'graph.json ',
  'graph.json.',
  '.hidden',
  'sub/.hidden',
  '~/graph.json',
  '$HOME/x',
  '%2e%2e/x',
  '%2e%2e%2fx',
  '‥/x',
  '．．/x',
  'a／b',
  'a∕b',
  'con',
  'NUL.json',
  'com1.graphml',
  'graph.json:stream',
  'a|b',
  'a*b',
  'gra\u202eph.json',
  'graph\u200b.json',
  'e\u0301.json',
  '\ud800.json',
  'x'.repeat(1000),
  'a/'.repeat(100) + 'b',
];

export function fileWriterContract(name: string, { open }: FileWriterHarness): void {
  describe(`file writer contract: ${name}`, () => {
    let base: string;
    let folder: string;
    let logger: ReturnType<typeof createRecordingLogger>;
    let writer: FileWriter;
    const at = (...parts: string[]) => path.join(base, ...parts);
    const everything = () => readdirSync(base, { recursive: true }).map(String).sort();

    beforeEach(() => {
      base = realpathSync(mkdtempSync(path.join(tmpdir(), 'zapomni-writer-')));
      folder = at('data', 'exports');
      logger = createRecordingLogger();
      writer = open({ folder, logger });
      mkdirSync(at('outside'));
      writeFileSync(at('secret.txt'), 'secret');
    });
    afterEach(() => rmSync(base, { recursive: true, force: true }));

    it('makes its folder and writes what comes, piece by piece, for the user alone', async () => {
      verifies('D029');
      const written = await writer.write('graph.json', pieces('{"a":', '"ü€𝄞"}', ''));
      expect(written).toEqual({ path: path.join(folder, 'graph.json'), bytes: 17 });
      expect(readFileSync(written.path, 'utf8')).toBe('{"a":"ü€𝄞"}');
      expect(readdirSync(folder)).toEqual(['graph.json']);
      if (process.platform !== 'win32') expect(statSync(written.path).mode & 0o777).toBe(0o600);
      expect(logger.of('file_written')).toMatchObject([{ fields: { file: 'graph.json', bytes: 17 } }]);
    });

    it('writes texts whole wherever they are parted, and however long they are', async () => {
      const [clef, half] = ['𝄞', '\uD834'];
      const texts = ['a', clef.slice(0, 1), clef.slice(1), 'ü'.repeat(70_000), '', clef.repeat(50_000), 'z', half];
      const { path: file, bytes } = await writer.write('long.txt', pieces(...texts));
      const wanted = Buffer.from(texts.join(''));
      expect(readFileSync(file).equals(wanted)).toBe(true);
      expect(bytes).toBe(wanted.length);
    });

    it('writes bytes as they are', async () => {
      const bytes = Uint8Array.of(0x25, 0x50, 0x00, 0xff, 0xfe);
      const both = async function* () {
        yield bytes;
        yield 'ü';
      };
      const written = await writer.write('paper.pdf', both());
      expect(written.bytes).toBe(7);
      expect(readFileSync(written.path)).toEqual(Buffer.from([...bytes, 0xc3, 0xbc]));
    });

    it('writes into folders that exist, with names of any script', async () => {
      mkdirSync(path.join(folder, 'Отчёты'), { recursive: true });
      const { path: file } = await writer.write('Отчёты/граф (1).json', pieces('x'));
      expect(file).toBe(path.join(folder, 'Отчёты', 'граф (1).json'));
      await expect(writer.write('missing/graph.json', pieces('x'))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    });

    it.each(BAD_NAMES)('refuses the name %j and touches nothing', async (bad) => {
      verifies('D029');
      const before = everything();
      await expect(writer.write(bad, pieces('x'), { overwrite: true })).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        message: expect.not.stringContaining(base),
      });
      expect(() => writer.check(bad)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }));
      expect(everything()).toEqual(before);
    });

    it('keeps a file that is there, unless told to replace it', async () => {
      await writer.write('graph.json', pieces('old'));
      await expect(writer.write('graph.json', pieces('new'))).rejects.toMatchObject({ code: 'CONFLICT' });
      expect(readFileSync(path.join(folder, 'graph.json'), 'utf8')).toBe('old');
      await writer.write('graph.json', pieces('new'), { overwrite: true });
      expect(readFileSync(path.join(folder, 'graph.json'), 'utf8')).toBe('new');
      expect(readdirSync(folder)).toEqual(['graph.json']);
    });

    it('keeps a file that came while it wrote', async () => {
      const race = (async function* () {
        yield 'mine';
        writeFileSync(path.join(folder, 'graph.json'), 'theirs');
        yield '!';
      })();
      await expect(writer.write('graph.json', race)).rejects.toMatchObject({ code: 'CONFLICT' });
      expect(readFileSync(path.join(folder, 'graph.json'), 'utf8')).toBe('theirs');
      expect(readdirSync(folder)).toEqual(['graph.json']);
    });

    it('leaves nothing behind when the pieces fail, and passes the failure on', async () => {
      const failure = new Error('no more');
      const broken = (async function* () {
        yield 'half';
        throw failure;
      })();
      await expect(writer.write('graph.json', broken)).rejects.toBe(failure);
      expect(readdirSync(folder)).toEqual([]);
    });

    it('keeps the old file when the new one fails', async () => {
      await writer.write('graph.json', pieces('old'));
      const broken = (async function* () {
        yield 'half';
        throw new Error('no more');
      })();
      await expect(writer.write('graph.json', broken, { overwrite: true })).rejects.toThrow('no more');
      expect(readFileSync(path.join(folder, 'graph.json'), 'utf8')).toBe('old');
    });

    it('stops when the signal fires', async () => {
      const controller = new AbortController();
      const endless = (async function* () {
        for (let i = 0; ; i++) {
          if (i === 3) controller.abort();
          yield 'x';
        }
      })();
      const { signal } = controller;
      await expect(writer.write('graph.json', endless, { signal })).rejects.toMatchObject({ code: 'CANCELLED' });
      expect(readdirSync(folder)).toEqual([]);
    });

    describe.skipIf(ON_WINDOWS)(titled('links', ON_WINDOWS), () => {
      beforeEach(() => mkdirSync(folder, { recursive: true }));

      it('are not followed, neither the file nor a folder on the way', async () => {
        verifies('D029');
        symlinkSync(at('secret.txt'), path.join(folder, 'graph.json'));
        symlinkSync(at('outside'), path.join(folder, 'sub'));
        symlinkSync(at('nowhere'), path.join(folder, 'dangling.json'));
        for (const file of ['graph.json', 'sub/graph.json', 'dangling.json']) {
          const refused = writer.write(file, pieces('x'), { overwrite: true });
          await expect(refused).rejects.toMatchObject({ code: 'FORBIDDEN' });
        }
        expect(readFileSync(at('secret.txt'), 'utf8')).toBe('secret');
        expect(readdirSync(at('outside'))).toEqual([]);
        expect(existsSync(at('nowhere'))).toBe(false);
      });

      it('that come while it writes lead nowhere', async () => {
        verifies('D029');
        mkdirSync(path.join(folder, 'sub'));
        const swapped = (async function* () {
          yield 'x';
          rmSync(path.join(folder, 'sub'), { recursive: true });
          symlinkSync(at('outside'), path.join(folder, 'sub'));
        })();
        await expect(writer.write('sub/graph.json', swapped)).rejects.toMatchObject({ code: 'FORBIDDEN' });
        expect(readdirSync(at('outside'))).toEqual([]);
      });

      it('on the way to the folder itself are the user’s own business', async () => {
        symlinkSync(at('outside'), at('alias'));
        const { path: file } = await open({ folder: at('alias'), logger }).write('graph.json', pieces('x'));
        expect(file).toBe(at('outside', 'graph.json'));
      });
    });

    it('replaces no folder', async () => {
      mkdirSync(path.join(folder, 'graph.json'), { recursive: true });
      const refused = writer.write('graph.json', pieces('x'), { overwrite: true });
      await expect(refused).rejects.toMatchObject({ code: 'FORBIDDEN' });
    });
  });
}

async function* pieces(...given: string[]): AsyncGenerator<string> {
  yield* given;
}
