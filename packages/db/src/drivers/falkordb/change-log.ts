/**
 * Tells every process what the others have changed: a stream of bounded length. A reader keeps the last entry it has seen
 * and how many there had been by then; when fewer are left than have come since, anything may have changed.
 */
import type { ChangeLog, StoreChange, StoreChanges } from '@zapomni/core/ports';
import type { Store } from './store.ts';
import type { Reply } from './wire/reply-parser.ts';

const KEPT_ENTRIES = 10_000;

/** Makes a change known, after it was made and before its maker is told: the version goes up, and the stream has it. */
export async function announce(store: Store, changes: readonly StoreChange[], waiting?: number): Promise<void> {
  const { names } = store;
  const add = ['XADD', names.changes, 'MAXLEN', String(KEPT_ENTRIES), '*', 'by', store.id];
  const entries = changes.map(({ workspace, memoryId }) => [
    ...add,
    'workspace',
    workspace,
    ...(memoryId === null ? [] : ['memory', memoryId]),
  ]);
  const queued = waiting === undefined ? [] : [['SADD', names.waiting, String(waiting)]];
  await store.command('repeatable', ...entries, ...queued, ['INCR', names.version]);
}

export function createChanges(store: Store): ChangeLog {
  return {
    since: async (position) => {
      const seen = readPosition(position);
      const range = ['XRANGE', store.names.changes, seen ? `(${seen.id}` : '+', '+'];
      const about = ['XINFO', 'STREAM', store.names.changes];
      const replies = await store.command('none', ['MULTI'], about, range, ['EXEC']);
      return toChanges(store, seen, replies[3] ?? null);
    },
  };
}

interface Position {
  readonly id: string;
  /** How many entries there had been. */
  readonly added: number;
}

function readPosition(position: string | null): Position | undefined {
  if (position === null) return undefined;
  const [id = '0-0', added = '0'] = position.split('/');
  return { id, added: Number(added) };
}

/** Of a stream that nobody has written to yet the server says that there is none: no facts, no entries. */
function toChanges(store: Store, seen: Position | undefined, reply: Reply): StoreChanges {
  const [about, entries] = (Array.isArray(reply) ? reply : []) as [Reply, Reply];
  const facts = toRecord(about);
  const added = Number(facts.get('entries-added') ?? 0);
  const position = `${String(facts.get('last-generated-id') ?? '0-0')}/${added}`;
  const lost = added - Number(facts.get('length') ?? 0);
  const complete = seen === undefined || (seen.added >= lost && seen.added <= added);
  return { position, changes: complete && seen ? foreign(store, entries) : [], complete };
}

function foreign(store: Store, entries: Reply): StoreChange[] {
  const records = (Array.isArray(entries) ? entries : []).map((entry) => toRecord((entry as Reply[])[1] ?? null));
  const changes = records
    .filter((record) => record.get('by') !== store.id)
    .map((record) => ({
      workspace: String(record.get('workspace')),
      memoryId: (record.get('memory') as string | undefined) ?? null,
    }));
  return [...new Map(changes.map((change) => [JSON.stringify(change), change])).values()];
}

function toRecord(reply: Reply): Map<string, Reply> {
  const parts = Array.isArray(reply) ? reply : [];
  return new Map(
    parts.flatMap((name, i): [string, Reply][] => (i % 2 === 0 ? [[String(name), parts[i + 1] ?? null]] : [])),
  );
}
