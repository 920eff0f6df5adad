/** What the processes of a store agree on: a hash beside the registry. */
import type { SettingStore } from '@zapomni/core/ports';
import type { Store } from './store.ts';

export async function readAllSettings(store: Store): Promise<Map<string, string>> {
  const [reply = null] = await store.command('none', ['HGETALL', store.names.settings]);
  const parts = Array.isArray(reply) ? reply.map(String) : [];
  return new Map(parts.flatMap((name, i): [string, string][] => (i % 2 === 0 ? [[name, parts[i + 1] ?? '']] : [])));
}

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
