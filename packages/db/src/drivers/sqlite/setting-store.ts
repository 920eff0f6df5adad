/** What the processes of a store agree on, in `meta` beside what the engine keeps there for itself. */
import type { SettingStore } from '@zapomni/core/ports';
import { readMeta, writeMeta } from './schema/format.ts';
import type { Served } from './connection/protocol.ts';
import type { Store } from './store.ts';

export function createSettings(store: Store): Served<SettingStore> {
  const { db } = store;
  return {
    get: (name) => store.read(() => readMeta<string>(db, toSettingKey(name)) ?? null),
    set: (name, value) => {
      store.write(() => {
        if (value === null) db.run('DELETE FROM meta WHERE key = ?', toSettingKey(name));
        else writeMeta(db, toSettingKey(name), value);
      });
    },
  };
}

const PREFIX = 'setting:';

/** All settings lie between these two. */
export const SETTING_KEYS = { first: PREFIX, end: 'setting;' };

export function toSettingKey(name: string): string {
  return PREFIX + name;
}

export function toSettingName(key: string): string {
  return key.slice(PREFIX.length);
}
