/**
 * The application as its faces see it: MCP tools, the command line and later HTTP all call this, and nothing below it.
 * Each part has a file beside this one. A face decides whose workspace a call means; the application does the rest.
 */
import { readTimes } from '../model/index.ts';
import type { Clock } from '../ports/index.ts';
import { registerBackups } from '../services/backup/scheduled-backups.ts';
import { searchWithCode } from '../services/code/search/index.ts';
import { registerSweep, scheduleSweep } from '../services/blobs/sweep-work.ts';
import { MentionBacklog } from '../services/code/mentions/mention-backlog.ts';
import type { Deps } from '../services/deps.ts';
import { EmbeddingBacklog } from '../services/embedding/embedding-backlog.ts';
import type { EventBus } from '../services/events/event-bus.ts';
import { publishing } from '../services/events/publishing.ts';
import { GraphBacklog } from '../services/graph/backlog/graph-backlog.ts';
import type { Added } from '../services/memory/add-memories.ts';
import { resumeSchedules } from '../services/research/discovery/schedule/wake-schedule.ts';
import { WorkRunner } from '../services/work/work-runner.ts';
import { EmbeddingModels } from '../services/models/embedding-models.ts';
import { within } from '../services/within.ts';
import { createAnswerCalls, type AnswerCalls } from './answers.ts';
import { createCapture, type Capture, type CaptureCalls } from './capture.ts';
import { createBackupCalls, type BackupCalls } from './backups.ts';
import { createCodeCalls, type CodeCalls } from './code/code.ts';
import { createCompatCalls, type CompatCalls } from './compat.ts';
import { createContextCalls, type ContextCalls } from './context.ts';
import { createDocumentCalls, type DocumentCalls } from './documents.ts';
import { createEventCalls, type EventCalls } from './events.ts';
import { createGraphCalls, type GraphCalls } from './graph.ts';
import { createMemoryCalls, type Backlogs, type MemoryCalls } from './memories.ts';
import { createMirrorCalls, type MirrorCalls } from './mirror.ts';
import { createModelCalls, type ModelCalls } from './models.ts';
import { createRecallCalls, type RecallCalls } from './recall.ts';
import { createResearchCalls, type ResearchCalls } from './research/research.ts';
import { createReviewCalls, type ReviewCalls } from './review.ts';
import { createSearchCalls, type SearchCalls } from './search.ts';
import { createStoreCalls, type StoreCalls } from './store.ts';
import { createTimeCalls, type TimeCalls } from './time.ts';
import { createTranscriptCalls, type TranscriptCalls } from './transcripts.ts';
import { createWorkCalls, type WorkCalls } from './work.ts';
import { createWorkspaceCalls, type WorkspaceCalls } from './workspaces.ts';

export interface App {
  readonly defaultWorkspace: string;
  /** The one clock: what a face reads a time in words from, such as "last week". */
  readonly clock: Clock;
  readonly memories: MemoryCalls;
  readonly search: SearchCalls;
  readonly context: ContextCalls;
  readonly recall: RecallCalls;
  readonly capture: CaptureCalls;
  readonly transcripts: TranscriptCalls;
  readonly documents: DocumentCalls;
  readonly code: CodeCalls;
  readonly graph: GraphCalls;
  readonly research: ResearchCalls;
  readonly review: ReviewCalls;
  readonly time: TimeCalls;
  readonly work: WorkCalls;
  readonly workspaces: WorkspaceCalls;
  readonly models: ModelCalls;
  readonly store: StoreCalls;
  readonly backups: BackupCalls;
  readonly compat: CompatCalls;
  readonly events: EventCalls;
  readonly mirror: MirrorCalls;
  readonly answers: AnswerCalls;
  /** Opens the store and takes up what earlier processes left undone. Call it once a session has settled. */
  resume(): Promise<void>;
  /**
   * Reads what waits for the graph, for a process that is about to end; says how many memories are left after so long. Where it names the few
   * that it has stored, those are read, however many others wait.
   */
  readWaiting(waitMs: number, own?: OwnMemories): Promise<number>;
  close(): Promise<void>;
}

export interface OwnMemories {
  readonly workspace: string;
  readonly memoryIds: readonly string[];
}

/** More than these are read with all that waits. */
const FEW = 500;

function withCode(deps: Deps, memories: SearchCalls, code: Pick<CodeCalls, 'search'>): SearchCalls {
  const both = { memories: memories.run, code: code.search };
  return { ...memories, run: (request) => searchWithCode(deps, both, request) };
}

