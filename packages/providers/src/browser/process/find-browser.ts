/** Which browser there is on this machine. Nothing is ever downloaded. */
import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

export interface SearchPlaces {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** A browser without windows will not do. */
  readonly needsWindows: boolean;
}

/** In this order. Those that have no windows start in a quarter of the time. */
export const WITHOUT_WINDOWS: readonly string[] = ['chrome-headless-shell', 'chromium-headless-shell'];
const WITH_WINDOWS: readonly string[] = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'msedge',
];

const LINUX: readonly string[] = [
  '/usr/lib/chromium/chromium',
  '/usr/lib64/chromium-browser/chromium-browser',
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/opt/microsoft/msedge/msedge',
];
const MAC: readonly string[] = ['Chromium', 'Google Chrome', 'Microsoft Edge'];
const WINDOWS: readonly string[] = [
  'Chromium\\Application\\chrome.exe',
  'Google\\Chrome\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
];
const WINDOWS_ROOTS: readonly string[] = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'];

/** The path of a program that can be started; null where there is none. */
export function findBrowser(places: SearchPlaces): string | null {
  const names = [...(places.needsWindows ? [] : WITHOUT_WINDOWS), ...WITH_WINDOWS];
  return [...onPath(places, names), ...usualPlaces(places)].find(isProgram) ?? null;
}

export function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** A relative folder of the path is wherever somebody happens to stand. */
function onPath({ platform, environment }: SearchPlaces, names: readonly string[]): string[] {
  const folders = (valueOf(environment, 'PATH') ?? '')
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder));
  const ending = platform === 'win32' ? '.exe' : '';
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name + ending)));
}

function usualPlaces({ platform, environment }: SearchPlaces): string[] {
  if (platform === 'darwin') {
    const roots = ['/Applications', path.join(valueOf(environment, 'HOME') ?? '/', 'Applications')];
    return MAC.flatMap((name) => roots.map((root) => path.join(root, `${name}.app`, 'Contents', 'MacOS', name)));
  }
  if (platform !== 'win32') return [...LINUX];
  const roots = WINDOWS_ROOTS.flatMap((name) => valueOf(environment, name) ?? []);
  return WINDOWS.flatMap((file) => roots.map((root) => path.join(root, file)));
}

/** Windows does not mind in which letters a name is written. */
function valueOf(environment: SearchPlaces['environment'], name: string): string | undefined {
  return environment[name] ?? Object.entries(environment).find(([key]) => key.toUpperCase() === name)?.[1];
}
