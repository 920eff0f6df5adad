/** A run under way: its record and its source's, which change together with every page. */
import type { RecordWrite } from '../../../../ports/index.ts';
import type { Deps } from '../../../deps.ts';
import { newsOf, runsOf, schedulesOf, sourcesOf } from '../store/index.ts';
import type { KeptRun, RunRecord } from '../store/run-record.ts';
import type { KeptSource, Pass, SourceRecord } from '../store/source-record.ts';
import { afterRun } from '../schedule/after-run.ts';
import { scheduleKey } from '../schedule/plan.ts';
import type { Taken } from './take-page.ts';

export interface RunOrder {
  readonly workspace: string;
  readonly source: string;
  /** For whom it is; null for all. */
  readonly query: string | null;
  readonly trigger: RunRecord['trigger'];
  /** How many that were not seen before it takes. */
  readonly most: number;
  readonly task: string;
}

export class RunState {
  readonly #deps: Deps;
  readonly workspace: string;
  source: KeptSource;
  run: KeptRun;
  /** Went on where another process had stopped. */
  readonly resumed: boolean;

  constructor(deps: Deps, workspace: string, at: { source: KeptSource; run: KeptRun; resumed: boolean }) {
    this.#deps = deps;
    this.workspace = workspace;
    this.source = at.source;
    this.run = at.run;
    this.resumed = at.resumed;
  }

  get pass(): Pass | undefined {
    return this.source.value.passes[0];
  }

  /** What was not seen before and has been taken. */
  get taken(): number {
    const { new: fresh, rejected } = this.run.value;
    return fresh + rejected;
  }

  writesFor(run: RunRecord, source: SourceRecord): RecordWrite[] {
    return [
      runsOf(this.#deps).writeFor(this.run.key, run, { ifVersion: this.run.version }),
      sourcesOf(this.#deps).writeFor(this.source.key, source, { ifVersion: this.source.version }),
    ];
  }

  moved(run: RunRecord, source: SourceRecord, [runVersion = 0, sourceVersion = 0]: readonly number[]): void {
    this.run = { ...this.run, value: run, version: runVersion };
    this.source = { ...this.source, value: source, version: sourceVersion };
  }

  async write(run: RunRecord, source: SourceRecord, also: readonly RecordWrite[] = []): Promise<void> {
    const { storage, clock } = this.#deps;
    const versions = await storage.records.write(
      this.workspace,
      [...this.writesFor(run, source), ...also],
      clock.now(),
    );
    this.moved(run, source, versions);
  }

  /** Ends it: the source remembers, its schedule goes on from here, and who waits for news is told. */
  async end(told: Partial<RunRecord>, news: ReadonlySet<string>): Promise<void> {
    const now = this.#deps.clock.now();
    const run: RunRecord = { ...this.run.value, ...told, ended_at: now };
    const isThrough = run.error === null && this.source.value.passes.length === 0;
    const source: SourceRecord = {
      ...this.source.value,
      last: { run: this.run.key, status: run.status, started_at: run.started_at, ended_at: now },
      ...(isThrough ? { complete_at: now } : {}),
    };
    await this.write(run, source, [
      ...(await this.#scheduleWrites(run, now)),
      ...[...news].map((query) => newsOf(this.#deps).writeFor(query, { run: this.run.key, at: now })),
    ]);
  }

  async #scheduleWrites(run: RunRecord, now: number): Promise<RecordWrite[]> {
    if (run.status === 'cancelled') return [];
    const key = scheduleKey('source', this.source.key);
    const before = await schedulesOf(this.#deps).get(this.workspace, key);
    if (!before) return [];
    const value = afterRun(before.value, run, now, this.#deps.random());
    return [schedulesOf(this.#deps).writeFor(key, value, { ifVersion: before.version })];
  }
}

const COUNTS = ['found', 'new', 'known', 'rejected', 'forgotten'] as const;

export function withCounts(run: RunRecord, taken: Taken): RunRecord {
  const counts = Object.fromEntries(COUNTS.map((name) => [name, run[name] + taken[name]]));
  return { ...run, ...counts };
}
