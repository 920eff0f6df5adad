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

  it('is what the user deletes, with all that it ever said, until it is said again', async () => {
    const id = await add('The cellar key is under the stone.');
    const change = { text: 'The cellar key is under the blue pot.' };
    await app.memories.update({ workspace: WORKSPACE, id, change });
    await app.memories.delete(WORKSPACE, [id, await add('Two at once.')]);
    const said = ['The cellar key is under the stone.\n', change.text, 'Two at once.'];
    expect(await app.memories.areForgotten(WORKSPACE, [...said, 'Never said.'])).toEqual([true, true, true, false]);
    const again = await add('The cellar key is under the stone.');
    expect(await known(...said)).toEqual(said.slice(1));
    await app.memories.update({ workspace: WORKSPACE, id: again, change });
    expect(await known(...said)).toEqual(said.slice(2));
  });

  it('comes back neither under a heading nor without it', async () => {
    const text = 'The code of the safe is on the back of the clock.';
    await app.memories.delete(WORKSPACE, [await add(text)]);
    await app.memories.delete(WORKSPACE, [await add('# Lunch\n\nOn Friday we eat at the harbour, at noon.')]);
    await app.memories.delete(WORKSPACE, [await add('# Open\n\nnone')]);
    const others = [
      `# Safe\r\n\r\n${text}\r\n`,
      'On Friday we eat at the harbour, at noon.',
      '# Closed\n\nnone',
      'none',
    ];
    expect(await app.memories.areForgotten(WORKSPACE, others)).toEqual([true, true, false, false]);
    await add(`# Safe\n\n${text}`);
    expect(await app.memories.areForgotten(WORKSPACE, [text])).toEqual([false]);
  });

  it('is only what was deleted: a removal that fails notes nothing', async () => {
    const id = await add('It stays.');
    await expect(app.memories.delete(WORKSPACE, [id, 'none'])).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await known('It stays.')).toEqual([]);
  });

  it('goes with its workspace, and with all that is cleared', async () => {
    await app.memories.delete(WORKSPACE, [await add('A secret.')]);
    await add('Another one.');
    await app.memories.clear(WORKSPACE);
    expect(await known('A secret.', 'Another one.')).toEqual([]);
  });

  it('does not keep a memory from being deleted that cannot be read', async () => {
    const [broken, whole] = [await add('Cannot be read.'), await add('Can be read.')];
    const { memories } = test.deps.storage;
    const get = memories.get.bind(memories);
    vi.spyOn(memories, 'get').mockImplementation((workspace, ids) =>
      ids.includes(broken) ? Promise.reject(new Error('damaged')) : get(workspace, ids),
    );
    expect((await app.memories.delete(WORKSPACE, [broken, whole])).memories).toBe(2);
    expect(await known('Cannot be read.', 'Can be read.')).toEqual(['Can be read.']);
  });
});
