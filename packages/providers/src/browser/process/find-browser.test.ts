import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFakeClock, createRecordingLogger } from '@zapomni/testkit/fakes';
import { createBrowser } from '../create-browser.ts';
import { findBrowser } from './find-browser.ts';

let root = '';
const place = (folder: string, name: string, mode = 0o755) => {
  const file = path.join(root, folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, '#!/bin/sh\necho "Odd Browser 12.3.4 built"\n');
  chmodSync(file, mode);
  return file;
};

beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'zapomni-find-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const open = (settings: { browser: string; sandbox?: boolean; PATH?: string; headless?: boolean; DISPLAY?: string }) =>
  createBrowser({
    headless: settings.headless ?? true,
    sandbox: settings.sandbox ?? false,
    paceMs: 0,
    agent: 'x',
    robots: async () => ({}),
    hosts: ['*'],
    privateHosts: [],
    environment: { PATH: settings.PATH ?? '', DISPLAY: settings.DISPLAY },
    clock: createFakeClock(),
    logger: createRecordingLogger(),
    browser: settings.browser,
  });
const RULES = { hosts: ['example.org'], timeoutMs: 1000, maxBytes: 1, maxPages: 1 };

describe.skipIf(process.platform === 'win32')('a browser is found', () => {
  it('on the path, the quickest to start first, wherever it stands there', () => {
    const chrome = place('a', 'google-chrome');
    const chromium = place('b', 'chromium');
    const PATH = `${path.join(root, 'a')}:${path.join(root, 'b')}`;
    const search = (needsWindows: boolean) => findBrowser({ platform: 'linux', environment: { PATH }, needsWindows });
    expect(search(false)).toBe(chromium);
    const shell = place('b', 'chromium-headless-shell');
    expect(search(false)).toBe(shell);
    expect(search(true)).toBe(chromium);
    expect(findBrowser({ platform: 'linux', environment: { PATH: path.join(root, 'a') }, needsWindows: false })).toBe(
      chrome,
    );
  });

  it('not where it cannot be started, is a folder, or the path is relative', () => {
    place('c', 'chromium', 0o644);
    mkdirSync(path.join(root, 'c', 'google-chrome'), { recursive: true });
    const PATH = `${path.join(root, 'c')}:${path.relative(process.cwd(), path.join(root, 'b'))}:.`;
    expect(findBrowser({ platform: 'darwin', environment: { PATH, HOME: root }, needsWindows: false })).toBeNull();
  });

  it('in the usual places of each platform', () => {
    const edge = place('mac/Applications/Microsoft Edge.app/Contents/MacOS', 'Microsoft Edge');
    expect(findBrowser({ platform: 'darwin', environment: { HOME: path.join(root, 'mac') }, needsWindows: true })).toBe(
      edge,
    );
    const windows = path.join(root, 'win', 'Google\\Chrome\\Application\\chrome.exe');
    place('win', 'Google\\Chrome\\Application\\chrome.exe');
    const environment = { ProgramFiles: path.join(root, 'win') };
    expect(findBrowser({ platform: 'win32', environment, needsWindows: true })).toBe(windows);
  });
});

describe('a browser that cannot be had', () => {
  it('is off unless it is switched on', async () => {
    const browser = open({ browser: 'off' });
    await expect(browser.open(RULES)).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      hint: expect.stringContaining('ZAPOMNI_BROWSER=on') as unknown,
    });
    expect(await browser.about()).toEqual({
      browser: null,
      reason: expect.stringContaining('switched off') as unknown,
    });
  });

  it('is not there: what to install is said', async () => {
    const file = path.join(root, 'nothing');
    await expect(open({ browser: file }).open(RULES)).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.not.stringContaining(root) as unknown,
    });
    const facts = await open({ browser: 'on' }).about();
    // A machine of a developer may well have one.
    if (facts.browser === null) expect(facts.reason).toMatch(/no browser on this machine.*Install one/);
  });

  it.runIf(process.getuid?.() === 0)('may not run as root without being told', async () => {
    const file = place('d', 'chromium');
    const browser = open({ browser: file, sandbox: true });
    await expect(browser.open(RULES)).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      hint: expect.stringContaining('ZAPOMNI_BROWSER_SANDBOX=off') as unknown,
    });
    expect(await open({ browser: file }).about()).toEqual({
      browser: { name: 'Odd Browser', version: '12.3.4' },
      reason: null,
    });
  });

  it.skipIf(process.platform === 'win32')('cannot lock its pages in: says so, and what to do', async () => {
    const file = place('f', 'chromium');
    // What a Chromium says where the system gives it no namespaces.
    writeFileSync(file, '#!/bin/sh\necho "FATAL:zygote_host_impl_linux.cc(128)] No usable sandbox!" >&2\nexit 1\n');
    const error: unknown = await open({ browser: file, sandbox: process.getuid?.() !== 0 })
      .open({ ...RULES, timeoutMs: 20_000 })
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'INVALID_CONFIG',
      message: 'The browser cannot lock its pages into its sandbox on this machine.',
      hint: expect.stringMatching(/user namespaces.*ZAPOMNI_BROWSER_SANDBOX=off/) as unknown,
    });
  });

  it.runIf(process.platform === 'linux')('has no screen for its window, or no windows', async () => {
    const file = place('g', 'chromium');
    await expect(open({ browser: file, headless: false }).open(RULES)).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringContaining('no screen') as unknown,
      hint: expect.stringContaining('ssh -X') as unknown,
    });
    const shell = place('g', 'chrome-headless-shell');
    await expect(open({ browser: shell, headless: false, DISPLAY: ':0' }).open(RULES)).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringContaining('no windows') as unknown,
    });
  });

  it.skipIf(process.platform === 'win32')(
    'is no browser: nothing of its words or its path reaches the error',
    async () => {
      const file = place('e', 'chromium');
      const error: unknown = await open({ browser: file })
        .open({ ...RULES, timeoutMs: 20_000 })
        .catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: 'INVALID_CONFIG', message: 'The browser that was found cannot be started.' });
    },
  );
});
