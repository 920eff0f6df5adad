/**
 * Looks at a source once, page by page:
 *
 *   begin, or go on where somebody stopped ─► page ─► what is new of it is kept, with the place of the next ─┐
 *                                             ▲                                                              │
 *                                             └── until it is through, has enough, or fails ─────────────────┘
 *
 * A page that fails ends the run with the reason; the next one begins with that page. Nothing is held but one page.
 */
import { toZapomniError, ZapomniError } from '../../../../errors/index.ts';
import type { Deps } from '../../../deps.ts';
import type { WorkControl } from '../../../work/work-kind.ts';
import type { EvaluateCandidates } from '../../evaluate/evaluation.ts';
import type { KeptQuery } from '../../queries/query-record.ts';
import type { FoundPage } from '../finder.ts';
import type { OpenedSource, OpenFinder } from '../finders/opened-source.ts';
import type { KeptRun, RunRecord } from '../store/run-record.ts';
import type { Pass, SourceRecord } from '../store/source-record.ts';
import { beginRun, forgetOldRuns, sourceById } from './begin-run.ts';
import { doneAfter, passesFor } from './passes.ts';
import { failureOf, isOurs } from './run-failure.ts';
import { withCounts, type RunOrder, type RunState } from './run-state.ts';
import { pageWrites, sameAsBefore } from './same-page.ts';
import { takePage, type Taken } from './take-page.ts';
import { queriesFor } from './wanting.ts';

export interface RunParts {
  readonly deps: Deps;
  readonly open: OpenFinder;
  readonly evaluate?: EvaluateCandidates | undefined;
  /** Texts are wanted for a query. */
  wantTexts?(workspace: string, query: string): Promise<unknown>;
}

/** Of one page. */
const MOST_ITEMS = 100;
/** A service that never comes to an end is left after so many. */
const MOST_PAGES = 500;
const MOST_REASONS = 20;

type Control = Pick<WorkControl, 'signal' | 'progress' | 'stop'>;

export async function runSource(parts: RunParts, order: RunOrder, control: Control): Promise<KeptRun> {
  const { deps } = parts;
  const { workspace } = order;
  const source = await sourceById(deps, workspace, order.source);
  const opened = await parts.open(workspace, source);
  const state = await beginRun(deps, order, source);
  const queries = await queriesFor(deps, workspace, source);
  const news = new Set<string>();
  try {
    if (!opened.isOn) throw new ZapomniError('NETWORK_OFF', 'It may not be asked.', hintOf(opened));
    await beginPasses(deps, state);
    await lookThrough({ ...parts, order, state, opened, queries, news }, control);
    await end(state, { status: 'ok', more: state.source.value.passes.length > 0 }, queries, news);
  } catch (error) {
    // Whoever goes on after us finds the run as it is.
    if (isOurs(error) || (control.signal.aborted && control.stop !== 'cancelled')) throw error;
    await end(state, failureOf(error, opened, state.run.value.pages, deps.clock.now()), queries, news);
    if (control.signal.aborted) throw error;
  }
  await forgetOldRuns(deps, workspace, source.key);
  return state.run;
}

function hintOf({ howToAllow }: OpenedSource): { hint?: string } {
  return howToAllow === null ? {} : { hint: howToAllow };
}

/** What was new before a crash is told of too. */
async function end(
  state: RunState,
  told: Partial<RunRecord>,
  queries: readonly KeptQuery[],
  news: ReadonlySet<string>,
): Promise<void> {
  const all = state.resumed && state.run.value.new > 0 ? queries.map(({ key }) => key) : [];
  await state.end(told, new Set([...news, ...all]));
}

async function beginPasses(deps: Deps, state: RunState): Promise<void> {
  const { passes, left } = passesFor(state.source.value, deps.clock.now());
  const why = left === null ? [] : [`Days from ${left} on were given up: there is more every day than is taken.`];
  const skipped_why = [...state.run.value.skipped_why, ...why];
  await state.write({ ...state.run.value, skipped_why }, { ...state.source.value, passes });
}

interface Looking extends RunParts {
  readonly order: RunOrder;
  readonly state: RunState;
  readonly opened: OpenedSource;
  readonly queries: readonly KeptQuery[];
  readonly news: Set<string>;
}

async function lookThrough(looking: Looking, control: Control): Promise<void> {
  const { state } = looking;
  const places = new Set<string>();
  let mayBeginAnew = true;
  for (let n = 0; n < MOST_PAGES; n++) {
    control.signal.throwIfAborted();
    const { pass } = state;
    if (!pass || state.taken >= state.run.value.most) return;
    const place = `${pass.from} ${pass.cursor}`;
    if (places.has(place)) throw new ZapomniError('UPSTREAM_FAILED', 'It gives the same page again and again.');
    places.add(place);
    try {
      if (await onePage(looking, control, pass)) return;
    } catch (error) {
      if (!(await wentRound(state, pass, error, mayBeginAnew))) throw error;
      places.clear();
      mayBeginAnew = false;
    }
  }
}

