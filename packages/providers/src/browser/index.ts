export { createBrowser } from './create-browser.ts';
export { findBrowser } from './process/find-browser.ts';
export type { BrowserOptions } from './browser-options.ts';
