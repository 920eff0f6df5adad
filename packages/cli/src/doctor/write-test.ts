/** Remembers something in a folder of its own, finds it by words and by meaning, forgets it. The user's store is not touched. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { App } from '@zapomni/core';
import type { Config } from '@zapomni/core/config';
import type { Embedder, Logger } from '@zapomni/core/ports';
import { wireApp } from '../wire.ts';
import { attempt, broken, ok, warning, type Check } from './check.ts';

const NAME = 'Write test';
const workspace = 'default';
const TEXT = 'Our cat Boris is afraid of thunderstorms.';

/** Closes the embedder, as it closes everything else. */
export function checkWriting(config: Config, logger: Logger, embedder: Embedder): Promise<Check> {
  return attempt(NAME, async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'zapomni-doctor-'));
    const app = wireApp({ ...config, data_dir: folder, workspace }, logger, embedder);
    try {
      return await tryWriting(app);
    } finally {
      await app.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
}

async function tryWriting(app: App): Promise<Check> {
  const { memories, embedded } = await app.addMemories({ workspace, drafts: [{ text: TEXT }], batch: false });
  const id = memories[0]?.id ?? '';
  const byWords = await app.searchMemories({ workspaces: [workspace], query: 'thunderstorms', limit: 1 });
  const byMeaning = await app.searchMemories({ workspaces: [workspace], query: 'pet scared by bad weather', limit: 1 });
  const read = await app.getMemory(workspace, id);
  const receipt = await app.deleteMemories(workspace, [id]);
  const after = await app.searchMemories({ workspaces: [workspace], query: 'thunderstorms', limit: 1 });
  const advice = 'Please report this with the output of `zapomni doctor --json`.';
  if (read.text !== TEXT) return broken(NAME, 'what was stored came back changed', advice);
  if (byWords.hits[0]?.memory.id !== id) return broken(NAME, 'words do not find what was just stored', advice);
  if (receipt.memories !== 1 || after.hits.length > 0) return broken(NAME, 'what was deleted is still found', advice);
  if (!embedded || byMeaning.mode === 'words') {
    return warning(
      NAME,
      'added, found by words, deleted; not by meaning, for want of the model',
      'See the line above.',
    );
  }
  if (byMeaning.hits[0]?.memory.id !== id) return broken(NAME, 'meaning does not find what was just stored', advice);
  return ok(NAME, 'added, found by words and by meaning, deleted (in a temporary folder)');
}
