/**
 * What came of the contracts: one row for each suite and driver, and everything that is not as it should be. A clause that is
 * skipped says why in its title (`titled` of the testkit); engines of one port are held to the same clauses.
 */

/** As vitest's JSON reporter writes it, as far as it is needed here. */
export interface TestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
    }[];
  }[];
}

export interface ContractRow {
  readonly suite: string;
  readonly driver: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export interface ContractResults {
  readonly rows: readonly ContractRow[];
  /** Suite, driver, clause and reason of each that was skipped. */
  readonly skips: readonly string[];
  /** Sentences; none when all is well. */
  readonly faults: readonly string[];
}

/** Drivers of the same port that must keep the same clauses. */
const ENGINES = { suite: 'storage', drivers: ['sqlite', 'falkordb'] } as const;

interface Clause {
  readonly suite: string;
  readonly driver: string;
  /** With the groups it stands in, without the reason of a skip. */
  readonly title: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly reason: string | undefined;
}

const CONTRACT = /^(.+) contract: (.+)$/;
const REASON = / \(skipped: (.*)\)/;

export function readResults(report: TestReport): ContractResults {
  const clauses = report.testResults.flatMap(({ assertionResults }) => assertionResults.flatMap(toClause));
  const named = (clause: Clause): string => `${clause.suite}, ${clause.driver}: ${clause.title}`;
  const skipped = clauses.filter(({ outcome }) => outcome === 'skipped');
  return {
    rows: toRows(clauses),
    skips: skipped.map((clause) => `${named(clause)} (${clause.reason ?? 'no reason'})`),
    faults: [
      ...report.testResults
        .filter(isBroken)
        .map(({ name, message }) => `${name} could not be run: ${firstLine(message)}`),
      ...clauses.filter(({ outcome }) => outcome === 'failed').map((clause) => `failed: ${named(clause)}`),
      ...skipped
        .filter(({ reason }) => reason === undefined)
        .map((clause) => `skipped without a reason: ${named(clause)}`),
      ...findMissing(clauses),
    ],
  };
}

function toClause(test: TestReport['testResults'][number]['assertionResults'][number]): Clause[] {
  const at = test.ancestorTitles.findIndex((title) => CONTRACT.test(title));
  const [, suite = '', driver = ''] = CONTRACT.exec(test.ancestorTitles[at] ?? '') ?? [];
  if (at < 0) return [];
  const title = [...test.ancestorTitles.slice(at + 1), test.title].join(' › ');
  const reason = REASON.exec(title)?.[1];
  return [{ suite, driver, title: title.replace(REASON, ''), outcome: toOutcome(test.status), reason }];
}

/** A test that was begun and never told of ended with its process. */
function toOutcome(status: string): Clause['outcome'] {
  return status === 'passed' || status === 'skipped' ? status : 'failed';
}

function toRows(clauses: readonly Clause[]): ContractRow[] {
  const groups = Map.groupBy(clauses, ({ suite, driver }) => `${suite}\n${driver}`);
  const rows = Array.from(groups.values(), (some): ContractRow => {
    const { suite = '', driver = '' } = some[0] ?? {};
    const count = (outcome: Clause['outcome']): number => some.filter((one) => one.outcome === outcome).length;
    return { suite, driver, passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
  });
  return rows.sort((a, b) => (`${a.suite}\n${a.driver}` < `${b.suite}\n${b.driver}` ? -1 : 1));
}

function isBroken({ status, assertionResults }: TestReport['testResults'][number]): boolean {
  return status === 'failed' && !assertionResults.some((test) => test.status === 'failed');
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0] ?? '';
}

/** Clauses that one engine was held to and another was not. */
function findMissing(clauses: readonly Clause[]): string[] {
  const { suite, drivers } = ENGINES;
  const own = clauses.filter((clause) => clause.suite === suite);
  const all = new Set(own.map(({ title }) => title));
  return drivers.flatMap((driver) => {
    const kept = new Set(own.filter((clause) => clause.driver === driver).map(({ title }) => title));
    return [...all].filter((title) => !kept.has(title)).map((title) => `not run: ${suite}, ${driver}: ${title}`);
  });
}

/** For people. */
export function formatResults({ rows, skips, faults }: ContractResults): string {
  const head = ['suite', 'driver', 'passed', 'failed', 'skipped'];
  const sum = (pick: (row: ContractRow) => number): string => String(rows.reduce((all, row) => all + pick(row), 0));
  const total = ['all', '', sum(({ passed }) => passed), sum(({ failed }) => failed), sum(({ skipped }) => skipped)];
  const lines = [head, ...rows.map((row) => Object.values(row).map(String)), total];
  const widths = head.map((_, i) => Math.max(...lines.map((line) => line[i]?.length ?? 0)));
  const pad = (cell: string, i: number): string =>
    i < 2 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0);
  return [
    ...lines.map((line) => line.map(pad).join('  ')),
    ...list('Skipped, and why:', skips),
    ...list('Not as it should be:', faults),
  ].join('\n');
}

function list(title: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : ['', title, ...items.map((item) => `  ${item}`)];
}
