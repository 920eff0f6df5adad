/**
 * Remembers something in a store of its own, finds it by words and by meaning, forgets it. The user's store is not touched:
 * the embedded one is made in a temporary folder, and one on a server under a name of its own.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { App } from '@zapomni/core';
import type { Config } from '@zapomni/core/config';
import { embedderNamed } from '@zapomni/core/model';
import type { Embedder, Logger } from '@zapomni/core/ports';
import { falkordbPlace } from '../settings/falkordb-place.ts';
import { wireApp } from '../wire/wire.ts';
import { attempt, broken, ok, warning, type Check } from './check.ts';

const NAME = 'Write test';
const REPORT = 'Please report this with the output of `zapomni doctor --json`.';
const CHECK_MODEL = 'Check that it is an embedding model, and one for your language.';
const workspace = `doctor-${randomUUID().slice(0, 8)}`;
const TEXT = 'Our cat Boris is afraid of thunderstorms.';

/** Closes the embedder, as it closes everything else. */
export function checkWriting(config: Config, logger: Logger, embedder: Embedder): Promise<Check> {
  return attempt(NAME, async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'zapomni-doctor-'));
    const app = wireApp({ ...config, store: storeBeside(config), data_dir: folder, workspace }, logger, embedder);
    try {
      const where = config.store === 'sqlite' ? 'in a temporary folder' : 'beside the store';
      return await tryWriting(app, { where, isBuiltin: embedderNamed(embedder.model.name).provider === 'builtin' });
    } finally {
      await app.workspaces.delete(workspace).catch(() => undefined);
      await app.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
}

/** On the same server, with keys of other names. */
function storeBeside(config: Config): string {
  if (config.store === 'sqlite') return config.store;
  return falkordbPlace(config).url.replace(/^(\w+:\/\/[^/?]+)(\/[^?]*)?/, '$1/zapomni-doctor');
}

async function tryWriting(
  app: App,
  { where, isBuiltin }: { readonly where: string; readonly isBuiltin: boolean },
): Promise<Check> {
  const { memories, embedded } = await app.memories.add({ workspace, drafts: [{ text: TEXT }], batch: false });
  const id = memories[0]?.id ?? '';
  const byWords = await app.search.run({ workspaces: [workspace], query: 'thunderstorms', limit: 1 });
  const byMeaning = await app.search.run({ workspaces: [workspace], query: 'pet scared by bad weather', limit: 1 });
  const read = await app.memories.get(workspace, id);
  const receipt = await app.memories.delete(workspace, [id]);
  const after = await app.search.run({ workspaces: [workspace], query: 'thunderstorms', limit: 1 });
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
  return ok(NAME, `added, found by words and by meaning, deleted (${where})`);
}

/** A model of the user's choice is the user's to judge. */
function blind(isBuiltin: boolean): Check {
  if (isBuiltin) return broken(NAME, 'meaning does not find what was just stored', REPORT);
  return warning(NAME, 'added, found by words, deleted; the model sees no likeness in other words', CHECK_MODEL);
}
