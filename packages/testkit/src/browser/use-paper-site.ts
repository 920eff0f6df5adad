/** The shipped program with a real browser, and a site of ours as the only place where it may go. */
import { afterAll, beforeAll } from 'vitest';
import { openPaperSite, type PaperSite } from './paper-site.ts';
import { findTestBrowser } from './test-browser.ts';

const found = await findTestBrowser();
/** Null where there is none: whoever needs it is skipped. */
export const chromium = found.path;

/** The name of a test that needs the browser, with the reason where it is skipped. */
export function orSkipped(title: string): string {
  return chromium === null ? `${title} (skipped: ${found.reason})` : title;
}

export interface UsedSite {
  readonly site: PaperSite;
  /** The settings for it, as the environment has them. */
  env(dataDir: string): Record<string, string>;
}

/** Call it at the top of a file of tests; the site is there from the first of them to the last. */
export function usePaperSite(): UsedSite {
  let site: PaperSite | undefined;
  const there = (): PaperSite => {
    if (!site) throw new Error('the site opens with the first test');
    return site;
  };
  beforeAll(async () => {
    site = await openPaperSite();
  });
  afterAll(() => site?.server.close());
  return {
    get site() {
      return there();
    },
    env: (dataDir) => ({
      ZAPOMNI_DATA_DIR: dataDir,
      ZAPOMNI_SHARE: 'never',
      ZAPOMNI_BROWSER: chromium ?? 'off',
      ZAPOMNI_BROWSER_SANDBOX: 'off',
      ZAPOMNI_BROWSER_PACE_MS: '0',
      ZAPOMNI_WEB_PRIVATE_HOSTS: there().host,
    }),
  };
}
