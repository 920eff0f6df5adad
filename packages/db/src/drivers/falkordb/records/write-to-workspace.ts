/** Writes of records to a workspace, which a put makes if it is not there. */
import { changesOfRecordWrites } from '@zapomni/core/model';
import type { RecordWrite } from '@zapomni/core/ports';
import { otherVersion } from '../../../shared/records/record-errors.ts';
import { announce } from '../change-log.ts';
import type { Context } from '../context.ts';
import { makeGraph } from '../schema/schema.ts';
import { dropGraph, revive } from '../workspaces/revive.ts';
import { writeToGraph, type RecordsWritten } from './write-records.ts';

export async function writeToWorkspace(
  context: Context,
  workspace: string,
  writes: readonly RecordWrite[],
  at: number,
): Promise<RecordsWritten> {
  if (writes.length === 0) return { versions: [], removed: 0 };
  const { store, registry } = context;
  for (;;) {
    const entry = await registry.find(workspace);
    if (!entry && writes.every(({ op }) => op === 'delete')) return { versions: deleteNothing(writes), removed: 0 };
    const written = entry
      ? await writeToGraph(store, entry.number, { writes, at })
      : await writeToNewWorkspace(context, workspace, writes, at);
    if (written === 'gone') {
      if (entry) await revive(context, workspace, entry.number);
      continue;
    }
    await announce(store, changesOfRecordWrites(workspace, writes));
    return written;
  }
}

/** There is no such workspace. */
function deleteNothing(writes: readonly RecordWrite[]): number[] {
  return writes.map((write, place) => {
    if ((write.ifVersion ?? 0) > 0) throw otherVersion({ place, write });
    return 0;
  });
}

/** The records are written first, then the workspace is entered. `gone` when another process entered it meanwhile. */
async function writeToNewWorkspace(
  { store, registry }: Context,
  workspace: string,
  writes: readonly RecordWrite[],
  at: number,
): Promise<RecordsWritten | 'gone'> {
  const number = await registry.nextNumber();
  try {
    await makeGraph(store, number);
    const written = await writeToGraph(store, number, { writes, at });
    const entry = { id: workspace, name: workspace, description: '', createdAt: at, number };
    if (written !== 'gone' && (await registry.enter(entry))) return written;
    await dropGraph(store, number);
    return 'gone';
  } catch (error) {
    await dropGraph(store, number).catch(() => undefined);
    throw error;
  }
}
