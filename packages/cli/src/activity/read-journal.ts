/** What the journal says, the latest first. A line that was cut by the death of a process is passed over. */
import { open } from 'node:fs/promises';
import type { Deed } from '@zapomni/api';
import { journalFiles } from './journal.ts';

/** More than the journal keeps of either file is not read, whoever wrote it. */
const MOST_BYTES = 2 << 20;

export type Wanted = Partial<Pick<Deed, 'client' | 'kind' | 'name'>>;

export async function readJournal(dataDir: string, limit: number, wanted: Wanted = {}): Promise<Deed[]> {
  const found: Deed[] = [];
  for (const file of journalFiles(dataDir)) {
    for (const line of (await tailOf(file)).split('\n').toReversed()) {
      const deed = parse(line);
      if (deed && fits(deed, wanted)) found.push(deed);
      if (found.length >= limit) return inOrder(found);
    }
  }
  return inOrder(found);
}

/** Several processes write their lines a second late, each in its own order. */
const inOrder = (deeds: Deed[]): Deed[] => deeds.sort((one, other) => other.at - one.at);

async function tailOf(file: string): Promise<string> {
  const handle = await open(file, 'r').catch(() => undefined);
  if (!handle) return '';
  try {
    const { size } = await handle.stat();
    const length = Math.min(size, MOST_BYTES);
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(length), position: size - length });
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

function parse(line: string): Deed | undefined {
  try {
    const deed = JSON.parse(line) as Partial<Deed> | null;
    const isWhole = typeof deed?.at === 'number' && typeof deed.client === 'string' && Array.isArray(deed.ids);
    return isWhole ? (deed as Deed) : undefined;
  } catch {
    return undefined;
  }
}

function fits(deed: Deed, wanted: Wanted): boolean {
  return (['client', 'kind', 'name'] as const).every(
    (field) => wanted[field] === undefined || deed[field] === wanted[field],
  );
}
