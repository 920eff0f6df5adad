/**
 * Indexes a repository, or brings its index up to what the work tree says. Each step can be done again: a run that was ended in the
 * middle has kept what it wrote, and the next one does the rest.
 *
 *   list files ─► same stamp? ─► read, hash ─► facts ─► units, symbols, memory, records   (batches; found by words at once)
 *                                                         │
 *        facts of all files ◄─────────────────────────────┘
 *             └─► link ─► edges, inbound edges and numbers of the files where they are others   (batches)
 */
import { toZapomniError } from '../../../errors/index.ts';
import type { Deps } from '../../deps.ts';
import { collection } from '../../records/collection.ts';
import { HistoryRun } from '../history/read-history.ts';
import { keepDependencies } from '../manifests/keep-dependencies.ts';
import { keepPackages } from '../manifests/package-entities.ts';
import { REPOSITORIES, type KeptFile, type RepositoryRecord } from '../store/index.ts';
import { countFiles, type LinkCounts } from './count-files.ts';
import { HeldSymbols, symbolsAgain } from './held-symbols.ts';
import { indexFiles, type FilesOutcome } from './index-files.ts';
import { knownFiles } from './kept-files.ts';
import type { IndexReport, IndexRequest } from './index-request.ts';
import { manifestsOf, packedFacts } from './link-input.ts';
import { linkRepository } from './link-repository.ts';
import { listFiles, type Listing } from './list-files.ts';
import { openRepository, parserOf, type OpenedRepository } from './open-repository.ts';
import type { SourceContext } from './read-source.ts';
import { dropMemories, dropUnshown, settleFacts } from './tidy-repository.ts';
import { findScip, useScip, withExact } from './use-scip.ts';
import { writeLinks } from './write-links.ts';

export async function indexRepository(deps: Deps, asked: IndexRequest): Promise<IndexReport> {
  const opened = await openRepository(deps, asked);
  try {
    return await new Run(deps, asked, opened).run();
  } catch (error) {
    await keepFailure(deps, asked, opened, error);
    throw error;
  } finally {
    await opened.git?.close();
  }
}

class Run {
  readonly #deps: Deps;
  readonly #asked: IndexRequest;
  readonly #opened: OpenedRepository;
  readonly #context: SourceContext;
  readonly #held: HeldSymbols;
  readonly #history: HistoryRun;
  #value: RepositoryRecord;

  constructor(deps: Deps, asked: IndexRequest, opened: OpenedRepository) {
    this.#deps = deps;
    this.#asked = asked;
    this.#opened = opened;
    this.#value = opened.value;
    const { client, signal, dryRun = false } = asked;
    const { store, options, generation } = opened.value;
    const isFirst = generation === 0 && opened.known === null;
    this.#held = new HeldSymbols(isFirst);
    this.#context = { client, signal, store, options, parser: parserOf(deps), isFirst, dryRun };
    const { key: repository, git, head, value } = opened;
    this.#history = new HistoryRun(deps, { repository, value, git, head, signal });
  }

