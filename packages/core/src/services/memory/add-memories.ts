/** Remembers. Durable first: when this returns the text is on disk and found by words; its vectors come soon after. */
import { ZapomniError } from '../../errors/index.ts';
import type { NewMemory, RecordWrite, Stored } from '../../ports/index.ts';
import type { WaitingPassage } from '../embedding/embed-passages.ts';
import type { EmbeddingBacklog } from '../embedding/embedding-backlog.ts';
import type { Deps } from '../deps.ts';
import { formHashes, liftForgotten } from '../forgotten/index.ts';
import { checkText, readFacts, type DraftFacts, type MemoryDraft } from './draft.ts';
import { prepareText, type PreparedText } from './prepare-text.ts';

export interface AddRequest {
  readonly workspace: string;
  readonly drafts: readonly MemoryDraft[];
  /** True when the drafts are a batch: errors then name the item. */
  readonly batch: boolean;
  /** Stores what says the same as a memory that is there, instead of answering with that one. */
  readonly allowDuplicate?: boolean | undefined;
  /** Records that are written with the memories, all or nothing; told the ids that these get. */
  readonly records?: ((memories: readonly { readonly id: string }[]) => readonly RecordWrite[]) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Of many passages, how many have got their vector. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

export interface Added {
  readonly id: string;
  readonly status: Stored['status'];
  readonly passages: number;
  readonly preview: string;
  readonly warnings: readonly string[];
}

export interface AddResult {
  readonly memories: readonly Added[];
  /** All vectors are in place; otherwise they follow in the background. */
  readonly embedded: boolean;
}

const PREVIEW_LENGTH = 100;

interface Prepared {
  readonly memory: NewMemory;
  readonly facts: DraftFacts;
}

export async function addMemories(deps: Deps, backlog: EmbeddingBacklog, request: AddRequest): Promise<AddResult> {
  const prepared = await prepareAll(deps, request);
  request.signal?.throwIfAborted();
  const now = deps.clock.now();
  const memories = prepared.map((item) => item.memory);
  const passages = memories.reduce((sum, memory) => sum + memory.passages.length, 0);
  const claim = backlog.claimFor(passages);
  const stored = await deps.storage.memories.add(memories, now, claim, request.records?.(memories));
  const said = await Promise.all(memories.map(({ text }) => formHashes(text)));
  await liftForgotten(deps, request.workspace, said.flat());
  for (const { id, passageIds } of stored)
    deps.logger.log('info', 'memory_added', { memory_id: id, chunks: passageIds.length });
  const embedded = await (claim
    ? backlog.embedClaimed(freshPassages(memories, stored))
    : backlog.embedQueued(passages, request.onProgress));
  return { memories: prepared.map((item, i) => toAdded(item, stored[i] as Stored)), embedded };
}

async function prepareAll(
  deps: Deps,
  { drafts, batch, workspace, allowDuplicate = false }: AddRequest,
): Promise<Prepared[]> {
  const checked = drafts.map((draft, i) => {
    const field = batch ? `items[${i}].` : '';
    return { facts: readFacts(draft, field), text: checkText(draft.text, deps.config.max_text_length, `${field}text`) };
  });
  rejectRepeatedKeys(checked.map(({ facts }) => facts.key));
  const prepared: Prepared[] = [];
  for (const { facts, text } of checked) {
    const memory = toNewMemory(deps, { workspace, facts, text: await prepareText(deps, text) });
    prepared.push({ facts, memory: { ...memory, unlessSame: !allowDuplicate } });
  }
  return prepared;
}

function toNewMemory(
  deps: Deps,
  { workspace, facts, text }: { workspace: string; facts: DraftFacts; text: PreparedText },
): NewMemory {
  const { warnings: _warnings, ...stored } = facts;
  return { id: deps.ids.next(), workspace, ...text, ...stored, validFrom: facts.occurredAt ?? deps.clock.now() };
}

/** Two items of one batch under one key contradict each other; which should win is the caller's to say. */
function rejectRepeatedKeys(keys: readonly (string | null)[]): void {
  const seen = new Set<string>();
  for (const [i, key] of keys.entries()) {
    if (key !== null && seen.has(key)) {
      throw new ZapomniError('CONFLICT', `items[${i}].key repeats the key of an earlier item.`, {
        issues: [{ field: `items[${i}].key`, error: 'repeats the key of an earlier item' }],
      });
    }
    if (key !== null) seen.add(key);
  }
}

function freshPassages(memories: readonly NewMemory[], stored: readonly Stored[]): WaitingPassage[] {
  return stored.flatMap(({ status, passageIds }, i) => {
    const memory = memories[i] as NewMemory;
    if (status === 'duplicate') return [];
    return passageIds.map((id, j) => ({
      id,
      workspace: memory.workspace,
      text: memory.text.slice(memory.passages[j]?.start, memory.passages[j]?.end),
    }));
  });
}

function toAdded({ memory, facts }: Prepared, stored: Stored): Added {
  return {
    id: stored.id,
    status: stored.status,
    passages: stored.passageIds.length,
    preview: preview(memory.text),
    warnings: facts.warnings,
  };
}

/** The first characters, never half of one. */
function preview(text: string, length = PREVIEW_LENGTH): string {
  const cut = text.slice(0, length);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}
