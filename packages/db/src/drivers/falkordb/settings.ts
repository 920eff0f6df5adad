/** What the processes of a store agree on: a hash beside the registry. */
import type { SettingStore } from '@zapomni/core/ports';
import type { Store } from './store.ts';

export function createSettings(store: Store): SettingStore {
  const { settings, version } = store.names;
  return {
    get: async (name) => {
      const [value = null] = await store.command('none', ['HGET', settings, name]);
      return value === null ? null : String(value);
    },
    set: async (name, value) => {
      const change = value === null ? ['HDEL', settings, name] : ['HSET', settings, name, value];
      await store.command('repeatable', change, ['INCR', version]);
    },
  };
}
