/**
 * Where settings come from: flag, then environment (`ZAPOMNI_X` before its older names), then the settings file, then
 * default. This only collects strings and loads nothing, because the handshake is answered before the checks are there;
 * `loadConfig` checks them.
 */
import { homedir } from 'node:os';
import path from 'node:path';
import { ZapomniError } from '@zapomni/core/errors';
import { SETTINGS } from '../generated/help.ts';
import { defaultDataDir } from './data-dir.ts';
import { readSettingsFile } from './settings-file.ts';

export type SettingSource = 'flag' | 'environment' | 'file' | 'default';

export interface Setting {
  /** As given, or undefined where the schema's default holds. */
  readonly value: string | undefined;
  readonly source: SettingSource;
  /** What the user would change: `--data-dir`, `LOG_LEVEL`. */
  readonly via: string;
}

/** By name, e.g. `data_dir`. */
export type Settings = ReadonlyMap<string, Setting>;
export type Environment = Readonly<Record<string, string | undefined>>;

export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly cwd: string;
}

export interface SettingsInput {
  /** By flag without its dashes, e.g. `data-dir`. */
  readonly flags: Readonly<Record<string, unknown>>;
  readonly env: Environment;
  readonly machine?: Machine;
}

export function readSettings({ flags, env, machine = thisMachine() }: SettingsInput): Settings {
  const given = SETTINGS.map((fact): [string, Setting] => [fact.name, readOne(fact, flags, env)]);
  const settings = withFile(new Map(given), machine);
  const folder = settings.get('data_dir');
  if (folder?.value === undefined) {
    settings.set('data_dir', { value: defaultDataDir(env, machine), source: 'default', via: '--data-dir' });
  } else {
    settings.set('data_dir', { ...folder, value: toAbsolute(folder.value, machine) });
  }
  return settings;
}

/** What flags and environment leave open is looked up in the file that they name. */
function withFile(settings: Map<string, Setting>, machine: Machine): Map<string, Setting> {
  const file = settings.get('config_file')?.value;
  if (file === undefined || file === 'none') return settings;
  const env = readSettingsFile(toAbsolute(file, machine));
  for (const fact of SETTINGS) {
    if (settings.get(fact.name)?.source !== 'default') continue;
    const found = readOne(fact, {}, env);
    if (found.source !== 'default') settings.set(fact.name, { ...found, source: 'file' });
  }
  return settings;
}

/** Other defaults than the schema's, for what the user left open. */
export function withDefaults(settings: Settings, defaults: Readonly<Record<string, string>>): Settings {
  const changed = [...settings].map(([name, setting]): [string, Setting] => {
    const value = defaults[name];
    return [name, setting.source === 'default' && value !== undefined ? { ...setting, value } : setting];
  });
  return new Map(changed);
}

function readOne(fact: (typeof SETTINGS)[number], flags: SettingsInput['flags'], env: Environment): Setting {
  const flag = flags[fact.flag];
  if (typeof flag === 'string') {
    if (flag === '') throw new ZapomniError('INVALID_CONFIG', `--${fact.flag} is empty.`);
    return { value: clean(fact.name, flag), source: 'flag', via: `--${fact.flag}` };
  }
  // An empty variable counts as unset: that is how clients pass on a field that the user left blank.
  const via = [fact.env, ...fact.aliases].find((name) => env[name]);
  const value = via === undefined ? undefined : env[via];
  if (via === undefined || value === undefined) return { value: undefined, source: 'default', via: `--${fact.flag}` };
  return { value: clean(fact.name, value), source: 'environment', via };
}

const LEVEL_NAMES: Readonly<Record<string, string>> = { trace: 'debug', warn: 'warning', fatal: 'critical' };

/** `LOG_LEVEL` and `OLLAMA_HOST` are shared with other programs, which write them in ways of their own. */
function clean(name: string, value: string): string {
  if (name === 'log_level') return LEVEL_NAMES[value.toLowerCase()] ?? value;
  if (name === 'ollama_url' && !value.includes('://'))
    return `http://${value.includes(':') ? value : `${value}:11434`}`;
  return value;
}

/** `~` is the shell's to expand, but settings in a client's JSON file never pass through a shell. */
export function toAbsolute(folder: string, { platform, home, cwd }: Machine): string {
  const paths = platform === 'win32' ? path.win32 : path.posix;
  return paths.resolve(
    cwd,
    folder.replace(/^~(?=$|[\\/])/, () => home),
  );
}

export function thisMachine(): Machine {
  return { platform: process.platform, home: homedir(), cwd: process.cwd() };
}
