/** A workflow as a place where papers are found: one visit is one page of findings, and what it found before a step failed is not lost. */
import { ZapomniError } from '../../../../errors/index.ts';
import type { Deps } from '../../../deps.ts';
import type { ParamValue } from '../../workflows/definition/definition.ts';
import { MOST_ITEMS } from '../../workflows/definition/limits.ts';
import { whyFailed } from '../../workflows/store/health.ts';
import { execute } from '../../workflows/run/execute.ts';
import { requireActive } from '../../workflows/run/run-work.ts';
import { findWorkflow } from '../../workflows/store/workflows.ts';
import type { Finder } from '../finder.ts';
import type { OpenFinder } from './opened-source.ts';

interface WorkflowPlace {
  readonly workspace: string;
  /** Name or id of the workflow. */
  readonly workflow: string;
  readonly keywords: readonly string[];
  readonly params: Readonly<Record<string, ParamValue>>;
}

function workflowFinder(deps: Deps, { workspace, workflow: named, keywords, params }: WorkflowPlace): Finder {
  return {
    async page({ window, limit, signal }) {
      const workflow = await findWorkflow(deps, workspace, named, 'workflow');
      requireActive(workflow);
      const { definition, version } = workflow.value;
      if (definition.output !== 'papers')
        throw new ZapomniError('CONFLICT', 'The workflow brings rows and no papers.', {
          hint: 'Its "output" must be "papers".',
        });
      const most = Math.min(limit, MOST_ITEMS);
      const values = { keywords, dateFrom: window.from, dateUntil: window.until, limit: most, params };
      const order = {
        workspace,
        workflow,
        definition,
        version,
        values,
        runId: deps.ids.next(),
        trigger: 'source' as const,
      };
      const { run, result, error } = await execute(deps, { ...order, signal });
      const items = result.output === 'papers' ? result.items : [];
      if (error && items.length === 0) throw error;
      const { skipped, traffic } = run.value;
      return {
        items,
        next: null,
        requests: traffic.requests,
        skipped: error ? [...skipped, `${whyFailed(run.value)}; what was found before is kept.`] : skipped,
      };
    },
  };
}

/** A source of the kind workflow. Its days and words are those of the run, its parameters its own. */
export function openWorkflow(deps: Deps): OpenFinder {
  return async (workspace, { value: { workflow, search } }) => {
    const { browser, reason } = (await deps.browser?.about()) ?? { browser: null, reason: 'Browsing is off.' };
    const params = (workflow?.params ?? {}) as Readonly<Record<string, ParamValue>>;
    return {
      finder: workflowFinder(deps, { workspace, workflow: workflow?.name ?? '', keywords: search.keywords, params }),
      isOn: browser !== null,
      howToAllow: reason,
      keySetting: null,
    };
  };
}