  async run(): Promise<IndexReport> {
    const { key, root, git } = this.#opened;
    const { options, store, identity } = this.#value;
    const listing = await listFiles(this.#deps, { ...this.#context, root, git, options });
    const known = await knownFiles(this.#deps, store);
    const before = new Map([...known.values()].map((file) => [file.key, file]));
    const outcome = await indexFiles(this.#deps, {
      ...this.#context,
      repository: { key, store, identity },
      listing,
      known,
      isListed: () => true,
      held: this.#held,
      times: () => this.#history.times(),
      onFirstWrite: () => this.#begin(),
      onProgress: (done, total) => this.#asked.onProgress?.({ done, total, step: 'files' }),
    });
    if (this.#context.dryRun) return this.#report(outcome, known, listing);
    await this.#history.settleTimes(known);
    await this.#link(outcome, known, listing);
    await this.#tidy(outcome, known, before);
    outcome.passages += await this.#history.settleMessages();
    return this.#end(outcome, known, listing);
  }

  /** Before the first write, so that whoever dies in the middle is known to have. */
  async #begin(): Promise<void> {
    await this.#keep({ state: 'indexing', generation: this.#value.generation + 1 });
  }

  async #keep(changes: Partial<RepositoryRecord>): Promise<void> {
    this.#value = { ...this.#value, ...changes };
    await collection(this.#deps, REPOSITORIES).put(this.#asked.workspace, this.#opened.key, this.#value);
  }

  async #link(outcome: FilesOutcome, known: Map<string, KeptFile>, { indexes }: Listing): Promise<void> {
    const found = await findScip(this.#deps, this.#context, { root: this.#opened.root, listed: indexes });
    const isSame = (found?.stamp ?? null) === (this.#value.scip?.stamp ?? null);
    if (!outcome.isOther && isSame && this.#value.linked === this.#value.generation) return;
    const { identity: repository, store } = this.#value;
    const { signal } = this.#context;
    const scip = found && (await useScip(this.#deps, this.#context, { found, known }));
    await keepDependencies(this.#deps, store, known.values());
    const { workspace } = this.#asked;
    await keepPackages(this.#deps, { workspace, key: this.#opened.key, name: this.#value.name, store });
    const manifests = await manifestsOf(this.#deps, store, known.values());
    const packed = packedFacts(this.#deps, this.#context, known.values());
    const files = scip ? withExact(packed, scip.links) : packed;
    const linked = linkRepository(this.#deps, { repository, manifests, files }, signal);
    const onProgress = (done: number, total: number) => this.#asked.onProgress?.({ done, total, step: 'links' });
    const counts = await writeLinks(this.#deps, {
      store,
      known,
      linked,
      signal,
      held: this.#held,
      symbolsAgain: (file) => symbolsAgain(this.#deps, this.#context, file, repository),
      onProgress,
    });
    this.#value = { ...this.#value, scip: scip?.said ?? null, counts: { ...this.#value.counts, ...counts } };
  }

  async #tidy(outcome: FilesOutcome, known: ReadonlyMap<string, KeptFile>, before: ReadonlyMap<string, KeptFile>) {
    const { store, generation } = this.#value;
    await dropMemories(this.#deps, store, outcome.dropped);
    // Somebody ended in the middle: what he superseded, nobody has counted.
    if ((this.#opened.known?.value.state ?? 'ready') !== 'ready') await dropUnshown(this.#deps, store, known.values());
    await settleFacts(this.#deps, { store, generation, before: before.values(), now: known.values() });
  }

  async #end(outcome: FilesOutcome, known: ReadonlyMap<string, KeptFile>, listing: Listing): Promise<IndexReport> {
    const { commit: head, branch } = this.#opened.head;
    const counts = countFiles(known.values(), listing.leftOut, this.#linkCounts());
    const { generation } = this.#value;
    const indexed_at = this.#deps.clock.now();
    await this.#keep({ state: 'ready', error: null, head, branch, counts, linked: generation, indexed_at });
    return this.#report(outcome, known, listing);
  }

  #linkCounts(): LinkCounts {
    return this.#value.counts;
  }

  #report(outcome: FilesOutcome, known: ReadonlyMap<string, KeptFile>, listing: Listing): IndexReport {
    const { dropped: _dropped, isOther: _isOther, ...files } = outcome;
    const { key, root, head } = this.#opened;
    const counts = countFiles(known.values(), listing.leftOut, this.#linkCounts());
    const about = { repository: key, name: this.#value.name, root, branch: head.branch, head: head.commit };
    return { ...about, dryRun: this.#context.dryRun, ...files, counts };
  }
}

/** Whoever asks for the repository learns why its index is behind. Who was stopped goes on, or asks again. */
async function keepFailure(
  deps: Deps,
  { workspace, signal, dryRun }: IndexRequest,
  opened: OpenedRepository,
  thrown: unknown,
) {
  const { code, message } = toZapomniError(thrown);
  if (signal?.aborted || dryRun || code.startsWith('STORE_') || code === 'CANCELLED') return;
  const repositories = collection(deps, REPOSITORIES);
  const now = await repositories.get(workspace, opened.key);
  if (now) await repositories.put(workspace, opened.key, { ...now.value, state: 'failed', error: { code, message } });
}
