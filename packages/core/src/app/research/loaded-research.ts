/** The library of papers with all that it stands on; each part has a file beside this one. Loaded when papers are first asked for. */
import type { Deps } from '../../services/deps.ts';
import { citeHits } from '../../services/documents/cite-hits.ts';
import { openWorkflow } from '../../services/research/discovery/finders/workflow-finder.ts';
import { createEvaluator } from '../../services/research/evaluate/evaluate-papers.ts';
import type { Schedule } from '../../services/research/queries/query-record.ts';
import type { MakeSource } from '../../services/research/workflows/propose/confirm.ts';
import { createAccessCalls } from './access-calls.ts';
import { createAddingCalls } from './adding-calls.ts';
import { createAnalysisCalls } from './analysis-calls.ts';
import { createBibliographyCalls } from './bibliography-calls.ts';
import { createCitationCalls } from './citation-calls.ts';
import { createCitingCalls } from './citing-calls.ts';
import { createEvaluationCalls } from './evaluation-calls.ts';
import { createDiscoveryCalls, type DiscoveryCalls } from './discovery-calls.ts';
import { createLibraryCalls } from './library-calls.ts';
import { createLookupCalls } from './lookup-calls.ts';
import { createMaintenanceCalls } from './maintenance-calls.ts';
import { createNoteCalls } from './note-calls.ts';
import { createQueryCalls } from './query-calls.ts';
import { createOutsideCalls } from './outside-calls.ts';
import { createReadingCalls } from './reading-calls.ts';
import type { LoadedCalls, ResearchParts } from './research.ts';
import { createSecretCalls } from './secret-calls.ts';
import { createTagCalls } from './tag-calls.ts';
import { createWorkflowCalls } from './workflow-calls.ts';

export function loadResearch(deps: Deps, parts: ResearchParts): LoadedCalls {
  const library = createLibraryCalls(deps, parts);
  const evaluate = createEvaluator(deps, parts);
  const discovery = createDiscoveryCalls(deps, parts, { evaluate, finders: { workflow: openWorkflow(deps) } });
  return {
    library,
    adding: createAddingCalls(deps, parts),
    citing: createCitingCalls(deps),
    tags: createTagCalls(deps, parts),
    bibliography: createBibliographyCalls(deps, library),
    citations: createCitationCalls(deps, parts),
    notes: createNoteCalls(deps, parts),
    reading: createReadingCalls(deps),
    lookup: createLookupCalls(deps),
    access: createAccessCalls(deps),
    analysis: createAnalysisCalls(deps, {
      search: parts.search,
      cite: (result, query) => citeHits(deps, result, query),
      members: (workspace, set) => library.members(workspace, set),
    }),
    maintenance: createMaintenanceCalls(deps, { ...parts, library }),
    queries: createQueryCalls(deps, { scheduled: discovery.wake }),
    evaluation: createEvaluationCalls(deps, parts),
    outside: createOutsideCalls(deps),
    discovery,
    workflows: createWorkflowCalls(deps, parts, sourcesIn(discovery)),
    secrets: createSecretCalls(deps),
  };
}

/** A workflow that was proposed becomes a source like any other. */
function sourcesIn(discovery: DiscoveryCalls): MakeSource {
  return async (workspace, { schedule, ...source }) => {
    const times = schedule === null ? { onDemand: true } : timesOf(schedule);
    const { source: made } = await discovery.createSource(workspace, { kind: 'workflow', ...source, ...times });
    return { id: made.key, name: made.value.name };
  };
}

function timesOf(schedule: Schedule) {
  return 'every_hours' in schedule ? { scheduleHours: schedule.every_hours } : schedule;
}
