/** The browser that the settings mean, or why there is none and what to do. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { ZapomniError } from '@zapomni/core/errors';
import type { BrowserOptions } from '../browser-options.ts';
import { findBrowser, isProgram, WITHOUT_WINDOWS } from './find-browser.ts';
import { passedOn } from './passed-on.ts';

export type BrowserChoice = Pick<BrowserOptions, 'browser' | 'headless' | 'sandbox' | 'environment'>;

const VERSION_WITHIN_MS = 10_000;
const INSTALL =
  'Install one (Debian: `apt install chromium-headless-shell`; elsewhere Chromium, Chrome or Edge), or set ZAPOMNI_BROWSER to its path.';

/** Fails with INVALID_CONFIG. */
export function chosenBrowser({ browser, headless, sandbox, environment }: BrowserChoice): string {
  if (browser === 'off') {
    throw new ZapomniError('INVALID_CONFIG', 'Visits with a browser are switched off.', {
      hint: 'Set ZAPOMNI_BROWSER=on, and name the hosts that it may visit in ZAPOMNI_WEB_HOSTS.',
    });
  }
  if (sandbox && process.getuid?.() === 0) {
    throw new ZapomniError('INVALID_CONFIG', 'The browser cannot lock its pages into its sandbox as root.', {
      hint: 'Run zapomni as another user; or set ZAPOMNI_BROWSER_SANDBOX=off where what it visits is trusted, or the machine is made for it.',
    });
  }
  if (!headless) requireScreen(environment);
  if (browser !== 'on') return given(browser, headless);
  const found = findBrowser({ platform: process.platform, environment, needsWindows: !headless });
  if (found === null)
    throw new ZapomniError('INVALID_CONFIG', 'There is no browser on this machine.', { hint: INSTALL });
  return found;
}

/** Elsewhere every user that can start a program has one. */
function requireScreen(environment: BrowserOptions['environment']): void {
  const hasScreen = [environment['DISPLAY'], environment['WAYLAND_DISPLAY']].some((name) => (name ?? '') !== '');
  if (process.platform !== 'linux' || hasScreen) return;
  throw new ZapomniError('INVALID_CONFIG', 'There is no screen here on which a browser could show a window.', {
    hint: 'Start it on a desktop or over `ssh -X` (DISPLAY is set there). A session can also be kept on another machine and brought here: docs/research.md, Sessions.',
  });
}

function given(file: string, headless: boolean): string {
  if (!headless && WITHOUT_WINDOWS.some((name) => path.basename(file).startsWith(name)))
    throw new ZapomniError('INVALID_CONFIG', 'browser: this browser has no windows.', {
      hint: 'Set ZAPOMNI_BROWSER to a Chromium, Chrome or Edge, or to `on` to have one looked for.',
      issues: [{ field: 'browser', error: 'has no windows' }],
    });
  if (isProgram(file)) return file;
  throw new ZapomniError('INVALID_CONFIG', 'browser: there is no program at this path that can be started.', {
    hint: 'Correct ZAPOMNI_BROWSER, or set it to `on` to have one looked for.',
    issues: [{ field: 'browser', error: 'is no program' }],
  });
}

/** What the program says of itself: `Chromium 147.0.7727.0`. */
export async function nameAndVersion(
  file: string,
  environment: BrowserOptions['environment'],
): Promise<{ readonly name: string; readonly version: string }> {
  // On Windows it would open a window instead.
  const said = process.platform === 'win32' ? '' : await ask(file, environment);
  const [, name = 'Chromium', version = 'unknown'] = /^\s*([\w ]*?)\s*(\d+(?:\.\d+)+)/.exec(said) ?? [];
  return { name: name === '' ? 'Chromium' : name, version };
}

async function ask(file: string, environment: BrowserOptions['environment']): Promise<string> {
  const env = passedOn(environment);
  try {
    return (await promisify(execFile)(file, ['--version'], { timeout: VERSION_WITHIN_MS, env })).stdout;
  } catch (cause) {
    throw new ZapomniError('INVALID_CONFIG', 'The browser that was found cannot be started.', { hint: INSTALL, cause });
  }
}
