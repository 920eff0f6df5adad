/** What keeps a library in order: taking it out as data, cutting it anew, measuring how well it is found. */
import { invalidField, underNames } from '../../errors/index.ts';
import { PAPER_KIND } from '../../model/index.ts';
import type { WorkItem } from '../../ports/index.ts';
import type { Deps } from '../../services/deps.ts';
import { askForReindex, registerReindex } from '../../services/reindex/reindex-work.ts';
import { knownItemQuestions } from '../../services/research/analysis/known-item-questions.ts';
import { memoriesOf } from '../../services/research/library/query/filter-papers.ts';
import { paperChunks, type PaperChunks } from '../../services/research/analysis/paper-chunks.ts';
import {
  exportArticles,
  type ExportArticlesRequest,
  type ExportedArticles,
} from '../../services/research/export/export-articles.ts';
import {
  backUpCollection,
  checkBackupName,
  openShelf,
  type BackupRequest,
  type MadeBackup,
} from '../../services/research/backup/backup-collection.ts';
import {
  restoreCollection,
  type RestoredCollection,
  type RestoreRequest,
} from '../../services/research/backup/restore-collection.ts';
import { findPaper } from '../../services/research/library/find/find-paper.ts';
import { placeAfter, placeIn } from '../../services/research/place-cursor.ts';
import { readQuery } from '../../services/search/query/analyse-query.ts';
import { runTuning } from '../../services/search/tuning/run-tuning.ts';
import type { Focus, TestQuestion, Tuning } from '../../services/search/tuning/tune.ts';
import type { SearchTuning } from '../search.ts';
import { chosenPapers, noneChosen, type ChosenOf } from './chosen-papers.ts';
import type { LibraryCalls } from './library-calls.ts';
import type { ResearchParts } from './research.ts';

export interface MaintenanceCalls {
  /** Those that a query finds, or all of the library, the newest first. */
  export(request: ExportCall): Promise<ExportedArticles & ChosenOf>;
  /** In the background; each text stays findable while it is cut anew. */
  reindex(request: ReindexCall): Promise<WorkItem>;
  /** Measures what is in use and other settings on the same questions; changes nothing unless that is wanted. */
  optimize(request: OptimizeCall): Promise<OptimizedSearch>;
  /** The passages of a paper, as they are indexed. */
  chunks(request: ChunksCall): Promise<PaperChunks>;
  /** Of the whole store. */
  backUp(request: BackupRequest): Promise<MadeBackup>;
  /** Papers of a backup that are missing here. */
  restore(request: RestoreCall): Promise<RestoredCollection>;
}

export type ExportCall = Omit<ExportArticlesRequest, 'papers'> & {
  readonly query?: string | undefined;
  /** Name of a saved set. */
  readonly index?: string | undefined;
  readonly most: number;
  readonly cursor?: string | undefined;
};

export type RestoreCall = Omit<RestoreRequest, 'file'> & {
  /** As `backUp` named it. */
  readonly name: string;
  readonly folder?: string | undefined;
};

export interface ChunksCall {
  readonly workspace: string;
  readonly article: string;
  readonly offset: number;
  readonly limit: number;
}

export interface ReindexCall {
  readonly workspace: string;
  readonly articles: boolean;
  readonly notes: boolean;
  /** Also what is cut as it should be. */
  readonly always: boolean;
  readonly batch: number;
}

export interface OptimizeCall {
  readonly workspace: string;
  /** With the papers that answer each, by any name; without them a question is only timed. */
  readonly questions: readonly { readonly query: string; readonly articles: readonly string[] }[];
  readonly focus: Focus;
  /** The better setting is used from then on. */
  readonly apply: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

export interface OptimizedSearch extends Tuning {
  readonly questions: number;
  /** The questions were made of the library. */
  readonly made: boolean;
  readonly applied: boolean;
}

/** The kind of memories that hold what users write in notes of papers. */
const NOTE_KIND = 'note';
const MOST_QUESTIONS = 40;

export interface MaintenanceParts extends Pick<ResearchParts, 'embeddings' | 'readings' | 'runner' | 'kinds'> {
  readonly library: LibraryCalls;
  readonly tuning: SearchTuning;
  /** Whose vectors searches go by. */
  model(): string;
}

export function createMaintenanceCalls(deps: Deps, parts: MaintenanceParts): MaintenanceCalls {
  const { library, runner, embeddings, readings, tuning } = parts;
  registerReindex(deps, parts.kinds, { embeddings, stored: () => readings.queued() });
  return {
    export: async ({ query, index, most, cursor, ...request }) => {
      const { workspace, signal } = request;
      const of = noneChosen();
      const papers = chosenPapers(library, { workspace, query, index, most, cursor, signal }, of);
      const exported = await exportArticles(deps, { ...request, papers });
      const next = exported.isCut ? placeAfter(placeIn(cursor) + exported.articles, of.total) : of.next;
      return { ...exported, ...of, next };
    },
    reindex: async ({ workspace, articles, notes, always, batch }) => {
      const kinds = [...(articles ? [PAPER_KIND] : []), ...(notes ? [NOTE_KIND] : [])];
      if (kinds.length === 0) throw invalidField('include_articles', 'and include_notes are both false');
      return askForReindex(runner, workspace, { kinds, always, batch });
    },
    optimize: (request) => optimize(deps, { library, tuning }, request),
    chunks: async ({ workspace, article, ...request }) => {
      const paper = await findPaper(deps, workspace, article);
      return paperChunks(deps, { workspace, paper, model: parts.model(), ...request });
    },
    backUp: (request) => backUpCollection(deps, request),
    restore: async ({ name, folder, ...request }) => {
      const shelf = await openShelf(deps, folder, 'backup_path');
      const result = await restoreCollection(deps, { ...request, file: shelf.file(checkBackupName(name)) });
      if (result.restored > 0) embeddings.queued();
      if (result.restored > 0) readings.queued();
      return result;
    },
  };
}

async function optimize(
  deps: Deps,
  { library, tuning }: Pick<MaintenanceParts, 'library' | 'tuning'>,
  request: OptimizeCall,
): Promise<OptimizedSearch> {
  const { workspace, focus, apply, signal, onProgress } = request;
  const made = request.questions.length === 0;
  const questions = made
    ? await knownItemQuestions(deps, workspace, (await library.list({ workspace, limit: MOST_QUESTIONS })).items)
    : await answered(deps, workspace, request.questions);
  if (questions.length === 0)
    throw invalidField('test_queries', 'are needed: the library has too few abstracts to make any of');
  const filter = { kinds: [PAPER_KIND] };
  const found = await runTuning(tuning, { workspace, questions, focus, filter, signal, onProgress });
  const applied = apply && found.better !== null;
  if (applied) await tuning.choose(found.better.weights);
  return { ...found, questions: questions.length, made, applied };
}

function mustBeQuery(query: string, field: string): void {
  try {
    readQuery(query);
  } catch (error) {
    throw underNames(error, { query: field });
  }
}

async function answered(deps: Deps, workspace: string, questions: OptimizeCall['questions']): Promise<TestQuestion[]> {
  return Promise.all(
    questions.map(async ({ query, articles }, i) => {
      const field = `test_queries[${i}]`;
      mustBeQuery(query, field);
      const papers = await Promise.all(
        articles.map((one, k) => findPaper(deps, workspace, one, `${field}.articles[${k}]`)),
      );
      return { query, relevant: memoriesOf(papers) };
    }),
  );
}
