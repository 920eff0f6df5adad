import { findTestBrowser } from '@zapomni/testkit/browser';
import { browserContract } from '@zapomni/testkit/contracts';
import { describe, it } from 'vitest';
import { createBrowser } from './create-browser.ts';

const { path, reason } = await findTestBrowser();

if (path === null) {
  describe.skip(`browser contract (skipped: ${reason})`, () => it('needs a browser', () => undefined));
} else {
  browserContract('Chromium', {
    // Tests run as root in containers, where there is no sandbox.
    open: (setup) =>
      createBrowser({ browser: path, headless: true, sandbox: false, environment: process.env, ...setup }),
  });
}
