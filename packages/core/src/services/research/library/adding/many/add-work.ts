/** Many papers at once, as work that outlives the call and the process: each goes its own way to its own end, and the report says which. */
import { ERROR_POLICIES, messageAlone, toZapomniError } from '../../../../../errors/index.ts';
import type { WorkData, WorkItem } from '../../../../../ports/index.ts';
import type { Deps } from '../../../../deps.ts';
import { isUrl, type Asker } from '../../../../documents/fetch-source.ts';
import { sha256 } from '../../../../memory/prepare-text.ts';
import { STALL_MS } from '../../../../work/work-kind.ts';
import type { WorkRunner } from '../../../../work/work-runner.ts';
import { checkedTags, checkedText } from '../../change/checked-text.ts';
import { gravestOfEach, type SourceReport } from '../../../lookup/source-report.ts';
import { addPaper, type AddedPaper } from '../add-paper.ts';
import type { PaperOrigin } from '../arrivals.ts';
import { finishLater } from '../finish.ts';
import type { AddingSteps } from '../steps.ts';

const ADD_PAPERS = 'add_papers';

export interface AddPapersRequest extends Asker {
  readonly workspace: string;
  /** Files, addresses and identifiers, each named by whoever asks: what was deleted comes back. */
  readonly sources: readonly string[];
  /** Of a folder, before the others: what was deleted stays away. */
  readonly files?: readonly string[] | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly skipExisting?: boolean | undefined;
}

export interface AddPapersReport {
  readonly added: number;
  readonly updated: number;
  readonly known: number;
  readonly failed: number;
  readonly papers: readonly string[];
  readonly failures: readonly { readonly source: string; readonly code: string; readonly message: string }[];
  readonly warnings: readonly { readonly source: string; readonly message: string }[];
  /** What came of asking each source: the worst of it, and how many papers it left unanswered. */
  readonly sources: readonly (SourceReport & { readonly papers: number })[];
}

export interface AddingParts {
  readonly steps: AddingSteps;
  /** Something was stored that waits for vectors and to be read for the graph. */
  stored(): void;
}

/** To look at a vault costs the more the more there is in it: that is done for so many papers at once. */
const NOTES_AT_ONCE = 25;
/** Nobody waits for each. */
const PATIENCE_MS = 120_000;
/** What would be the same for every paper ends the work. */
const ENDING = /^(?:STORE_|CANCELLED)/;

/** A path is absolute; whatever else is no address names a paper. */
function originOf(source: string): PaperOrigin {
  if (isUrl(source)) return { url: source };
  return /^(?:[/\\]|[a-z]:[\\/])/i.test(source) ? { path: source } : { identifier: source };
}

export interface Adding extends AddPapersRequest {
  readonly onProgress?: ((done: number, total: number, added: AddedPaper | null) => void) | undefined;
}

/** One after the other; what fails is told and keeps no other from coming. */
export async function addPapers(deps: Deps, { steps, stored }: AddingParts, adding: Adding): Promise<AddPapersReport> {
  checkedTags(adding.tags ?? [], 'tags');
  const counts = { added: 0, updated: 0, known: 0, failed: 0 };
  const papers: string[] = [];
  const failures: { source: string; code: string; message: string }[] = [];
  const warnings: { source: string; message: string }[] = [];
  const { sources: named, files = [], onProgress, ...asked } = adding;
  const sources = [...files, ...named];
  const unnoted = new Set<string>();
  const reports: (readonly SourceReport[])[] = [];
  const writeNotes = async (): Promise<void> => {
    const keys = [...unnoted];
    unnoted.clear();
    const told = keys.length === 0 ? [] : ((await steps.note?.(asked, keys)) ?? []);
    warnings.push(...told.map((message) => ({ source: 'notes', message })));
    await finishLater(deps, asked.workspace, keys);
  };
  for (const [i, source] of sources.entries()) {
    adding.signal?.throwIfAborted();
    let added: AddedPaper | null = null;
    try {
      added = await addPaper(deps, steps, {
        ...asked,
        from: originOf(source),
        leaveForgotten: i < files.length,
        noteLater: true,
        patienceMs: PATIENCE_MS,
      });
      counts[added.status] += 1;
      papers.push(added.paper.key);
      reports.push(added.sources);
      warnings.push(...[...added.warnings, ...alikeTo(added)].map((message) => ({ source, message })));
      if (added.status !== 'known') stored();
      if (steps.note && added.status !== 'known') unnoted.add(added.paper.key);
    } catch (error) {
      const { code } = toZapomniError(error);
      if (ENDING.test(code)) throw error;
      counts.failed += 1;
      failures.push({ source, code, message: toldOf(error) });
    }
    if (unnoted.size >= NOTES_AT_ONCE) await writeNotes();
    onProgress?.(i + 1, sources.length, added);
  }
  await writeNotes();
  return { ...counts, papers, failures, warnings, sources: ofAll(reports) };
}

