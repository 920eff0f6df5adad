/**
 * Has the texts of what a query's rule wants: the best first, so many a day, only under an open licence, and only from where the sources of
 * papers say that it lies open, wherever that leads. What it has is read, and becomes part of the library.
 */
import { toZapomniError } from '../../../../errors/index.ts';
import type { Deps } from '../../../deps.ts';
import { WorkLater, type WorkControl } from '../../../work/work-kind.ts';
import type { WorkRunner } from '../../../work/work-runner.ts';
import { downloadCopies, locateCopies, type Attempt } from '../../access/index.ts';
import type { FoundCopy } from '../../lookup/find-copies.ts';
import { survivorOf } from '../../library/find/survivor.ts';
import type { AddingSteps } from '../../library/adding/steps.ts';
import { papersOf } from '../../library/store/index.ts';
import { queriesOf } from '../../queries/queries.ts';
import type { QueryDefinition } from '../../queries/query-record.ts';
import { dayOf } from '../run/passes.ts';
import { DAY_MS } from '../schedule/next-time.ts';
import { findingsOf } from '../store/index.ts';
import type { FindingRecord, KeptFinding } from '../store/finding-record.ts';
import { DOWNLOAD_WORK } from '../work-kinds.ts';
import { namedFor } from './named-hosts.ts';
import { mayHave } from './open-licences.ts';
import { readDownload, type DownloadedText } from './read-download.ts';

const TIMEOUT_S = 60;
const A_PAGE = 'What was there is no PDF but a page: it may want to be paid or signed in to, which is not done.';

type Rule = NonNullable<QueryDefinition['auto_download']>;

export function registerDownloads(
  deps: Deps,
  runner: Pick<WorkRunner, 'register'>,
  { steps, stored }: { readonly steps: AddingSteps; stored(): void },
): void {
  runner.register({
    ...DOWNLOAD_WORK,
    run: async ({ workspace, payload }, control) => {
      const { query } = payload as { query: string };
      const of = { workspace: workspace ?? deps.config.workspace, query };
      const done = await downloadWanted({ deps, steps }, of, control);
      if (done > 0) stored();
      return { downloaded: done };
    },
  });
}

export function askDownloads(runner: WorkRunner, workspace: string, query: string): Promise<unknown> {
  return runner.ask({ kind: DOWNLOAD_WORK.kind, workspace, key: query, payload: { query }, priority: -1 });
}

export interface DownloadParts {
  readonly deps: Deps;
  readonly steps: AddingSteps;
}

interface For {
  readonly workspace: string;
  readonly query: string;
}

/** How many it has had. What the day has no room for waits for the next. */
export async function downloadWanted(
  parts: DownloadParts,
  of: For,
  { signal, progress }: Pick<WorkControl, 'signal' | 'progress'>,
) {
  const { deps } = parts;
  let done = 0;
  for (;;) {
    signal.throwIfAborted();
    const rule = (await queriesOf(deps).get(of.workspace, of.query))?.value.auto_download;
    const next = rule && (await nextWanted(deps, of));
    if (!rule || !next) return done;
    const now = deps.clock.now();
    if ((await madeOn(deps, of, dayOf(now))) >= rule.per_day) throw new WorkLater(tomorrow(now, deps.random()));
    const became = await downloadOne(parts, of.workspace, { finding: next, rule, signal });
    await note(deps, of.workspace, next, became);
    if (became.download === 'done') done += 1;
    progress(done, 0, 'texts');
  }
}

async function nextWanted(deps: Deps, { workspace, query }: For): Promise<KeptFinding | null> {
  const where = { query, download: 'wanted' as const };
  const { items } = await findingsOf(deps).list(workspace, { index: 'by_download', where, descending: true, limit: 1 });
  return items[0] ?? null;
}

function madeOn(deps: Deps, { workspace, query }: For, day: string): Promise<number> {
  return findingsOf(deps).count(workspace, { index: 'by_day', where: { query, downloaded_on: day } });
}

/** A little into it, so that not all come at midnight. */
function tomorrow(now: number, random: number): number {
  return (Math.floor(now / DAY_MS) + 1) * DAY_MS + Math.round(random * 3_600_000);
}

type Became = Pick<FindingRecord, 'download' | 'downloaded_on' | 'download_why'>;

const nothing = (download: 'none' | 'failed', download_why: string): Became => ({
  download,
  downloaded_on: null,
  download_why,
});

async function downloadOne(
  { deps, steps }: DownloadParts,
  workspace: string,
  { finding, rule, signal }: { readonly finding: KeptFinding; readonly rule: Rule; readonly signal: AbortSignal },
): Promise<Became> {
  const found = await papersOf(deps).get(workspace, finding.value.paper);
  const paper = found && (await survivorOf(deps, workspace, found));
  if (!paper || paper.value.standing === 'dismissed') return nothing('none', 'The paper is not wanted any more.');
  const identifiers = paper.value.item.identifiers.filter(({ scheme }) => scheme !== 'issn');
  if (identifiers.length === 0) return nothing('none', 'It has no identifier by which a copy is found.');
  const { copies, sources } = await locateCopies(deps, { identifiers, searchMultipleSources: true, signal });
  const open = copies.filter(({ kind, licence }) => kind === 'pdf' && mayHave(licence, rule.licences));
  if (open.length === 0)
    return nothing(
      'none',
      copies.length === 0 ? 'No open copy is known.' : 'No copy has a licence that the rule allows.',
    );
  const order = { workspace, identifiers, copies: open, sources, plan: null, timeoutSeconds: TIMEOUT_S, signal };
  const mayLead = (copy: FoundCopy) => namedFor(copy, copies);
  const { status, blob, copy, attempts } = await downloadCopies(deps, { ...order, mayLead });
  if (status !== 'downloaded' || !blob || !copy) return nothing('failed', whyNone(attempts));
  return readAndKeep(deps, steps, { workspace, paper, blob, copy, signal });
}

/** Each reason once: five publishers' pages are one. */
function whyNone(attempts: readonly Attempt[]): string {
  const reasons = attempts.map(({ outcome }) => (outcome.status === 'failed' ? outcome.reason : A_PAGE));
  return [...new Set(reasons)].join(' ');
}

async function readAndKeep(deps: Deps, steps: AddingSteps, downloaded: DownloadedText): Promise<Became> {
  try {
    const unread = await readDownload(deps, steps, downloaded);
    const why = unread === null ? null : `It is kept as a file, and could not be read: ${unread}`;
    return { download: 'done', downloaded_on: dayOf(deps.clock.now()), download_why: why };
  } catch (error) {
    const { code, message } = toZapomniError(error);
    if (code === 'INVALID_INPUT') return nothing('failed', message);
    throw error;
  }
}

async function note(deps: Deps, workspace: string, { key }: KeptFinding, became: Became): Promise<void> {
  const current = await findingsOf(deps).get(workspace, key);
  if (current)
    await findingsOf(deps).put(
      workspace,
      key,
      { ...current.value, ...became },
      { parent: current.parent, ifVersion: current.version },
    );
}
