/** Records that are written together with memories. */
import { invalidField } from '@zapomni/core/errors';
import type { NewMemory, RecordWrite, Stored } from '@zapomni/core/ports';

/** The one workspace that all of the memories are of. */
export function workspaceOf(memories: readonly NewMemory[]): string {
  const [workspace, ...others] = new Set(memories.map((memory) => memory.workspace));
  if (workspace === undefined || others.length > 0)
    throw invalidField('records', 'go with memories of one workspace', 'Give memories, all of the same workspace.');
  return workspace;
}

/** With the memories that were there already in the place of their duplicates. */
export function withKnownParents(
  records: readonly RecordWrite[],
  memories: readonly NewMemory[],
  stored: readonly Stored[],
): readonly RecordWrite[] {
  const known = new Map(memories.map(({ id }, i) => [id, stored[i]?.id ?? id]));
  return records.map((write) => {
    if (write.op === 'delete' || !write.parent || !('memory' in write.parent)) return write;
    return { ...write, parent: { memory: known.get(write.parent.memory) ?? write.parent.memory } };
  });
}
