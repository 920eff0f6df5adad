/** The machine as clients see it: where a person's files are. Given, so that the paths of every platform can be looked at on any. */
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { Environment, Machine } from '../../settings/given-settings.ts';

export interface Place {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Root of the project that is being worked on. */
  readonly project: string;
  exists(file: string): boolean;
}

/** Paths in the way of the platform. */
export function joined({ platform }: Place, ...parts: string[]): string {
  return (platform === 'win32' ? path.win32 : path.posix).join(...parts);
}

export function home(place: Place, ...parts: string[]): string {
  return joined(place, place.home, ...parts);
}

/** `~/.config`, also on macOS, for programs that hold it so. */
export function xdg(place: Place, ...parts: string[]): string {
  return joined(place, place.env['XDG_CONFIG_HOME'] || home(place, '.config'), ...parts);
}

export function appData(place: Place, ...parts: string[]): string {
  return joined(place, place.env['APPDATA'] || home(place, 'AppData', 'Roaming'), ...parts);
}

/** Where programs with windows keep what is theirs. */
export function support(place: Place, ...parts: string[]): string {
  if (place.platform === 'darwin') return home(place, 'Library', 'Application Support', ...parts);
  return place.platform === 'win32' ? appData(place, ...parts) : xdg(place, ...parts);
}

/** As `xdg`, but on Windows where that is the custom. */
export function configured(place: Place, ...parts: string[]): string {
  return place.platform === 'win32' ? appData(place, ...parts) : xdg(place, ...parts);
}

/** A folder that a variable may name. */
export function named(place: Place, variable: string, fallback: string): string {
  return place.env[variable] || home(place, fallback);
}

export function thisPlace({ platform, home: folder, cwd }: Machine, env: Environment): Place {
  return { platform, home: folder, env, project: projectRoot(cwd), exists: existsSync };
}

/** The folder with the repository, or this one. */
function projectRoot(cwd: string): string {
  for (let folder = realpathSync(cwd); ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, '.git'))) return folder;
    if (path.dirname(folder) === folder) return cwd;
  }
}
