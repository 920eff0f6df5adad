/** The folder where the platform's programs keep their data. Imports nothing of ours: the hook file has it too. */
import path from 'node:path';

export interface Home {
  readonly platform: NodeJS.Platform;
  readonly home: string;
}

export function defaultDataDir(env: Readonly<Record<string, string | undefined>>, { platform, home }: Home): string {
  const paths = platform === 'win32' ? path.win32 : path.posix;
  if (platform === 'win32') {
    return paths.join(env['LOCALAPPDATA'] || paths.join(home, 'AppData', 'Local'), 'zapomni');
  }
  if (platform === 'darwin') return paths.join(home, 'Library', 'Application Support', 'zapomni');
  const base = env['XDG_DATA_HOME'];
  // The XDG specification: a relative path is invalid and to be ignored.
  return paths.join(base && paths.isAbsolute(base) ? base : paths.join(home, '.local', 'share'), 'zapomni');
}
