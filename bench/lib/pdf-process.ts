/** Reads a PDF as the product does, in its thread, and writes the text beside it: `pdf-process.ts WORKER FILE`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { createDocumentReader } from '@zapomni/providers/readers';

const [worker = '', file = ''] = process.argv.slice(2);
const silent = { log: () => undefined, child: () => silent };
const reader = createDocumentReader({ logger: silent, workerUrl: pathToFileURL(worker) });
const { text } = await reader.read({ bytes: new Uint8Array(readFileSync(file)) });
await reader.close();
writeFileSync(`${file}.ours.txt`, text);
console.log(process.resourceUsage().maxRSS / 1024);
