/** Memories that say something anywhere: in their text, an earlier version of it, metadata, tags, source or key. */
import type { Memory, MemorySummary } from '../../model/index.ts';
import type { Deps } from '../deps.ts';

const PAGE = 100;

/** Any of the texts, letter for letter, but for case. Every memory is looked at: what is to be purged must not be missed by an index. */
export async function findSaying(deps: Deps, workspace: string, texts: readonly string[]): Promise<MemorySummary[]> {
  const { memories } = deps.storage;
  const wanted = texts.map(plain);
  const found: MemorySummary[] = [];
  let cursor: string | undefined;
  do {
    const place = cursor === undefined ? {} : { cursor };
    const page = await memories.list({ workspace, limit: PAGE, filter: { includeSuperseded: true }, ...place });
    const ids = page.items.map(({ id }) => id);
    const whole = new Map((await memories.get(workspace, ids)).map((memory) => [memory.id, memory]));
    for (const summary of page.items) {
      const memory = whole.get(summary.id);
      if (memory && (await says(deps, memory, wanted))) found.push(summary);
    }
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return found;
}

async function says({ storage }: Deps, memory: Memory, wanted: readonly string[]): Promise<boolean> {
  if (holds(memory, wanted)) return true;
  if (memory.version === 1) return false;
  return (await storage.memories.history(memory.workspace, memory.id)).some((version) => holds(version, wanted));
}

function holds({ text, metadata, tags, source, key }: Memory, wanted: readonly string[]): boolean {
  const parts = [text, JSON.stringify(metadata), ...tags, source, key ?? ''].map(plain);
  return parts.some((part) => wanted.some((one) => part.includes(one)));
}

function plain(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