export function createApp(given: Deps): App {
  const { deps, events } = publishing(given);
  const models = new EmbeddingModels(deps);
  const runner = createRunner(deps);
  const embeddings = new EmbeddingBacklog(deps, models, runner);
  const readings = new GraphBacklog(deps, embeddings, runner);
  const mentions = new MentionBacklog(deps, runner, events);
  const backlogs = { embeddings, readings };
  const memories = createMemoryCalls(deps, backlogs);
  const capture = createCapture(deps, memories, runner);
  const search = createSearchCalls(deps, models, events);
  const code = createCodeCalls(deps, { embeddings, models, mentions }, runner);
  const remember = (workspace: string, text: string, at?: number) => rememberText(memories, workspace, text, at);
  const graph = createGraphCalls(deps, { backlog: readings, runner }, remember);
  return {
    defaultWorkspace: deps.config.workspace,
    clock: deps.clock,
    memories,
    search: withCode(deps, search.calls, code),
    context: createContextCalls(deps, search.calls),
    recall: createRecallCalls(deps, search.calls),
    capture: capture.calls,
    transcripts: createTranscriptCalls(deps, capture.calls.turns),
    documents: createDocumentCalls(deps, backlogs, runner),
    code,
    graph,
    research: createResearchCalls(deps, {
      ...backlogs,
      search: search.calls,
      tuning: search.tuning,
      model: () => models.reading.model.name,
      embedder: () => models.reading,
      runner,
    }),
    review: createReviewCalls(deps, memories),
    time: createTimeCalls(deps),
    work: createWorkCalls(deps, runner),
    workspaces: createWorkspaceCalls(deps),
    models: createModelCalls(deps, models, embeddings),
    store: createStoreCalls(deps, models, search.meters),
    backups: createBackupCalls(deps, runner),
    compat: createCompatCalls({ memories, graph }),
    events: createEventCalls(events),
    mirror: createMirrorCalls(deps, backlogs, events),
    answers: createAnswerCalls(deps, events),
    resume: () => resume(deps, backlogs, runner),
    readWaiting: (waitMs, own) => readWaiting(deps, readings, { waitMs, own }),
    close: () => close(deps, { models, runner, events, mentions, capture, ...backlogs }),
  };
}

function createRunner(deps: Deps): WorkRunner {
  const runner = new WorkRunner(deps);
  registerSweep(deps, runner);
  registerBackups(deps, runner);
  return runner;
}

async function rememberText(memories: MemoryCalls, workspace: string, text: string, at?: number): Promise<string> {
  const draft = { text, ...(at === undefined ? {} : { metadata: { timestamp: new Date(at).toISOString() } }) };
  const { memories: added } = await memories.add({ workspace, drafts: [draft], batch: false });
  return (added[0] as Added).id;
}

/** A question of no consequence opens the store and readies its statements, so that the first real one need not wait. */
async function resume(deps: Deps, { embeddings, readings }: Backlogs, runner: WorkRunner): Promise<void> {
  const { workspace } = deps.config;
  try {
    await Promise.all([
      deps.storage.workspaces.get(workspace),
      deps.storage.fullText.search({ terms: ['rehearsal'] }, 1, { workspace }),
    ]);
  } catch (error) {
    deps.logger.log('warning', 'store_not_ready', { error });
    return;
  }
  // Word lists of many languages are made at the first use; better now than while somebody waits.
  readTimes('yesterday', deps.clock.now());
  const others = [scheduleSweep(deps, runner), resumeSchedules(deps, runner)];
  await Promise.all([runner.resume(), embeddings.resume(), readings.resume(), ...others]);
}

async function readWaiting(
  { storage }: Deps,
  readings: GraphBacklog,
  { waitMs, own }: { readonly waitMs: number; readonly own: OwnMemories | undefined },
): Promise<number> {
  if (!readings.isOn) return 0;
  const isFew = own !== undefined && own.memoryIds.length <= FEW;
  const read = () => (isFew ? readings.readThese(own.workspace, own.memoryIds) : readings.read());
  if (waitMs > 0) await within(read(), waitMs);
  return storage.extractions.pending();
}

interface Closing extends Backlogs {
  readonly models: EmbeddingModels;
  readonly runner: WorkRunner;
  readonly events: EventBus;
  readonly mentions: MentionBacklog;
  readonly capture: Capture;
}

/** Order matters: nothing new is begun, the models stop, what they had claimed is given back, then the store closes. */
async function close(deps: Deps, { models, runner, events, ...backlogs }: Closing): Promise<void> {
  const { embeddings, readings, mentions, capture } = backlogs;
  events.close();
  embeddings.close();
  readings.close();
  mentions.close();
  capture.close();
  const stopped = runner.close();
  await Promise.all([
    models.close(),
    deps.extractor.close(),
    deps.distiller?.close(),
    deps.reranker?.close(),
    deps.web.close(),
    deps.browser?.close(),
    deps.documentReader.close(),
    deps.citationStyler?.close(),
    deps.codeParser?.close(),
    deps.codeLinker?.close(),
    deps.git?.close(),
  ]);
  await stopped;
  await deps.storage.close();
}
