/** One question to several sources at once; one that fails fails nobody else. */
import { toZapomniError, ZapomniError } from '../../../errors/index.ts';
import type { AskOptions, PaperQuestion, PaperSource, PaperSourceName } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import { answered, failed, switchedOff, type SourceReport } from './source-report.ts';

/** What a service needs of the application to ask. */
export type LookupDeps = Pick<Deps, 'paperSources' | 'clock'>;

export interface AskRequest {
  /** Only these; all that can be asked the question unless given. */
  readonly sources?: readonly PaperSourceName[] | undefined;
  readonly fresh?: boolean | undefined;
  readonly limit?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Told<T> {
  readonly source: PaperSource;
  readonly value: T;
}

export interface Asked<T> {
  /** In the order of the sources. */
  readonly told: readonly Told<T>[];
  readonly reports: readonly SourceReport[];
}

/** Nobody waits longer for the slowest. */
const LONGEST_MS = 60_000;

export async function askSources<T>(
  deps: LookupDeps,
  question: PaperQuestion,
  request: AskRequest,
  call: {
    readonly ask: (source: PaperSource, options: AskOptions) => Promise<T>;
    readonly count: (value: T) => number;
  },
): Promise<Asked<T>> {
  const { sources: only, fresh, limit, signal } = request;
  const all = (await deps.paperSources?.all()) ?? [];
  const asked = all.filter(({ name, answers }) => answers.has(question) && (only?.includes(name) ?? true));
  const within = AbortSignal.any([AbortSignal.timeout(LONGEST_MS), ...(signal ? [signal] : [])]);
  const options = { signal: within, ...(fresh ? { fresh } : {}), ...(limit === undefined ? {} : { limit }) };
  const results = await Promise.all(asked.map((source) => askOne(deps, source, options, call)));
  if (signal?.aborted) throw new ZapomniError('CANCELLED', 'The request was cancelled.');
  return {
    told: results.flatMap(({ told }) => told),
    reports: results.map(({ report }) => report),
  };
}

async function askOne<T>(
  { clock }: LookupDeps,
  source: PaperSource,
  options: AskOptions,
  { ask, count }: Parameters<typeof askSources<T>>[3],
): Promise<{ told: Told<T>[]; report: SourceReport }> {
  if (!source.about.isOn) return { told: [], report: switchedOff(source) };
  let stale: number | undefined;
  const onStale = (receivedAt: number): void => {
    stale = Math.min(stale ?? Infinity, receivedAt);
  };
  try {
    const value = await ask(source, { ...options, onStale });
    return { told: [{ source, value }], report: answered(source, count(value), stale) };
  } catch (error) {
    return { told: [], report: failed(source, tooSlow(error) ?? error, clock.now()) };
  }
}

/** That our own patience ended is no wish of the caller's. */
function tooSlow(error: unknown): ZapomniError | null {
  if (toZapomniError(error).code !== 'CANCELLED') return null;
  return new ZapomniError('TIMEOUT', 'It did not answer within a minute.', { hint: 'Ask again later.', cause: error });
}
