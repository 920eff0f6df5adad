/** Adds any number of memories in portions: each is durable before the next is read, so that memory stays flat. */
import type { Added } from '@zapomni/core/memories';
import { ZapomniError } from '@zapomni/core/errors';
import type { Progress } from '../session/settle-embeddings.ts';
import type { Session } from '../session/with-app.ts';
import type { SourcedDraft } from './sourced-draft.ts';

/** About as many passages as an add embeds at once. */
const MOST_ITEMS = 64;
const MOST_CHARACTERS = 500_000;

export interface BatchResult {
  readonly memories: readonly Added[];
  readonly embedded: boolean;
}

export interface ToAdd {
  readonly drafts: AsyncIterable<SourcedDraft>;
  /** Also what is there already, word for word. */
  readonly allowDuplicate: boolean;
}

/** What was stored before a failure stays stored, and the error says how much that is. */
export async function addInBatches(
  session: Session,
  { drafts, allowDuplicate }: ToAdd,
  progress: Progress,
): Promise<BatchResult> {
  const memories: Added[] = [];
  let embedded = true;
  try {
    for await (const batch of inBatches(drafts)) {
      const added = await addBatch(session, batch, allowDuplicate);
      memories.push(...added.memories);
      embedded &&= added.embedded;
      progress.stored = memories.length;
      progress.bytes += batch.reduce((sum, { bytes }) => sum + bytes, 0);
    }
  } catch (error) {
    throw memories.length === 0 ? error : afterSome(error, memories.length);
  }
  return { memories, embedded };
}

async function* inBatches(drafts: AsyncIterable<SourcedDraft>): AsyncGenerator<SourcedDraft[]> {
  let batch: SourcedDraft[] = [];
  let characters = 0;
  for await (const item of drafts) {
    batch.push(item);
    characters += item.draft.text.length;
    if (batch.length < MOST_ITEMS && characters < MOST_CHARACTERS) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}

async function addBatch(
  { app, workspace }: Session,
  batch: readonly SourcedDraft[],
  allowDuplicate: boolean,
): Promise<BatchResult> {
  try {
    const drafts = batch.map(({ draft }) => draft);
    return await app.memories.add({ workspace, drafts, batch: true, allowDuplicate });
  } catch (error) {
    throw error instanceof ZapomniError ? located(error, batch) : error;
  }
}

/** `items[3].text` means nothing to someone who gave files or lines. */
function located(error: ZapomniError, batch: readonly SourcedDraft[]): ZapomniError {
  const { code, hint, cause } = error;
  const message = error.message.replace(/items\[(\d+)\]\.?(\w*)/g, (_all, index: string, field: string) =>
    [batch[Number(index)]?.where, field].filter(Boolean).join(', '),
  );
  return new ZapomniError(code, message, { hint, cause });
}

function afterSome(error: unknown, stored: number): unknown {
  if (!(error instanceof ZapomniError)) return error;
  const { code, message, hint, cause } = error;
  return new ZapomniError(code, message, { hint: `${hint} ${stored} before it are stored.`, cause });
}
