/** Whether Claude Code has our plugin: it notes those that are switched on in its settings. */
import { named, joined, type Place } from './clients/place.ts';
import { isObject } from './edit/config-text.ts';
import { readText } from './edit/config-file.ts';
import { jsonText } from './edit/json-text.ts';
import { HOOK_CLIENTS } from './hooks/hook-table.ts';
import { hasHooks } from './hooks/set-hooks.ts';

export interface InstalledPlugin {
  /** Where it is noted. */
  readonly file: string;
  /** Hooks of `zapomni setup` stand in the same file, and would run too. */
  readonly hasOwnHooks: boolean;
}

/** Null where it is not switched on, or nobody can tell. */
export async function pluginOf(place: Place): Promise<InstalledPlugin | null> {
  const file = joined(place, named(place, 'CLAUDE_CONFIG_DIR', '.claude'), 'settings.json');
  const enabled = await enabledIn(file);
  if (!Object.entries(enabled).some(([name, isOn]) => name.startsWith('zapomni@') && isOn === true)) return null;
  const hooks = HOOK_CLIENTS['claude-code'];
  return { file, hasOwnHooks: hooks !== undefined && (await hasHooks({ hooks, file })) };
}

async function enabledIn(file: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    const plugins = jsonText('json').parse((await readText(file)).text)['enabledPlugins'];
    return isObject(plugins) ? plugins : {};
  } catch {
    return {};
  }
}
