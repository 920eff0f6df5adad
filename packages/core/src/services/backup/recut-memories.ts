/**
 * Cuts memories anew of which passages are missing, so that search reaches all of their texts again. Vectors and mentions stand
 * on passages: such a memory waits to be embedded and to be read, like a new one. Call it on a store that nobody else uses.
 */
import {
  cutPassages,
  nameOf,
  type MemoryRecord,
  type PassageOptions,
  type PassageSpan,
  type RecordName,
} from '../../model/index.ts';
import type { StoreTransfer } from '../../ports/index.ts';

const PAGE = 200;

/** How many there were. */
export async function recutMemories(transfer: StoreTransfer, options: PassageOptions): Promise<number> {
  const mark = (await transfer.mark()) ?? '';
  let recut = 0;
  for (let after: RecordName | null = { kind: 'memory', key: [] }; after?.kind === 'memory';) {
    const page = await transfer.read(after, PAGE);
    const torn = page.filter((record) => record.kind === 'memory').filter(isTorn);
    if (torn.length > 0) {
      const whole = torn.map((record) => cutAnew(record, options));
      await transfer.write(whole, mark);
    }
    recut += torn.length;
    const last = page.at(-1);
    after = last ? nameOf(last) : null;
  }
  return recut;
}

function isTorn({ memory: { text }, passages }: MemoryRecord): boolean {
  let reached = 0;
  for (const { start, end } of passages.toSorted((a: PassageSpan, b: PassageSpan) => a.start - b.start)) {
    if (start > reached && text.slice(reached, start).trim() !== '') return true;
    reached = Math.max(reached, end);
  }
  return text.slice(reached).trim() !== '';
}

function cutAnew(record: MemoryRecord, options: PassageOptions): MemoryRecord {
  const passages = [...cutPassages(record.memory.text, options)];
  return { ...record, passages, vectors: [], mentions: [], unread: record.unread ?? [] };
}
