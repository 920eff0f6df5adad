import nodePath from 'node:path';

/** The tokens of a data folder; `zapomni token` makes them. */
export function tokenFile(dataDir: string): string {
  return nodePath.join(dataDir, 'tokens.json');
}
