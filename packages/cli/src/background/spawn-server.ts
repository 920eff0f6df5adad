/** Starts a server that outlives whoever starts it: a session of its own, nobody's terminal, its words in a file of the data folder. */
import { spawn } from 'node:child_process';
import { closeSync, openSync, statSync } from 'node:fs';
import path from 'node:path';
import { doorFile } from '@zapomni/server/door-file';
import { SETTINGS } from '../generated/help.ts';
import type { Settings } from '../settings/given-settings.ts';

const LONGEST_LOG = 1_000_000;
/** Said anew for the server itself. */
const OWN = new Set(['share', 'stdio', 'data_dir']);

export const logFile = (dataDir: string): string => path.join(path.dirname(doorFile(dataDir)), 'server.log');

/** `exited` resolves should it end while we still look. */
export async function spawnServer(dataDir: string, settings: Settings): Promise<{ readonly exited: Promise<unknown> }> {
  const log = openSync(logFile(dataDir), isLong(logFile(dataDir)) ? 'w' : 'a', 0o600);
  const words = ['serve', '--until-idle', '--stdio', 'false', '--share', 'auto', '--data-dir', dataDir];
  try {
    const child = spawn(process.execPath, [process.argv[1] ?? '', ...words, ...givenWords(settings)], {
      detached: true,
      stdio: ['ignore', log, log],
      windowsHide: true,
      cwd: dataDir,
    });
    const exited = new Promise((resolve) => child.once('exit', resolve).once('error', resolve));
    child.unref();
    return { exited };
  } finally {
    closeSync(log);
  }
}

/** What was said by flag; the environment goes along by itself. */
function givenWords(settings: Settings): string[] {
  const flags = SETTINGS.filter(({ name }) => !OWN.has(name) && settings.get(name)?.source === 'flag');
  const level = settings.get('log_level')?.source === 'default' ? ['--log-level', 'warning'] : [];
  return [...flags.flatMap(({ name, flag }) => [`--${flag}`, settings.get(name)?.value ?? '']), ...level];
}

function isLong(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LONGEST_LOG;
}
