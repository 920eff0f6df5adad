/** Stores what was distilled of a turn, together with the note that the turn was seen: both or neither. */
import type { RecordWrite } from '../../../ports/index.ts';
import { ZapomniError } from '../../../errors/index.ts';
import { forgottenAmong, formHashes } from '../../forgotten/index.ts';
import type { MemoryDraft } from '../../memory/draft.ts';
import type { CaptureDeps } from '../capture-deps.ts';
import type { Distilled } from '../distil/kinds.ts';
import type { Turn } from '../turn.ts';
import { whatIsThere } from './what-is-there.ts';

export interface KeepRequest {
  readonly workspace: string;
  readonly turn: Turn;
  readonly distilled: readonly Distilled[];
  /** That the turn was seen, and how many memories it gave. */
  readonly seen: (memories: number) => RecordWrite;
}

export interface Kept {
  readonly kept: number;
  readonly duplicates: number;
  readonly superseded: number;
}

/** What is kept without having been asked for carries this. */
export const CAPTURED_TAG = 'captured';

export async function keepDistilled(deps: CaptureDeps, request: KeepRequest): Promise<Kept> {
  const { workspace, turn, distilled, seen } = request;
  const at = turn.at?.getTime() ?? deps.clock.now();
  const drafts: MemoryDraft[] = [];
  const replaced = new Set<string>();
  for (const one of distilled) {
    if (await isForgotten(deps, workspace, one.text)) continue;
    const there = await whatIsThere(deps, { workspace, at }, one);
    if (there && 'same' in there) continue;
    const corrected = there && !replaced.has(there.corrected) ? there.corrected : undefined;
    if (corrected !== undefined) replaced.add(corrected);
    drafts.push({ ...draftOf(turn, one), ...(corrected === undefined ? {} : { supersedes: corrected }) });
  }
  const superseded = await store(deps, { workspace, drafts, write: seen(drafts.length) });
  return { kept: drafts.length, duplicates: distilled.length - drafts.length, superseded };
}

/** How many were superseded. Somebody else may have superseded one of them meanwhile: then all are kept beside what there is. */
async function store(
  deps: CaptureDeps,
  { workspace, drafts, write }: { workspace: string; drafts: readonly MemoryDraft[]; write: RecordWrite },
): Promise<number> {
  if (drafts.length === 0) {
    await deps.storage.records.write(workspace, [write], deps.clock.now());
    return 0;
  }
  const add = (given: readonly MemoryDraft[]) =>
    deps.remember({ workspace, drafts: given, batch: true, records: () => [write] });
  try {
    await add(drafts);
    return drafts.filter(({ supersedes }) => supersedes !== undefined).length;
  } catch (error) {
    const isGone = error instanceof ZapomniError && (error.code === 'CONFLICT' || error.code === 'NOT_FOUND');
    if (!isGone || drafts.every(({ supersedes }) => supersedes === undefined)) throw error;
    await add(drafts.map(({ supersedes: _supersedes, ...draft }) => draft));
    return 0;
  }
}

function draftOf(turn: Turn, { text, kind, who }: Distilled): MemoryDraft {
  const { client, session, index, at } = turn;
  return {
    text,
    kind,
    tags: [CAPTURED_TAG, client],
    source: sourceOf(turn),
    metadata: {
      client,
      session,
      turn: index,
      said_by: who === 'user' ? 'user' : 'assistant',
      ...(at === null ? {} : { timestamp: at.toISOString() }),
    },
  };
}

const sourceOf = ({ client, session, index }: Pick<Turn, 'client' | 'session' | 'index'>): string =>
  `${client}:${session.slice(0, 200)}#${index}`;

async function isForgotten(deps: CaptureDeps, workspace: string, text: string): Promise<boolean> {
  return (await forgottenAmong(deps, workspace, await formHashes(text))).size > 0;
}
