/** On a real store. */
import { createApp, type App } from '@zapomni/core';
import { openTestDeps, type TestDeps } from '@zapomni/testkit/deps';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgottenAmong, liftForgotten, noteForgotten, textHash, textHashes } from './index.ts';

const WORKSPACE = 'default';

describe('what the user has forgotten', () => {
  let [test, app]: [TestDeps, App] = [undefined as never, undefined as never];
  beforeEach(() => {
    test = openTestDeps();
    app = createApp(test.deps);
  });
  afterEach(async () => {
    await app.close();
    await test.close();
  });

  const add = async (text: string): Promise<string> => {
    const { memories } = await app.memories.add({ workspace: WORKSPACE, drafts: [{ text }], batch: false });
    return memories[0]?.id ?? '';
  };
  const known = async (...texts: string[]): Promise<string[]> => {
    const hashes = await textHashes(texts);
    const among = await forgottenAmong(test.deps, WORKSPACE, hashes);
    return texts.filter((_, i) => among.has(hashes[i] ?? ''));
  };

  it('is the same text whatever ends its lines and however its accents are written', async () => {
    expect(await textHash('Café\r\nopen\n')).toBe(await textHash('  Cafe\u0301\nopen'));
    expect(await textHash('Café open')).not.toBe(await textHash('Café\nopen'));
  });

  it('is noted, found and lifted by hash, in any number, in its workspace alone', async () => {
    const hashes = await textHashes(Array.from({ length: 1201 }, (_, i) => `text ${i}`));
    const noted = hashes.slice(1).map((hash) => ({ hash, of: 'text' as const }));
    await noteForgotten(test.deps, WORKSPACE, noted);
    expect(await forgottenAmong(test.deps, WORKSPACE, hashes)).toEqual(new Set(hashes.slice(1)));
    expect(await forgottenAmong(test.deps, 'elsewhere', hashes)).toEqual(new Set());
    await liftForgotten(test.deps, WORKSPACE, hashes.slice(0, 1200));
    expect(await forgottenAmong(test.deps, WORKSPACE, hashes)).toEqual(new Set(hashes.slice(1200)));
  });
});
