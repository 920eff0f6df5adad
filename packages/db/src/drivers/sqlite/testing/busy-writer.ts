/** Writes its share of numbered memories one by one, searching meanwhile, and fails at the first error or lost word. */
import { openSqliteStorage } from '../driver.ts';
import { silent } from './fixture.ts';
import { numberedId, numberedMemory, numberedTerms } from './numbered-memory.ts';

const [dataDir = '', writerText = '0', countText = '0'] = process.argv.slice(2);
const [writer, count] = [Number(writerText), Number(countText)];
const storage = openSqliteStorage({ dataDir, busyTimeoutMs: 120_000, logger: silent });

for (let number = 0; number < count; number++) {
  await storage.memories.add([numberedMemory(writer, number)], number);
  if (number % 5 !== 0) continue;
  const hits = await storage.fullText.search({ terms: numberedTerms(writer, number) }, 1, { workspace: 'default' });
  if (hits[0]?.memoryId !== numberedId(writer, number)) throw new Error(`memory ${number} was not found`);
}
await storage.close();
