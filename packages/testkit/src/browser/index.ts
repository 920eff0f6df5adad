export { findTestBrowser, type TestBrowser } from './test-browser.ts';