/** True where the run can go on in spite of it. */
async function wentRound(state: RunState, pass: Pass, error: unknown, mayBeginAnew: boolean): Promise<boolean> {
  if (pass.cursor === null || toZapomniError(error).code !== 'INVALID_INPUT') return false;
  if (!isLostPlace(error)) {
    await giveUp(state, pass, toZapomniError(error));
    return true;
  }
  // A place that it does not know any more: from the beginning; what was seen is known.
  if (mayBeginAnew) await state.write(state.run.value, withPass(state.source.value, { ...pass, cursor: null }));
  return mayBeginAnew;
}

function isLostPlace(error: unknown): boolean {
  return toZapomniError(error).issues.some(({ field }) => field === 'cursor');
}

/** There is more than the service lets anybody see: what can be seen was, and asking again would end here again. */
async function giveUp(state: RunState, pass: Pass, { message, hint }: ZapomniError): Promise<void> {
  const run = state.run.value;
  const why = `Days from ${pass.from ?? 'the first'} on could not be looked through: ${message} ${hint}`;
  const source = {
    ...state.source.value,
    passes: state.source.value.passes.slice(1),
    done_until: doneAfter(state.source.value, pass),
  };
  await state.write({ ...run, skipped_why: [...run.skipped_why, why].slice(0, MOST_REASONS) }, source);
}

function withPass(source: SourceRecord, pass: Pass): SourceRecord {
  return { ...source, passes: [pass, ...source.passes.slice(1)] };
}

/** True when there was no room for all of it. */
async function onePage(looking: Looking, { signal, progress }: Control, pass: Pass): Promise<boolean> {
  const { state, opened, queries, order } = looking;
  const { run, source } = state;
  const room = run.value.most - state.taken;
  const limit = Math.min(MOST_ITEMS, room);
  progress(run.value.new, run.value.total ?? 0, `page ${run.value.pages + 1} of ${source.value.name}`);
  const page = await opened.finder.page({
    window: { from: pass.from, until: pass.until },
    cursor: pass.cursor,
    limit,
    mark: pass.cursor === null ? source.value.mark : null,
    signal,
  });
  signal.throwIfAborted();
  progress(run.value.new, page.total ?? run.value.total ?? 0, `judging page ${run.value.pages + 1}`);
  const taking = { workspace: order.workspace, source, run: run.key, page: run.value.pages + 1, queries, room, signal };
  const placed = { taking, pass, limit, page };
  const same = await sameAsBefore(looking.deps, placed);
  if (same) {
    await state.write(...after(state, pass, same.page, same.taken));
    return false;
  }
  let next: readonly [RunRecord, SourceRecord] = [run.value, source.value];
  const { taken, versions } = await takePage(looking, taking, page.items, (counted) => {
    next = after(state, pass, page, counted);
    return [...state.writesFor(...next), ...pageWrites(looking.deps, placed, counted)];
  });
  state.moved(...next, versions);
  await tellNews(looking, taken);
  return taken.isCut;
}

async function tellNews({ news, order, wantTexts }: Looking, taken: Taken): Promise<void> {
  for (const query of taken.news) news.add(query);
  for (const query of taken.wanted) await wantTexts?.(order.workspace, query);
}

/** Both records once the page is taken. One that was cut is looked at again. */
function after(state: RunState, pass: Pass, page: FoundPage, taken: Taken): [RunRecord, SourceRecord] {
  const source = state.source.value;
  const isThrough = page.next === null && !taken.isCut;
  const goesOn = { ...pass, cursor: taken.isCut ? pass.cursor : page.next, pages: pass.pages + 1 };
  const moved: SourceRecord = isThrough
    ? { ...source, passes: source.passes.slice(1), done_until: doneAfter(source, pass), mark: page.mark ?? source.mark }
    : withPass(source, goesOn);
  return [
    withPage(withCounts(state.run.value, taken), pass, page, { taken, cursor: isThrough ? null : goesOn.cursor }),
    moved,
  ];
}

function withPage(
  run: RunRecord,
  pass: Pass,
  page: FoundPage,
  { taken, cursor }: { readonly taken: Taken; readonly cursor: string | null },
): RunRecord {
  const untitled = taken.untitled === 0 ? [] : [`${taken.untitled} without a title.`];
  return {
    ...run,
    from: pass.from,
    until: pass.until,
    cursor,
    pages: run.pages + 1,
    skipped: run.skipped + page.skipped.length + taken.untitled,
    skipped_why: [...new Set([...run.skipped_why, ...page.skipped, ...untitled])].slice(0, MOST_REASONS),
    requests: run.requests + page.requests,
    cost: run.cost + (page.cost ?? 0),
    total: page.total ?? run.total,
  };
}

/** How many a run takes unless it is said: what the source says, less where nobody who wants it wants so many. */
export async function usualMost(
  deps: Deps,
  workspace: string,
  sourceId: string,
  query: string | null,
): Promise<number> {
  const source = await sourceById(deps, workspace, sourceId);
  const wanting = await queriesFor(deps, workspace, source);
  const asked = query === null ? wanting : wanting.filter(({ key }) => key === query);
  const limits = asked.map(({ value }) => value.max_per_run);
  return limits.length === 0 ? source.value.max_articles : Math.min(source.value.max_articles, Math.max(...limits));
}
