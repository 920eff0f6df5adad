/**
 * The library of papers as the faces of the application see it. Most sessions never ask for a paper, so nothing of it is loaded before the first
 * call; work on papers is declared at once all the same, so that any process may go on with it.
 */
import { ZapomniError } from '../../errors/index.ts';
import type { Embedder, WebEngine } from '../../ports/index.ts';
import type { Deps } from '../../services/deps.ts';
import { lazily, lazyStream } from '../../services/lazily.ts';
import { WORKFLOW_WORK } from '../../services/research/workflows/work-kind.ts';
import { DISCOVERY_WORK } from '../../services/research/discovery/work-kinds.ts';
import { STALL_MS, type WorkKind } from '../../services/work/work-kind.ts';
import type { WorkRunner } from '../../services/work/work-runner.ts';
import type { Backlogs } from '../memories.ts';
import type { SearchCalls, SearchTuning } from '../search.ts';
import type { AccessCalls } from './access-calls.ts';
import type { AddingCalls } from './adding-calls.ts';
import type { AnalysisCalls } from './analysis-calls.ts';
import type { BibliographyCalls } from './bibliography-calls.ts';
import type { CitationCalls } from './citation-calls.ts';
import type { CitingCalls } from './citing-calls.ts';
import type { EvaluationCalls } from './evaluation-calls.ts';
import type { DiscoveryCalls } from './discovery-calls.ts';
import type { LibraryCalls } from './library-calls.ts';
import type { LookupCalls } from './lookup-calls.ts';
import type { MaintenanceCalls } from './maintenance-calls.ts';
import type { NoteCalls } from './note-calls.ts';
import type { QueryCalls } from './query-calls.ts';
import type { OutsideCalls } from './outside-calls.ts';
import type { ReadingCalls } from './reading-calls.ts';
import type { SecretCalls } from './secret-calls.ts';
import type { TagCalls } from './tag-calls.ts';
import type { WorkflowCalls } from './workflow-calls.ts';

export interface ResearchParts extends Backlogs {
  readonly search: SearchCalls;
  readonly runner: WorkRunner;
  /** Where kinds of work are declared. */
  readonly kinds: Pick<WorkRunner, 'register'>;
  readonly tuning: SearchTuning;
  /** Whose vectors searches go by. */
  model(): string;
  /** That model itself. */
  embedder(): Embedder;
}

export interface ResearchCalls {
  readonly library: LibraryCalls;
  readonly adding: AddingCalls;
  readonly citing: CitingCalls;
  readonly tags: TagCalls;
  readonly bibliography: BibliographyCalls;
  readonly citations: CitationCalls;
  readonly notes: NoteCalls;
  readonly reading: ReadingCalls;
  readonly lookup: LookupCalls;
  readonly access: AccessCalls;
  readonly analysis: AnalysisCalls;
  readonly maintenance: MaintenanceCalls;
  readonly queries: QueryCalls;
  readonly evaluation: EvaluationCalls;
  readonly outside: OutsideCalls;
  /** Those that search the web; known without loading anything. */
  readonly webEngines: readonly WebEngine[];
  readonly discovery: DiscoveryCalls;
  readonly workflows: WorkflowCalls;
  readonly secrets: SecretCalls;
}

/** What comes when it is first asked for. */
export type LoadedCalls = Omit<ResearchCalls, 'webEngines'>;

/** Kinds of work that a library has; `loaded-research.ts` says what each does. */
const WORK: readonly Omit<WorkKind, 'run'>[] = [
  ...['add_papers', 'retag_papers', 'reindex'].map((kind) => ({ kind, stallMs: STALL_MS })),
  ...DISCOVERY_WORK,
  WORKFLOW_WORK,
];

type Given = Omit<ResearchParts, 'kinds'>;

export function createResearchCalls(deps: Deps, parts: Given): ResearchCalls {
  let loading: ReturnType<typeof open> | undefined;
  const load = () => (loading ??= open(deps, parts));
  for (const declared of WORK)
    parts.runner.register({
      ...declared,
      run: async (item, control) => workOf((await load()).work, declared.kind).run(item, control),
    });
  const part = <Name extends keyof LoadedCalls>(name: Name): LoadedCalls[Name] =>
    lazily(async () => (await load()).calls[name]);
  const bibliography = part('bibliography');
  return {
    library: part('library'),
    adding: part('adding'),
    citing: part('citing'),
    tags: part('tags'),
    bibliography: {
      take: bibliography.take,
      export: bibliography.export,
      pieces: lazyStream(async () => (await load()).calls.bibliography.pieces),
    },
    citations: part('citations'),
    notes: part('notes'),
    reading: part('reading'),
    lookup: part('lookup'),
    access: part('access'),
    analysis: part('analysis'),
    maintenance: part('maintenance'),
    queries: part('queries'),
    evaluation: part('evaluation'),
    outside: part('outside'),
    webEngines: (deps.webSearches ?? []).map(({ engine }) => engine),
    discovery: part('discovery'),
    workflows: part('workflows'),
    secrets: part('secrets'),
  };
}

async function open(deps: Deps, parts: Given) {
  const { loadResearch } = await import('./loaded-research.ts');
  const work = new Map<string, WorkKind>();
  const kinds = { register: (kind: WorkKind): void => void work.set(kind.kind, kind) };
  return { calls: loadResearch(deps, { ...parts, kinds }), work };
}

function workOf(work: ReadonlyMap<string, WorkKind>, kind: string): WorkKind {
  const known = work.get(kind);
  if (!known) throw new ZapomniError('INTERNAL', 'A kind of work on papers was declared and is not there.');
  return known;
}
