/** Puts the memories of a pack into a server: one workspace per group, so that groups cannot see each other. */
import type { Pack, PackMemory } from './pack.ts';
import type { ShowProgress } from './progress.ts';
import type { Draft, Zapomni } from './zapomni.ts';

/** Where things are in the filled server. */
export interface Filled {
  workspaceOf(group: string | null | undefined): string;
  /** Which memory of the pack a stored one is. */
  readonly memories: ReadonlyMap<string, PackMemory>;
  readonly memoriesPerSecond: number;
}

const BATCH = 50;

export async function fill(server: Zapomni, pack: Pack, show: ShowProgress): Promise<Filled> {
  const start = performance.now();
  const memories = new Map<string, PackMemory>();
  const storedAs = new Map<string, string>();
  const groups = [...new Set(pack.memories.map((memory) => memory.group ?? ''))];
  const workspaceOf = (group: string | null | undefined) => `group-${groups.indexOf(group ?? '')}`;
  for (const batch of toBatches(pack.memories)) {
    const drafts = batch.map((memory) => toDraft(memory, storedAs));
    const ids = await server.add(workspaceOf(batch[0]?.group), drafts);
    for (const [i, memory] of batch.entries()) {
      const id = ids[i] as string;
      storedAs.set(memory.id, id);
      // The same text twice may be one memory to the server: it then stands for the first of the two.
      if (!memories.has(id)) memories.set(id, memory);
    }
    show(storedAs.size / pack.memories.length, 'adding');
  }
  await server.settled((pending) => show(1 - pending / pack.memories.length, 'embedding'));
  const seconds = (performance.now() - start) / 1000;
  return { workspaceOf, memories, memoriesPerSecond: pack.memories.length / seconds };
}

/** A batch has one workspace, and a correction comes after the batch with what it corrects. */
function toBatches(memories: readonly PackMemory[]): PackMemory[][] {
  const batches: PackMemory[][] = [];
  for (const memory of memories) {
    const last = batches.at(-1);
    const fits =
      last !== undefined &&
      last.length < BATCH &&
      last[0]?.group === memory.group &&
      !last.some(({ id }) => id === memory.supersedes);
    if (fits) last.push(memory);
    else batches.push([memory]);
  }
  return batches;
}

function toDraft({ text, tags, meta, supersedes }: PackMemory, storedAs: ReadonlyMap<string, string>): Draft {
  const corrected = supersedes === undefined ? undefined : storedAs.get(supersedes);
  if (supersedes !== undefined && corrected === undefined)
    throw new Error(`${supersedes} must come before its correction`);
  return {
    text,
    ...(tags === undefined ? {} : { tags }),
    ...(meta?.timestamp === undefined ? {} : { metadata: { timestamp: meta.timestamp } }),
    ...(corrected === undefined ? {} : { supersedes: corrected }),
  };
}
