import type { FileReader } from '@zapomni/core/ports';
import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { expect, it } from 'vitest';
import { fileProvider } from './file-provider.ts';

it('tells of a change once, however many subscriptions there are to the file', async () => {
  const listeners: (() => void)[] = [];
  const files: FileReader = {
    foldersFor: () => [],
    read: async () => ({ mimeType: 'text/plain', size: 0, text: '' }),
    watch: async (_uri, _request, onChange) => void listeners.push(onChange),
  };
  const told: string[] = [];
  const provider = fileProvider(files, (uri) => told.push(uri));
  const context = (subject: string) => ({
    caller: { subject, scopes: new Set(['read']) },
    logger: createRecordingLogger(),
    signal: new AbortController().signal,
  });
  await provider.watch?.('file:///a', context('one'));
  await provider.watch?.('file:///a', context('two'));
  await provider.watch?.('file:///%61', context('two'));
  for (let change = 0; change < 2; change += 1) {
    for (const tell of listeners) tell();
    await Promise.resolve();
  }
  expect(told).toEqual(['file:///a', 'file:///%61', 'file:///a', 'file:///%61']);
});
