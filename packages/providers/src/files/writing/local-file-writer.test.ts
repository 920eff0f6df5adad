import { fileWriterContract } from '@zapomni/testkit/contracts';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { expect, it } from 'vitest';
import { createLocalFileWriter } from './local-file-writer.ts';

fileWriterContract('local', { open: createLocalFileWriter });

it('wants an absolute folder, because a relative one would mean another place for every way of starting', () => {
  expect(() => createLocalFileWriter({ folder: 'exports', logger: createRecordingLogger() })).toThrow(/absolute/);
});
