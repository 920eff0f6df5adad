/**
 * Fills a library and the plain tables beside it, in a process that does nothing else, and writes the ids of its papers to a file:
 * `paper-fill-process.ts DIR PLAIN COUNT IDS`. What filling leaves behind is not there where the library is asked.
 */
import { writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { createApp } from '@zapomni/core';
import { openTestDeps } from '@zapomni/testkit/deps';
import { fillLibrary, WORKSPACE } from './paper-fill.ts';
import { fillPlain } from './plain-papers.ts';
import { createQuickEmbedder } from './quick-embedder.ts';

const [dataDir = '', plain = '', count = '0', file = ''] = process.argv.slice(2);
const { deps, close } = openTestDeps({ dataDir, embedder: createQuickEmbedder(), settings: { graph: 'off' } });
const app = createApp(deps);
const ids = await fillLibrary(deps, app, Number(count));
// Vectors follow in the background; they shall be there when the library is asked.
while ((await app.store.stats(WORKSPACE)).pendingEmbeddings > 0) await setTimeout(50);
await app.close();
await close();
fillPlain(plain, ids);
writeFileSync(file, JSON.stringify(ids));
