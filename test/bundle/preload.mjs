// Before every test file: threads and processes are started from the bundle where there is one. Plain JavaScript: nothing is loaded before it.
const folder = process.env['ZAPOMNI_TEST_BUNDLE'];
if (folder) await import(new URL(`file://${folder}/test/bundle/take-bundle.js`).href);
