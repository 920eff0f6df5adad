/**
 * Messages of commits as memories of the kind `commit`, in the repository's own workspace: there they are found by who asks for them, and
 * crowd out nothing else. As many as the log has; those that are no longer in the history of HEAD go.
 */
import type { GitCommit, GitRepository, NewMemory } from '../../../ports/index.ts';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { forgottenAmong } from '../../forgotten/index.ts';
import { prepareText } from '../../memory/prepare-text.ts';
import { collection } from '../../records/collection.ts';
import { defineCollection } from '../../records/define-collection.ts';
import type { LoggedCommit } from './commit-log.ts';
import { loadHistory } from './history.ts';

export const COMMIT_KIND = 'commit';

/** Up to which commit messages are remembered. */
const CODE_MESSAGES = defineCollection({ name: 'code_messages', schema: z.strictObject({ head: z.string() }) });
const MESSAGES = 'messages';

const PORTION = 200;
const PORTION_LENGTH = 1_000_000;
const MOST_TEXT = 20_000;
const MOST_FOLDERS = 20;
const MOST_TAG = 200;

export interface CommitRequest {
  /** Of the record of the repository, and the workspace that it is kept in. */
  readonly repository: string;
  readonly store: string;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number) => void) | undefined;
}

/** After the log was read. How many messages were remembered, and how many passages wait for their vectors. */
export async function rememberCommits(
  deps: Deps,
  git: GitRepository,
  request: CommitRequest,
): Promise<{ added: number; removed: number; passages: number }> {
  const { store } = request;
  const history = await loadHistory(deps, store);
  const log = new Map((history?.commits ?? []).map((commit) => [commit.hash, commit]));
  const { commit: head } = await git.head();
  const kept = await collection(deps, CODE_MESSAGES).get(store, MESSAGES);
  if (head === null || kept?.value.head === head) return { added: 0, removed: 0, passages: 0 };
  const before = kept && (await git.resolve(kept.value.head));
  const [added, passages] = await addMessages(deps, git, { ...request, head, before, log });
  const removed =
    kept && (await someAreGone(deps, git, { head, before, store, log }))
      ? await removeMessages(deps, store, log, request.signal)
      : 0;
  await collection(deps, CODE_MESSAGES).put(store, MESSAGES, { head });
  return { added, removed, passages };
}

/** Looked for before all of them are listed: most often there is only one more. */
async function someAreGone(
  { storage }: Deps,
  git: GitRepository,
  { head, before, store, log }: Pick<Adding, 'head' | 'before' | 'store' | 'log'>,
): Promise<boolean> {
  if (before === null) return true;
  for await (const _commit of git.commits({ from: before, except: [head], limit: 1, changes: false })) return true;
  const { total } = await storage.memories.list({ workspace: store, filter: { kinds: [COMMIT_KIND] }, limit: 1 });
  return total > log.size;
}

/** For who does not want them any more. */
export async function forgetCommits(deps: Deps, store: string): Promise<number> {
  if (!(await collection(deps, CODE_MESSAGES).get(store, MESSAGES))) return 0;
  await collection(deps, CODE_MESSAGES).delete(store, MESSAGES);
  return removeMessages(deps, store, new Map());
}

interface Adding extends CommitRequest {
  readonly head: string;
  readonly before: string | null;
  readonly log: ReadonlyMap<string, LoggedCommit>;
}

async function addMessages(deps: Deps, git: GitRepository, adding: Adding): Promise<[added: number, passages: number]> {
  const { head, before, log, signal, onProgress } = adding;
  let [added, passages, length] = [0, 0, 0];
  let portion: GitCommit[] = [];
  const flush = async (): Promise<void> => {
    const done = await addPortion(deps, portion, adding);
    [added, passages] = [added + done.added, passages + done.passages];
    [portion, length] = [[], 0];
    onProgress?.(added);
  };
  const except = before === null ? {} : { except: [before] };
  const query = { from: head, ...except, limit: log.size, changes: false, ...(signal ? { signal } : {}) };
  for await (const commit of git.commits(query)) {
    if (!log.has(commit.hash)) continue;
    portion.push(commit);
    length += commit.subject.length + commit.body.length;
    if (portion.length >= PORTION || length >= PORTION_LENGTH) await flush();
  }
  if (portion.length > 0) await flush();
  return [added, passages];
}

async function addPortion(
  deps: Deps,
  commits: readonly GitCommit[],
  { repository, store, log }: Adding,
): Promise<{ added: number; passages: number }> {
  const { storage, clock } = deps;
  const all: NewMemory[] = [];
  for (const commit of commits) all.push(await toMemory(deps, commit, log.get(commit.hash), { repository, store }));
  const forgotten = await forgottenAmong(
    deps,
    store,
    all.map(({ hash }) => hash),
  );
  const memories = all.filter(({ hash }) => !forgotten.has(hash));
  if (memories.length === 0) return { added: 0, passages: 0 };
  const stored = (await storage.memories.add(memories, clock.now())).filter(({ status }) => status === 'stored');
  return { added: stored.length, passages: stored.reduce((sum, { passageIds }) => sum + passageIds.length, 0) };
}

/** One of a hash, however often it is brought: the hash is the key. */
async function toMemory(
  deps: Deps,
  commit: GitCommit,
  logged: LoggedCommit | undefined,
  { repository, store }: Pick<CommitRequest, 'repository' | 'store'>,
): Promise<NewMemory> {
  const { hash, subject, body, author, committedAt } = commit;
  const message = [subject, body].map((part) => part.trim()).filter((part) => part !== '');
  const text = message.join('\n\n').slice(0, MOST_TEXT).toWellFormed().trim();
  const paths = logged?.changes.map(({ path }) => path) ?? [];
  return {
    id: deps.ids.next(),
    workspace: store,
    ...(await prepareText(deps, text === '' ? '(no message)' : text)),
    kind: COMMIT_KIND,
    tags: foldersOf(paths),
    source: hash,
    metadata: { repository, author: author.name.toWellFormed(), files: paths.length },
    key: `commit:${hash}`,
    occurredAt: committedAt,
    validFrom: committedAt,
    supersedes: null,
    // People and projects that messages name belong to Git, and not to the graph of what somebody remembers.
    unread: 'never',
  };
}

/** Those with most of the changes. */
function foldersOf(paths: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.';
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .map(([folder]) => folder.toWellFormed())
    .filter((folder) => folder.length <= MOST_TAG)
    .slice(0, MOST_FOLDERS);
}

/** Those that are not in the log (any more). */
async function removeMessages(
  { storage, clock }: Deps,
  store: string,
  log: ReadonlyMap<string, unknown>,
  signal?: AbortSignal,
): Promise<number> {
  const gone: string[] = [];
  const query = { workspace: store, filter: { kinds: [COMMIT_KIND], includeSuperseded: true }, limit: PORTION };
  for (let cursor: string | null | undefined; cursor !== null;) {
    signal?.throwIfAborted();
    const page = await storage.memories.list({ ...query, ...(cursor === undefined ? {} : { cursor }) });
    gone.push(...page.items.filter(({ source }) => !log.has(source)).map(({ id }) => id));
    cursor = page.next;
  }
  for (let i = 0; i < gone.length; i += PORTION)
    await storage.memories.remove(store, gone.slice(i, i + PORTION), clock.now());
  return gone.length;
}
