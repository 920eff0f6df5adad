import { fileReaderContract, filesContract } from '@zapomni/testkit/contracts';
import { createFakeClock, createRecordingLogger } from '@zapomni/testkit/fakes';
import { expect, it } from 'vitest';
import { createLocalFiles } from './local-files.ts';

fileReaderContract('local', { open: (setup) => createLocalFiles(setup).forClients });
filesContract('local', { open: createLocalFiles });

it('wants absolute folders, because a relative one would mean another place for every way of starting', () => {
  const options = { maxBytes: 1, readsPerMinute: 1, clock: createFakeClock(), logger: createRecordingLogger() };
  expect(() => createLocalFiles({ ...options, roots: ['notes'] })).toThrow(/absolute/);
  const grants = new Map([['one', ['notes']]]);
  expect(() => createLocalFiles({ ...options, roots: ['/notes'], grants })).toThrow(/absolute/);
});
