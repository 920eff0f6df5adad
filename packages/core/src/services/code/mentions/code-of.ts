/**
 * The code that memories name, as it is now. A mention is stale when the lines that it was made for say something else by now, or are gone;
 * whatever else changed in the file, and wherever they stand in it, makes no difference.
 */
import type { Deps } from '../../deps.ts';
import { collection, type Kept } from '../../records/collection.ts';
import { CODE_FILES, CODE_SYMBOLS, listRepositories, type KeptFile, type KeptSymbol } from '../store/index.ts';
import { linesHash, symbolsNamed } from './find-named.ts';
import { mentionsIn } from './link-memory.ts';
import { CODE_MENTIONS, type MentionRecord } from './mention-record.ts';

export interface CodeMention {
  readonly memory: string;
  readonly repository: string;
  /** Of a file, its path. */
  readonly name: string;
  readonly kind: string;
  readonly path: string;
  /** Where it is now; null for a file, and for what is gone. */
  readonly line: number | null;
  readonly stale: 'changed' | 'gone' | null;
}

const MOST_MEMORIES = 20;

/** Of one memory, in no order; at most so many where that is said. */
export async function codeOf(deps: Deps, workspace: string, memory: string, most?: number): Promise<CodeMention[]> {
  return shown(deps, workspace, (await mentionsIn(deps, workspace, memory)).slice(0, most));
}

/** Memories that name the symbol, each with whether it says what it said when it was named. */
export async function memoriesNaming(deps: Deps, workspace: string, symbol: string): Promise<CodeMention[]> {
  const query = { index: 'by_symbol' as const, where: { symbol }, limit: MOST_MEMORIES };
  return shown(deps, workspace, (await collection(deps, CODE_MENTIONS).list(workspace, query)).items);
}

async function shown(deps: Deps, workspace: string, mentions: readonly Kept<MentionRecord>[]): Promise<CodeMention[]> {
  if (mentions.length === 0) return [];
  const repositories = new Map((await listRepositories(deps, workspace)).map((one) => [one.key, one.value]));
  const found: CodeMention[] = [];
  for (const { value } of mentions) {
    const { memory, repository, name, kind, path } = value;
    const known = repositories.get(repository);
    // Of a repository that is not indexed any more nothing is known, not even that something is gone.
    if (!known) continue;
    found.push({ memory, repository: known.name, name, kind, path, ...(await asItIs(deps, known.store, value)) });
  }
  return found;
}

const GONE = { line: null, stale: 'gone' } as const;
type Now = Pick<CodeMention, 'line' | 'stale'> & { readonly path?: string };

async function asItIs(deps: Deps, store: string, mention: MentionRecord): Promise<Now> {
  const file = await collection(deps, CODE_FILES).get(store, mention.file);
  const isThere = file !== null && file.value.state !== 'stale';
  if (mention.symbol === null) {
    if (!isThere) return GONE;
    return { line: null, stale: file.value.hash === mention.file_hash ? null : 'changed' };
  }
  const symbol = isThere ? await collection(deps, CODE_SYMBOLS).get(store, mention.symbol) : null;
  return file && symbol ? compared(deps, store, mention, { file, symbol }) : elsewhere(deps, store, mention);
}

async function compared(
  deps: Deps,
  store: string,
  mention: MentionRecord,
  now: { readonly file: KeptFile; readonly symbol: KeptSymbol },
): Promise<Now> {
  const { line } = now.symbol.value;
  // The same bytes say the same: their text need not be read.
  if (now.file.value.hash === mention.file_hash) return { line, stale: null };
  return { line, stale: (await linesHash(deps, store, now)) === mention.lines_hash ? null : 'changed' };
}

/** In a file that was renamed it is another symbol; the same lines under the same name are the same to who named them. */
async function elsewhere(deps: Deps, store: string, mention: MentionRecord): Promise<Now> {
  for (const symbol of await symbolsNamed(deps, store, mention.name)) {
    const file = await collection(deps, CODE_FILES).get(store, symbol.value.file);
    if (file && (await linesHash(deps, store, { file, symbol })) === mention.lines_hash)
      return { line: symbol.value.line, stale: null, path: symbol.value.path };
  }
  return GONE;
}
