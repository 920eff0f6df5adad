export { findTestBrowser, type TestBrowser } from './test-browser.ts';
export { CAN_LIST_PROCESSES, descendantsOf, isRunning } from './descendants.ts';
