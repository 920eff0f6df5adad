/** Browser workflows as clients and `--json` show them. What a site says stands in `from_site`, and nowhere else. */
import type { BibliographicItem } from '@zapomni/core/model';
import type {
  Confirmed,
  EndedRun,
  KeptProposal,
  KeptWorkflow,
  KeptWorkflowRun,
  ShownWorkflow,
  TriedOut,
  WorkflowDetails,
} from '@zapomni/core/research';
import { authorsOf, nameOf, yearOf } from '@zapomni/core/research';
import { iso } from '../values.ts';

export function toWorkflow({ key, value }: KeptWorkflow) {
  const { name, active, version, definition, created_at, updated_at } = value;
  const { description, allow_hosts, output, steps } = definition;
  return {
    workflow_id: key,
    name,
    is_active: active,
    version,
    steps: steps.length,
    hosts: allow_hosts,
    output,
    ...(description === '' ? {} : { description }),
    created_at: iso(created_at),
    updated_at: iso(updated_at),
  };
}

export function toShownWorkflow({ workflow, health, lastRun }: ShownWorkflow) {
  return {
    ...toWorkflow(workflow),
    health: health.status,
    ...(health.reason === '' ? {} : { health_reason: health.reason }),
    ...(lastRun ? { last_run: toRun(lastRun) } : {}),
  };
}

export function toWorkflows(shown: readonly ShownWorkflow[]) {
  return { count: shown.length, workflows: shown.map(toShownWorkflow) };
}

function toRun({ key, value }: KeptWorkflowRun) {
  const {
    version,
    trigger,
    status,
    started_at,
    ended_at,
    counts,
    skipped,
    failure,
    traffic,
    failure_picture,
    pictures,
  } = value;
  return {
    run_id: key,
    version,
    trigger,
    status,
    started_at: iso(started_at),
    ...(ended_at === null ? {} : { ended_at: iso(ended_at) }),
    rows: counts.rows,
    items: counts.items,
    ...(skipped.length === 0 ? {} : { skipped }),
    ...(failure === null ? {} : { failure: toFailure(failure) }),
    requests: traffic.requests,
    bytes: traffic.bytes,
    pages: traffic.pages,
    ...(traffic.refused.length === 0 ? {} : { refused_hosts: traffic.refused }),
    ...(failure_picture === null ? {} : { failure_screenshot: failure_picture }),
    ...(pictures.length === 0 ? {} : { screenshots: pictures }),
  };
}

function toFailure({ code, message, step, action, selector }: NonNullable<KeptWorkflowRun['value']['failure']>) {
  return {
    code,
    message,
    ...(step === null ? {} : { step }),
    ...(action === null ? {} : { action }),
    ...(selector === null ? {} : { selector }),
  };
}

export function toWorkflowDetails(details: WorkflowDetails) {
  const { definition, version, versions, runs } = details;
  return {
    ...toShownWorkflow(details),
    shown_version: version,
    definition,
    versions: versions.map(({ value }) => ({
      version: value.version,
      until: iso(value.until),
      steps: value.definition.steps.length,
    })),
    runs: runs.map((run) => ({ ...toRun(run), log: run.value.log })),
  };
}

/** What `workflow add` and `create_browser_workflow` take again. */
export function toExportedWorkflow({ workflow, definition }: WorkflowDetails) {
  return { name: workflow.value.name, ...definition };
}

const MOST_TEXT = 600;

function toFound(item: BibliographicItem, url: string | null) {
  const authors = authorsOf(item).map(nameOf);
  const year = yearOf(item);
  const { abstract } = item;
  return {
    title: item.title ?? '',
    ...(url === null ? {} : { url }),
    ...(authors.length === 0 ? {} : { authors }),
    ...(year === null ? {} : { year }),
    ...Object.fromEntries(
      item.identifiers.filter(({ scheme }) => scheme !== 'url').map(({ scheme, value }) => [scheme, value]),
    ),
    ...(item.container_title === undefined ? {} : { venue: item.container_title }),
    ...(abstract === undefined ? {} : { abstract: abstract.slice(0, MOST_TEXT).toWellFormed() }),
    ...(item.files === undefined ? {} : { pdf: item.files[0] }),
  };
}

export function toEndedRun({ run, result }: EndedRun) {
  return { run: toRun(run), from_site: { items: result ? foundIn(result) : [] } };
}

function foundIn(result: NonNullable<EndedRun['result']>): Record<string, unknown>[] {
  if (result.output === 'rows') return result.rows.map((row) => ({ ...row }));
  return result.items.map(({ paper, url }) => toFound(paper.item, url));
}

export function toTriedOut({ matches, rows, failure, hint, traffic }: TriedOut) {
  return {
    steps: matches.map(({ step, action, selectors, fields }) => ({
      step,
      action,
      ...(selectors.length === 0 ? {} : { selectors }),
      ...(fields.length === 0
        ? {}
        : { fields: fields.map(({ field, selectors: by, found }) => ({ field, selectors: by, found })) }),
    })),
    ...(failure === null ? {} : { failure: { ...toFailure(failure), ...(hint === null ? {} : { hint }) } }),
    requests: traffic.requests,
    pages: traffic.pages,
    from_site: { items: rows.map((row) => ({ ...row })) },
  };
}

export function toProposal({ key, value }: KeptProposal) {
  const { url, definition, how, confidence, matched, samples, expires_at } = value;
  const extract = definition.steps.find((step) => step.do === 'extract');
  const next = definition.steps.find((step) => step.do === 'paginate');
  return {
    proposal_id: key,
    url,
    how,
    confidence,
    matched,
    ...(extract?.each ? { each: extract.each } : {}),
    fields: extract?.fields ?? {},
    ...(next ? { next: next.next } : {}),
    expires_at: iso(expires_at),
    from_site: { items: samples },
  };
}

export function toConfirmed({ workflow, source }: Confirmed) {
  return { workflow: toWorkflow(workflow), ...(source ? { source: { source_id: source.id, name: source.name } } : {}) };
}
