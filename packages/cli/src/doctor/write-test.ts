/** Remembers something in a folder of its own, finds it by words and by meaning, forgets it. The user's store is not touched. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { App } from '@zapomni/core';
import type { Config } from '@zapomni/core/config';
import { embedderNamed } from '@zapomni/core/model';
import type { Embedder, Logger } from '@zapomni/core/ports';
import { wireApp } from '../wire.ts';
import { attempt, broken, ok, warning, type Check } from './check.ts';

const NAME = 'Write test';
const workspace = 'default';
const REPORT = 'Please report this with the output of `zapomni doctor --json`.';
const CHECK_MODEL = 'Check that it is an embedding model, and one for your language.';
const TEXT = 'Our cat Boris is afraid of thunderstorms.';

/** Closes the embedder, as it closes everything else. */
export function checkWriting(config: Config, logger: Logger, embedder: Embedder): Promise<Check> {
  return attempt(NAME, async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'zapomni-doctor-'));
    const app = wireApp({ ...config, data_dir: folder, workspace }, logger, embedder);
    try {
      return await tryWriting(app, embedderNamed(embedder.model.name).provider === 'builtin');
    } finally {
      await app.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
}

async function tryWriting(app: App, isBuiltin: boolean): Promise<Check> {
  const { memories, embedded } = await app.addMemories({ workspace, drafts: [{ text: TEXT }], batch: false });
  const id = memories[0]?.id ?? '';
  const byWords = await app.searchMemories({ workspaces: [workspace], query: 'thunderstorms', limit: 1 });
  const byMeaning = await app.searchMemories({ workspaces: [workspace], query: 'pet scared by bad weather', limit: 1 });
  const read = await app.getMemory(workspace, id);
  const receipt = await app.deleteMemories(workspace, [id]);
  const after = await app.searchMemories({ workspaces: [workspace], query: 'thunderstorms', limit: 1 });
  if (read.text !== TEXT) return broken(NAME, 'what was stored came back changed', REPORT);
  if (byWords.hits[0]?.memory.id !== id) return broken(NAME, 'words do not find what was just stored', REPORT);
  if (receipt.memories !== 1 || after.hits.length > 0) return broken(NAME, 'what was deleted is still found', REPORT);
  if (!embedded || byMeaning.mode === 'words') {
    return warning(
      NAME,
      'added, found by words, deleted; not by meaning, for want of the model',
      'See the line above.',
    );
  }
  if (byMeaning.hits[0]?.memory.id !== id) return blind(isBuiltin);
  return ok(NAME, 'added, found by words and by meaning, deleted (in a temporary folder)');
}

/** A model of the user's choice is the user's to judge. */
function blind(isBuiltin: boolean): Check {
  if (isBuiltin) return broken(NAME, 'meaning does not find what was just stored', REPORT);
  return warning(NAME, 'added, found by words, deleted; the model sees no likeness in other words', CHECK_MODEL);
}
