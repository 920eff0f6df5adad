/** What the processes of a store agree on, in `meta` beside what the engine keeps there for itself. */
import type { SettingStore } from '@zapomni/core/ports';
import { readMeta, writeMeta } from './format.ts';
import type { Served } from './protocol.ts';
import type { Store } from './store.ts';

export function createSettings(store: Store): Served<SettingStore> {
  const { db } = store;
  return {
    get: (name) => store.read(() => readMeta<string>(db, keyOf(name)) ?? null),
    set: (name, value) => {
      store.write(() => {
        if (value === null) db.run('DELETE FROM meta WHERE key = ?', keyOf(name));
        else writeMeta(db, keyOf(name), value);
      });
    },
  };
}

function keyOf(name: string): string {
  return `setting:${name}`;
}
