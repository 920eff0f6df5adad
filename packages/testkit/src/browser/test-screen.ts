/** A screen that nobody sees, for a browser that shows windows: where both are installed. */
import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { findBrowser } from '@zapomni/providers/browser';

/** A browser with windows, where there is a screen for them too; else null. */
export function findWindowedBrowser(): string | null {
  const { platform, env } = process;
  if (platform !== 'linux' || findScreenProgram() === null) return null;
  return findBrowser({ platform, environment: env, needsWindows: true });
}

function findScreenProgram(): string | null {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  return folders.map((folder) => path.join(folder, 'Xvfb')).find(isThere) ?? null;
}

function isThere(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export interface TestScreen {
  /** For `DISPLAY`. */
  readonly display: string;
  close(): void;
}

/** It chooses its number itself, and says it once it takes connections. */
export async function openScreen(): Promise<TestScreen> {
  const program = findScreenProgram() ?? 'Xvfb';
  const words = ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'];
  const screen = spawn(program, words, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const number = await new Promise<string>((resolve, reject) => {
    screen.once('error', reject);
    screen.once('exit', () => reject(new Error('the screen did not open')));
    (screen.stdio[3] as Readable).once('data', (said: Buffer) => resolve(said.toString().trim()));
  });
  return { display: `:${number}`, close: () => void screen.kill() };
}
