import { fileReaderContract } from '@zapomni/testkit/contracts';
import { createFakeClock, createRecordingLogger } from '@zapomni/testkit/fakes';
import { expect, it } from 'vitest';
import { createLocalFileReader } from './local-file-reader.ts';

fileReaderContract('local', { open: createLocalFileReader });

it('wants absolute folders, because a relative one would mean another place for every way of starting', () => {
  const options = { maxBytes: 1, readsPerMinute: 1, clock: createFakeClock(), logger: createRecordingLogger() };
  expect(() => createLocalFileReader({ ...options, roots: ['notes'] })).toThrow(/absolute/);
  const grants = new Map([['one', ['notes']]]);
  expect(() => createLocalFileReader({ ...options, roots: ['/notes'], grants })).toThrow(/absolute/);
});
