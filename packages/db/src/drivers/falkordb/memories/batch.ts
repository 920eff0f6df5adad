/**
 * What becomes of a batch of new memories, worked out before anything is written: which are stored already under their
 * key, which replace which, which may not be. First it is taken for granted that nothing stands in the way; the query that
 * writes looks whether that is so, and if not the batch is worked out again, with what is really there.
 */
import { ZapomniError } from '@zapomni/core/errors';
import type { NewMemory } from '@zapomni/core/ports';
import { isReplaceableBySame, sameness } from '../../../shared/same-memory.ts';
import { hash } from './memory-keys.ts';

export interface KnownMemory {
  readonly id: string;
  readonly passageIds: readonly number[];
}

/** What the graph has of what the batch speaks of. */
export interface Known {
  readonly ids: ReadonlySet<string>;
  /** By the hash of the key. */
  readonly byKey: ReadonlyMap<string, KnownMemory>;
  /** Those that nothing has superseded and whose text one of the batch has, by what they say (`sameness`). */
  readonly bySameness: ReadonlyMap<string, readonly KnownMemory[]>;
  /** Memories that may be superseded. Undefined: all may. */
  readonly replaceable: ReadonlySet<string> | undefined;
  /** Superseded already. */
  readonly replaced: ReadonlySet<string>;
}

export const NOTHING_KNOWN: Known = {
  ids: new Set(),
  byKey: new Map(),
  bySameness: new Map(),
  replaceable: undefined,
  replaced: new Set(),
};

export interface StoredDraft {
  readonly memory: NewMemory;
  /** The memory of the same batch that replaces it. */
  successor?: NewMemory;
}

export interface WorkedBatch {
  /** In order; those that are there already are left out. */
  readonly drafts: readonly StoredDraft[];
  /** For each memory of the batch: the draft that stores it, or what was there. */
  readonly outcomes: readonly ({ readonly draft: number; readonly again: boolean } | KnownMemory)[];
  /** Those that replace a memory of the graph. */
  readonly successors: readonly NewMemory[];
}

/** NOT_FOUND or CONFLICT for the first that may not be stored. */
export function workOut(memories: readonly NewMemory[], known: Known): WorkedBatch {
  const drafts: StoredDraft[] = [];
  const successors: NewMemory[] = [];
  const placeById = new Map<string, number>();
  const placeByKey = new Map<string, number>();
  const saidBy = new Map<string, number[]>();
  const placeOf = (said: string): number | undefined => saidBy.get(said)?.find((place) => !drafts[place]?.successor);
  const keyed = (key: string | null): number | KnownMemory | undefined =>
    key === null ? undefined : (placeByKey.get(key) ?? known.byKey.get(hash(key)));
  const outcomes = memories.map((memory) => {
    const said = sameness(memory);
    const there = isReplaceableBySame(memory)
      ? (placeOf(said) ??
        known.bySameness.get(said)?.find(({ id }) => !successors.some((one) => one.supersedes === id)))
      : keyed(memory.key);
    if (typeof there === 'number') return { draft: there, again: true };
    if (there) return there;
    if (memory.supersedes !== null) {
      const own = placeById.get(memory.supersedes);
      if (own === undefined) successors.push(checkReplaceable(memory, memory.supersedes, known, successors));
      else replaceDraft(drafts[own] as StoredDraft, memory);
    }
    if (known.ids.has(memory.id) || placeById.has(memory.id)) throw conflict('A memory with this id exists already');
    const draft = drafts.push({ memory }) - 1;
    placeById.set(memory.id, draft);
    if (memory.key !== null) placeByKey.set(memory.key, draft);
    saidBy.set(said, [...(saidBy.get(said) ?? []), draft]);
    return { draft, again: false };
  });
  return { drafts, outcomes, successors };
}

function checkReplaceable(memory: NewMemory, old: string, known: Known, before: readonly NewMemory[]): NewMemory {
  if (known.replaced.has(old) || before.some((one) => one.supersedes === old)) {
    throw conflict('The memory is superseded already');
  }
  if (known.replaceable && !known.replaceable.has(old)) {
    throw new ZapomniError('NOT_FOUND', 'The memory to supersede does not exist in this workspace.');
  }
  return memory;
}

function replaceDraft(draft: StoredDraft, successor: NewMemory): void {
  if (draft.successor) throw conflict('The memory is superseded already');
  draft.successor = successor;
}

function conflict(message: string): ZapomniError {
  return new ZapomniError('CONFLICT', `${message}; nothing was changed.`);
}
