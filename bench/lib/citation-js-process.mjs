/** The same by citation-js, from the folder in which it is installed: `citation-js-process.mjs FOLDER FILE`. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [folder, file] = process.argv.slice(2);
const require = createRequire(join(folder, 'package.json'));
const { plugins } = require('@citation-js/core');
require('@citation-js/plugin-bibtex');
const text = readFileSync(file, 'utf8');
const before = process.cpuUsage();
const entries = plugins.input.chain(text, { forceType: '@bibtex/text', generateGraph: false });
const { user, system } = process.cpuUsage(before);
const titled = entries.filter(({ title, author }) => title && author?.length > 0).length;
const cpuMs = (user + system) / 1000;
console.log(
  JSON.stringify({ entries: entries.length, titled, cpuMs, maxRssMb: process.resourceUsage().maxRSS / 1024 }),
);
