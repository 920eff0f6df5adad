/**
 * Starts the browser: its own folder, no way to the network but our proxy, and a pipe in place of a port, so that nobody else can lead it and it ends when
 * this process does, however that ends.
 */
import { createHash, createPublicKey } from 'node:crypto';
import path from 'node:path';
import type { Browser, LaunchOptions } from 'playwright-core';
import { ZapomniError } from '@zapomni/core/errors';
import type { BrowserOptions } from '../browser-options.ts';
import { chosenBrowser } from './chosen-browser.ts';
import { loadPlaywright } from './load-playwright.ts';
import { passedOn } from './passed-on.ts';
import { makeProfileFolder, removeLeftFolders, removeProfileFolder } from './profile-folders.ts';

export interface Launched {
  readonly browser: Browser;
  /** What it calls itself, and who asks. */
  readonly userAgent: string;
  /** That a browser opens with a window of its own, which reaches nothing, would only puzzle whoever looks at it. */
  closeFirstWindow(): Promise<void>;
  close(): Promise<void>;
}

const START_WITHIN_MS = 30_000;

const ARGUMENTS: readonly string[] = [
  // What would go past a proxy: QUIC, WebRTC, and names that the browser resolves by itself.
  '--disable-quic',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--dns-prefetch-disable',
  // What it would do of its own accord, or for a page.
  '--no-pings',
  '--disable-domain-reliability',
  '--block-new-web-contents',
  '--deny-permission-prompts',
  '--disable-notifications',
  '--disable-speech-api',
  '--disable-file-system',
  // A page that grows without end ends itself.
  '--js-flags=--max-old-space-size=768',
];
/** These make a page's life easier than it should be. */
const NOT_WANTED: readonly string[] = ['--disable-popup-blocking', '--enable-unsafe-swiftshader'];

/** `proxy`: where everything goes; without a pass, as what the browser asks for itself has none, nothing is let through. */
export async function launch(options: BrowserOptions, proxy: string): Promise<Launched> {
  const executablePath = chosenBrowser(options);
  const { chromium } = await loadPlaywright();
  await removeLeftFolders();
  const folder = await makeProfileFolder();
  try {
    const own = await chromium.launchPersistentContext(path.join(folder, 'profile'), {
      ...launchOptions(options),
      // The library's own folder goes with ours, too.
      artifactsDir: path.join(folder, 'artifacts'),
      executablePath,
      proxy: { server: proxy },
    });
    const browser = own.browser();
    if (browser === null) throw new Error('a browser without a handle');
    const close = async (): Promise<void> => {
      await own.close().catch(() => undefined);
      await removeProfileFolder(folder);
    };
    const closeFirstWindow = async (): Promise<void> => {
      for (const page of own.pages()) await page.close();
    };
    return { browser, userAgent: `${await ownName(browser)} ${options.agent}`, closeFirstWindow, close };
  } catch (error) {
    await removeProfileFolder(folder);
    throw toLaunchError(error);
  }
}

function launchOptions({ headless, sandbox, environment, certificate }: BrowserOptions): LaunchOptions {
  return {
    headless,
    chromiumSandbox: sandbox,
    args: [...ARGUMENTS, ...(certificate === undefined ? [] : [trusting(certificate)])],
    ignoreDefaultArgs: [...NOT_WANTED],
    env: passedOn(environment),
    // Signals are the program's own business.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    timeout: START_WITHIN_MS,
  };
}

function trusting(certificate: string): string {
  const key = createPublicKey(certificate).export({ type: 'spki', format: 'der' });
  return `--ignore-certificate-errors-spki-list=${createHash('sha256').update(key).digest('base64')}`;
}

async function ownName(browser: Browser): Promise<string> {
  const session = await browser.newBrowserCDPSession();
  const { userAgent } = await session.send('Browser.getVersion');
  await session.detach();
  return userAgent;
}

/** The library's words hold paths and the whole command; they go to the log as a cause. */
function toLaunchError(cause: unknown): unknown {
  if (cause instanceof ZapomniError) return cause;
  if (/sandboxing failed|no usable sandbox|setuid sandbox/i.test(String(cause))) {
    return new ZapomniError('INVALID_CONFIG', 'The browser cannot lock its pages into its sandbox on this machine.', {
      hint: 'Allow user namespaces to it (docs/research.md), or set ZAPOMNI_BROWSER_SANDBOX=off where what it visits is trusted.',
      cause,
    });
  }
  return new ZapomniError('INVALID_CONFIG', 'The browser that was found cannot be started.', {
    hint: 'Run `zapomni doctor`; start it once by hand to see what it lacks, or set ZAPOMNI_BROWSER to another.',
    cause,
  });
}
