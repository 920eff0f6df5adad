/** Writes a paper that was changed, with its memory and the memories of its texts, which say the same of it. */
import { ZapomniError } from '../../../../errors/index.ts';
import type { MemoryPatch, RecordWrite } from '../../../../ports/index.ts';
import type { Deps } from '../../../deps.ts';
import { newPaperMemory, paperFacts, paperPatch } from '../keep/paper-memory.ts';
import { papersOf } from '../store/index.ts';
import type { KeptPaper, PaperRecord } from '../store/paper-record.ts';

/** One transaction for the paper; the texts follow, each by itself, and doing it again mends what was left. */
export async function rewritePaper(
  deps: Deps,
  workspace: string,
  before: KeptPaper,
  { record: value, writes: others = [] }: { readonly record: PaperRecord; readonly writes?: readonly RecordWrite[] },
): Promise<KeptPaper> {
  const { storage, clock } = deps;
  const record = { ...value, updated_at: clock.now() };
  const writes = (memory: string | null): RecordWrite[] => [
    papersOf(deps).writeFor(before.key, { ...record, memory }, { ifVersion: before.version }),
    ...others,
  ];
  const [there] = record.memory === null ? [] : await storage.memories.summaries(workspace, [record.memory]);
  if (record.standing !== 'library' && !there) await storage.records.write(workspace, writes(null), clock.now());
  else if (!there) {
    const memory = deps.ids.next();
    const added = await newPaperMemory(deps, workspace, { id: before.key, memory, record });
    await storage.memories.add([added], clock.now(), undefined, writes(memory));
  } else {
    const patch = await paperPatch(deps, before.key, before.value, record);
    if (patch) await storage.memories.update(workspace, there.id, patch, clock.now(), writes(there.id));
    else await storage.records.write(workspace, writes(there.id), clock.now());
  }
  await retellTexts(deps, workspace, before.key, record);
  return reread(deps, workspace, before.key);
}

/** What the texts of its files say of the paper beside what they say themselves. */
export async function retellTexts(deps: Deps, workspace: string, id: string, record: PaperRecord): Promise<void> {
  const { storage, clock } = deps;
  const texts = record.texts.length === 0 ? [] : await storage.memories.summaries(workspace, record.texts);
  for (const { id: memory, metadata, tags, occurredAt } of texts) {
    const patch = textPatch(id, record, metadata);
    const same =
      JSON.stringify([patch.metadata, patch.tags, patch.occurredAt]) === JSON.stringify([metadata, tags, occurredAt]);
    if (!same) await storage.memories.update(workspace, memory, patch, clock.now());
  }
}

/** A text keeps its document, its title and its format, and says of the paper what the paper says. */
export function textPatch(id: string, record: PaperRecord, metadata: NonNullable<MemoryPatch['metadata']>) {
  const { metadata: own, tags, occurredAt } = paperFacts(id, record);
  const { document_id, title, format } = metadata;
  const kept = Object.fromEntries(
    Object.entries({ title, format, document_id }).filter(([, one]) => one !== undefined),
  ) as NonNullable<MemoryPatch['metadata']>;
  return { metadata: { ...own, ...kept }, tags, occurredAt };
}

export async function reread(deps: Deps, workspace: string, key: string): Promise<KeptPaper> {
  const paper = await papersOf(deps).get(workspace, key);
  if (paper) return paper;
  throw new ZapomniError('CONFLICT', 'The paper was removed meanwhile.');
}
