/**
 * Tells every process what the others have changed: a stream of bounded length. A reader keeps the last entry it has seen
 * and how many there had been by then; when fewer are left than have come since, anything may have changed.
 */
import { loggedChange, type ChangeKind, type StoreChange } from '@zapomni/core/model';
import type { ChangeLog, StoreChanges } from '@zapomni/core/ports';
import type { Store } from './store.ts';
import type { Reply } from './wire/reply-parser.ts';

/** Makes a change known, after it was made and before its maker is told: the version goes up, and the stream has it. */
export async function announce(store: Store, changes: readonly StoreChange[], waiting?: number): Promise<void> {
  const { names } = store;
  const queued = waiting === undefined ? [] : [['SADD', names.waiting, String(waiting)]];
  await store.command('repeatable', ...changeCommands(store, changes), ...queued, ['INCR', names.version]);
}

/** What puts changes into the stream, for those who send it together with the change itself. */
function changeCommands(store: Store, changes: readonly StoreChange[]): string[][] {
  const add = ['XADD', store.names.changes, 'MAXLEN', String(store.limits.keptChanges), '*', 'by', store.id];
  return changes
    .map(loggedChange)
    .map(({ kind, workspace, ids }) => [
      ...add,
      'kind',
      kind,
      ...(workspace === null ? [] : ['workspace', workspace]),
      'ids',
      JSON.stringify(ids),
    ]);
}

export function createChanges(store: Store): Pick<ChangeLog, 'since'> {
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
  return records.filter((record) => record.get('by') !== store.id).map(toChange);
}

/** Programs that knew no kinds named a memory, or only a workspace: any of its memories may have changed then. */
function toChange(record: ReadonlyMap<string, Reply>): StoreChange {
  const memory = record.get('memory');
  return {
    kind: (record.get('kind') ?? 'memory.changed') as ChangeKind,
    workspace: (record.get('workspace') as string | undefined) ?? null,
    ids: JSON.parse(String(record.get('ids') ?? JSON.stringify(memory === undefined ? [] : [memory]))) as string[],
  };
}

function toRecord(reply: Reply): Map<string, Reply> {
  const parts = Array.isArray(reply) ? reply : [];
  return new Map(
    parts.flatMap((name, i): [string, Reply][] => (i % 2 === 0 ? [[String(name), parts[i + 1] ?? null]] : [])),
  );
}
