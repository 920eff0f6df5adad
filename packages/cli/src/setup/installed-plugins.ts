/** Which clients have our package: they note those that are switched on in their settings, or keep them in a folder. */
import { home, joined, named, type Place } from './clients/place.ts';
import { isObject, type JsonObject } from './edit/config-text.ts';
import { readText } from './edit/config-file.ts';
import { jsonText } from './edit/json-text.ts';
import { HOOK_CLIENTS } from './hooks/hook-table.ts';
import { hasHooks } from './hooks/set-hooks.ts';

export interface InstalledPlugin {
  readonly client: string;
  /** Where it is noted. */
  readonly file: string;
  /** What takes it off. */
  readonly removal: string;
  /** Hooks of `zapomni setup` stand in the client's file, and would run too. */
  readonly hasOwnHooks: boolean;
}

interface PluginPlace {
  readonly file: (place: Place) => string;
  /** Whether what stands there says so. */
  readonly isOn: (text: string) => Promise<boolean>;
  readonly removal: string;
}

const NAME = 'zapomni@';

const asMap = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** As Claude Code notes them, and who follows it. */
const noted = async (text: string): Promise<boolean> =>
  Object.entries(asMap(jsonText('jsonc').parse(text)['enabledPlugins'])).some(
    ([name, isOn]) => name.startsWith(NAME) && isOn === true,
  );

const notedInToml = async (text: string): Promise<boolean> => {
  const { tomlText } = await import('./edit/toml-text.ts');
  return Object.entries(asMap(tomlText.parse(text)['plugins'])).some(
    ([name, plugin]) => name.startsWith(NAME) && asMap(plugin)['enabled'] !== false,
  );
};

const PLACES: Readonly<Record<string, PluginPlace>> = {
  'claude-code': {
    file: (place) => joined(place, named(place, 'CLAUDE_CONFIG_DIR', '.claude'), 'settings.json'),
    isOn: noted,
    removal: '`/plugin uninstall zapomni` there',
  },
  codex: {
    file: (place) => joined(place, named(place, 'CODEX_HOME', '.codex'), 'config.toml'),
    isOn: notedInToml,
    removal: '`codex plugin remove zapomni@zapomni`',
  },
  'copilot-cli': {
    file: (place) => joined(place, named(place, 'COPILOT_HOME', '.copilot'), 'settings.json'),
    isOn: noted,
    removal: '`copilot plugin uninstall zapomni@zapomni`',
  },
  gemini: {
    file: (place) => home(place, '.gemini', 'extensions', 'zapomni', 'gemini-extension.json'),
    isOn: async (text) => text !== '',
    removal: '`gemini extensions uninstall zapomni`',
  },
};

export async function installedPlugins(place: Place): Promise<InstalledPlugin[]> {
  const all = await Promise.all(Object.entries(PLACES).map(([client, where]) => installed(client, where, place)));
  return all.filter((plugin) => plugin !== null);
}

/** Null where it is not switched on, or nobody can tell. */
async function installed(
  client: string,
  { file: at, isOn, removal }: PluginPlace,
  place: Place,
): Promise<InstalledPlugin | null> {
  const file = at(place);
  try {
    if (!(await isOn((await readText(file)).text))) return null;
  } catch {
    return null;
  }
  const hooks = HOOK_CLIENTS[client];
  const hasOwnHooks = hooks !== undefined && (await hasHooks({ hooks, file: hooks.file(place) }));
  return { client, file, removal, hasOwnHooks };
}
