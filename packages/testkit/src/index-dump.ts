/** An index as it can be compared with another one of the same files: without times, versions, ids of memories and what is stale. */
import type { Deps } from '@zapomni/core';
import { factsKey } from '@zapomni/core/code';
import { nameOf, type RecordName, type TransferRecord } from '@zapomni/core/model';

const PAGE = 500;
/** Commits are kept in the order in which they came, which says nothing: what is counted from them is compared elsewhere. */
const LOG: ReadonlySet<string> = new Set(['code_history', 'code_commits']);

type Fields = Record<string, unknown>;

/** One line for each record and each memory of the workspace, in order. */
export async function dumpIndex({ storage }: Deps, store: string): Promise<string[]> {
  const [files, memories, others]: [Map<string, Fields>, Map<string, Fields>, [string, string, Fields][]] = [
    new Map(),
    new Map(),
    [],
  ];
  for await (const record of recordsOf(storage.transfer)) {
    if (!('workspace' in record) || record.workspace !== store) continue;
    if (record.kind === 'memory') memories.set(record.id, toMemory(record));
    if (record.kind !== 'record') continue;
    const value = JSON.parse(record.value) as Fields;
    if (record.collection === 'code_files') files.set(record.key, value);
    else if (!LOG.has(record.collection)) others.push([record.collection, record.key, value]);
  }
  const live = [...files].filter(([, { state }]) => state !== 'stale');
  const stale = new Set([...files.values()].filter(({ state }) => state === 'stale').map(({ memory }) => memory));
  const used = new Set(live.map(([, { hash, language }]) => factsKey(String(hash), String(language))));
  return [
    ...live.map(([key, value]) => line('code_files', key, toFile(value, memories))),
    ...[...memories]
      .filter(([id]) => !stale.has(id))
      .map(([, memory]) => line('memory', String(memory['source']), memory)),
    ...others.flatMap(([name, key, value]) => {
      if (name !== 'code_facts') return [line(name, key, value)];
      return used.has(key) ? [line(name, key, { facts: value['facts'] })] : [];
    }),
  ].toSorted();
}

function line(...said: unknown[]): string {
  return JSON.stringify(said);
}

/** What it says of its memory is told by the memory. */
function toFile(value: Fields, memories: ReadonlyMap<string, Fields>): Fields {
  const { memory, stamp: _stamp, valid_from: _from, checked_at: _at, commit: _commit, ...rest } = value;
  return { ...rest, memory: memories.get(String(memory))?.['source'] ?? null };
}

function toMemory({ memory, passages }: Extract<TransferRecord, { kind: 'memory' }>): Fields {
  const { text, kind, source, metadata, tags, hash, key, supersededBy } = memory;
  const isOld = supersededBy !== null;
  return {
    text,
    kind,
    source,
    metadata,
    tags,
    hash,
    key,
    isOld,
    passages: passages.map(({ start, end }) => [start, end]),
  };
}

async function* recordsOf(transfer: Deps['storage']['transfer']): AsyncGenerator<TransferRecord> {
  for (let after: RecordName | null = null; ;) {
    const page: TransferRecord[] = await transfer.read(after, PAGE);
    yield* page;
    const last = page.at(-1);
    if (!last) return;
    after = nameOf(last);
  }
}
