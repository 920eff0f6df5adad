/** Versions of memories, the present one and earlier ones, each with its own text. */
import type { RecordedMemory } from '@zapomni/core/ports';
import type { MemoryVersion } from '@zapomni/core/model';
import type { Database } from '../connection/database.ts';
import { toMemory, type MemoryRow } from '../memories/memory-rows.ts';
import { decodeText } from '../../../shared/text-bytes.ts';

export interface VersionPlace {
  readonly memory: number;
  readonly version: number;
}

/** Undefined when there is no such version. */
export function readVersion(
  db: Database,
  { memory, version }: VersionPlace,
  workspace: string,
): RecordedMemory | undefined {
  const row = db.get<MemoryRow>('SELECT * FROM memories WHERE id = ?', memory);
  if (!row) return undefined;
  if (row.version === version) return { ...toMemory(db, row, workspace), recordedTo: null };
  const sql = 'SELECT recorded_to, state FROM memory_history WHERE memory = ? AND version = ?';
  const earlier = db.get<{ recorded_to: number; state: string }>(sql, memory, version);
  if (!earlier) return undefined;
  const facts = JSON.parse(earlier.state) as Omit<MemoryVersion, 'text' | 'recordedTo'>;
  return { ...facts, workspace, text: textOf(db, row, version), recordedTo: earlier.recorded_to };
}

/** A version without a text of its own has that of the next one with it. */
function textOf(db: Database, row: MemoryRow, version: number): string {
  const body = db.value<Uint8Array>(
    'SELECT body FROM memory_history WHERE memory = ? AND version >= ? AND body IS NOT NULL ORDER BY version LIMIT 1',
    row.id,
    version,
  );
  const present = (): Uint8Array | undefined =>
    db.value<Uint8Array>('SELECT body FROM memory_texts WHERE memory = ?', row.id);
  return decodeText(body ?? present() ?? new Uint8Array());
}
