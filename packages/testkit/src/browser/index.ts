export { findTestBrowser, type TestBrowser } from './test-browser.ts';
export { CAN_LIST_PROCESSES, descendantsOf, isRunning } from './descendants.ts';
export { browserTo } from './browser-to.ts';
export { MEMBER_TOKEN, openPaperSite, PASSWORD, type PaperSite } from './paper-site.ts';
export { openTestSecrets } from './test-secrets.ts';
export { findWindowedBrowser, openScreen, type TestScreen } from './test-screen.ts';
