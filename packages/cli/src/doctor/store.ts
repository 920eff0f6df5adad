/** Does the store open, and is it whole? Nothing is made where there is none. */
import type { App } from '@zapomni/core';
import type { Config } from '@zapomni/core/config';
import { count, size } from '../output/in-words.ts';
import { hasStore } from '../session/has-store.ts';
import { attempt, broken, ok, warning, type Check } from './check.ts';

const NAME = 'Store';

/** `place`: the settings that say where it is. */
export async function checkStore(app: App, place: Pick<Config, 'data_dir' | 'store'>, deep: boolean): Promise<Check> {
  if (!hasStore(place.data_dir, place.store)) return ok(NAME, 'none yet; the first memory creates it');
  return attempt(NAME, async () => {
    const { engine, engineVersion, schemaVersion, integrity, warnings, blobs } = await app.store.inspect(deep);
    const { totalMemories, totalPassages, pendingEmbeddings, bytes } = await app.store.stats(app.defaultWorkspace);
    const how = deep ? (integrity === 'ok' ? 'whole, every page read' : integrity) : 'opens; --deep reads every page';
    const bytesKept = blobs && blobs.blobs > 0 ? `, ${count(blobs.blobs, 'blob')} (${size(blobs.bytes)})` : '';
    const waiting = pendingEmbeddings > 0 ? `, ${pendingEmbeddings} waiting for the model` : '';
    const holds = `${count(totalMemories, 'memory', 'memories')}, ${count(totalPassages, 'passage')}${bytesKept}${waiting}`;
    const name = place.store === 'sqlite' ? engine : `${engine} ${engineVersion}`;
    const detail = `${name}, schema ${schemaVersion}, ${size(bytes)}, ${holds}; ${how}`;
    if (integrity === 'damaged') {
      return broken(NAME, detail, `${warnings.join(' ')} Stop all clients, copy the data, then restore a backup.`);
    }
    return warnings.length > 0 ? warning(NAME, detail, warnings.join(' ')) : ok(NAME, detail);
  });
}
