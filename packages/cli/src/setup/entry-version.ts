/** Which version an entry starts: that of the package its script lies in; by npx whichever is the newest. */
import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { isOurs, type Connection } from './clients/client.ts';

/** Null where it is not ours, or there is no telling. */
export function versionOf(connection: Connection | null): string | null {
  if (!connection || connection.kind === 'http' || !isOurs(connection)) return null;
  const words = [connection.command, ...connection.args];
  if (words.some((word) => /(^|[\\/])npx(\.cmd)?$/.test(word)))
    return words.find((word) => word.startsWith('zapomni@'))?.slice(8) ?? 'newest';
  const script = words.find((word) => path.isAbsolute(word) && /zapomni\.(js|ts)$/.test(word));
  return script === undefined ? null : packageVersion(script);
}

function packageVersion(script: string): string | null {
  try {
    for (
      let folder = path.dirname(realpathSync(script));
      path.dirname(folder) !== folder;
      folder = path.dirname(folder)
    ) {
      const text = readPackage(folder);
      const { name, version } = JSON.parse(text) as { readonly name?: string; readonly version?: string };
      if (name === 'zapomni') return version ?? null;
    }
  } catch {
    // It is gone, or no package of ours.
  }
  return null;
}

function readPackage(folder: string): string {
  try {
    return readFileSync(path.join(folder, 'package.json'), 'utf8');
  } catch {
    return '{}';
  }
}