function alikeTo({ proposals }: AddedPaper): string[] {
  return proposals.map(
    ({ paper, why }) => `It may be the same as ${paper} (${why.replaceAll('_', ' ')}); merge_articles makes them one.`,
  );
}

function ofAll(told: readonly (readonly SourceReport[])[]): AddPapersReport['sources'] {
  const left = told.flat().filter(({ status }) => status !== 'ok' && status !== 'off');
  return gravestOfEach(told).map((report) => {
    const papers = left.filter(({ source }) => source === report.source).length;
    const count = told.flat().filter(({ source, status }) => source === report.source && status === 'ok').length;
    return { ...report, count, papers };
  });
}

/** What was wrong and what to do. */
function toldOf(error: unknown): string {
  const { code, hint } = toZapomniError(error);
  const what = messageAlone(error);
  return hint === ERROR_POLICIES[code].advice ? what : `${what} ${hint}`;
}

interface Payload {
  readonly sources: readonly string[];
  readonly files: readonly string[];
  readonly client: string;
  readonly tags: readonly string[];
  readonly skip_existing: boolean;
}

export function registerAdding(deps: Deps, runner: Pick<WorkRunner, 'register'>, parts: AddingParts): void {
  runner.register({
    kind: ADD_PAPERS,
    stallMs: STALL_MS,
    run: async (item, { signal, progress }) => {
      const { sources, files, client, tags, skip_existing: skipExisting } = item.payload as unknown as Payload;
      const workspace = item.workspace ?? deps.config.workspace;
      const onProgress = (done: number, total: number): void => progress(done, total, 'papers');
      const report = await addPapers(deps, parts, {
        workspace,
        sources,
        files,
        client,
        tags,
        skipExisting,
        signal,
        onProgress,
      });
      return toWorkData(report);
    },
  });
}

const MOST_TOLD = 100;

function toWorkData({ papers, failures, warnings, sources, ...counts }: AddPapersReport): WorkData {
  return {
    ...counts,
    papers: papers.slice(0, MOST_TOLD),
    failures: failures.slice(0, MOST_TOLD).map((one) => ({ ...one })),
    warnings: warnings.slice(0, MOST_TOLD).map((one) => ({ ...one })),
    sources: sources.filter(({ papers: left }) => left > 0).map(toldOfSource),
  };
}

/** Who reads it has no clock of ours. */
function toldOfSource({ source, status, reason, until, key, papers }: AddPapersReport['sources'][number]): WorkData {
  return {
    name: source,
    status,
    ...(reason === undefined ? {} : { reason }),
    ...(until === undefined ? {} : { until: new Date(until).toISOString() }),
    ...(key === undefined ? {} : { key_setting: key }),
    unanswered: papers,
  };
}

/** The same asked twice while it runs is one task. */
export async function askForPapers(runner: WorkRunner, request: AddPapersRequest): Promise<WorkItem> {
  const { workspace, sources, files = [], client, tags = [], skipExisting = true } = request;
  sources.forEach((source, i) => checkedText(source, `sources[${i}]`, MOST_SOURCE));
  checkedTags(tags, 'tags');
  const payload = { sources: [...sources], files: [...files], client, tags: [...tags], skip_existing: skipExisting };
  const key = await sha256(JSON.stringify(payload));
  return runner.ask({ kind: ADD_PAPERS, workspace, payload, key, priority: 1 });
}

const MOST_SOURCE = 5000;
