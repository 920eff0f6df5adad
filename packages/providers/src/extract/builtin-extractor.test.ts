import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it, vi } from 'vitest';
import { expectSound, extractorContract } from '@zapomni/testkit/contracts';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { createBuiltinExtractor } from './builtin-extractor.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'zapomni-extract-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const open = () => createBuiltinExtractor({ logger: createRecordingLogger() });
const AT = Date.UTC(2026, 10, 16);

extractorContract('builtin', {
  open,
  openBroken: async () => {
    const file = path.join(folder, 'worker.ts');
    return {
      extractor: createBuiltinExtractor({ logger: createRecordingLogger(), workerUrl: pathToFileURL(file) }),
      repair: async () => symlinkSync(path.join(import.meta.dirname, 'worker.ts'), file),
    };
  },
});

it('reads a text of ten megabytes, and stops reading it when asked to', async () => {
  const extractor = open();
  const text = 'Anna Petrova met Bob Miller in Oslo on 3 March 2021. '.repeat(200_000);
  const controller = new AbortController();
  const long = extractor.extract([{ text, at: AT }], { signal: controller.signal });
  const other = extractor.extract([{ text: 'Anna lives in Oslo.', at: AT }]);
  controller.abort();
  await expect(long).rejects.toMatchObject({ code: 'CANCELLED' });
  const [extraction] = await other;
  expectSound(extraction, 'Anna lives in Oslo.');
  await extractor.close();
});

it('keeps a failure out of the message and puts it into the log', async () => {
  const file = path.join(folder, 'failing.mjs');
  writeFileSync(file, "throw new Error('secret of the engine');");
  const logger = createRecordingLogger();
  const extractor = createBuiltinExtractor({ logger, workerUrl: pathToFileURL(file) });
  const failed = extractor.extract([{ text: 'Anna', at: AT }]);
  await expect(failed).rejects.not.toThrow('secret');
  expect(logger.of('extractor_failed')).toHaveLength(1);
  await extractor.close();
});

it('ends its thread after a while without work and starts another when needed', async () => {
  const logger = createRecordingLogger();
  const extractor = createBuiltinExtractor({ logger, idleMs: 1 });
  const read = () => extractor.extract([{ text: 'Anna lives in Oslo.', at: AT }]);
  const first = await read();
  await vi.waitFor(() => expect(logger.of('extractor_idle')).toHaveLength(1));
  expect(await read()).toEqual(first);
  await extractor.close();
});
