/** What a migration did, for people and for programs. */
import type { MigrationReport, PartComparison } from '@zapomni/core/migrate';
import { renderTable } from '../output/table.ts';
import type { Terminal } from '../output/terminal.ts';

const HASH_DIGITS = 12;

/** The parts that either has something of. */
export function renderReport({ parts }: MigrationReport, terminal: Terminal): string {
  const rows = parts
    .filter(({ source, target }) => source.count + target.count > 0)
    .map(({ part, source, target }) => [
      part,
      source.count.toLocaleString('en-US'),
      target.count.toLocaleString('en-US'),
      source.hash.slice(0, HASH_DIGITS),
      target.hash.slice(0, HASH_DIGITS),
      isEqual({ part, source, target }) ? 'equal' : 'DIFFERENT',
    ]);
  return renderTable(['', 'SOURCE', 'TARGET', 'SOURCE HASH', 'TARGET HASH', ''], rows, terminal);
}

export function reportJson(report: MigrationReport): object {
  const { equal, differences, resumed, copied, caughtUp, removed, parts } = report;
  const table = parts.map(({ part, source, target }) => [part, { source, target }]);
  return { equal, differences, resumed, copied, caught_up: caughtUp, removed, parts: Object.fromEntries(table) };
}

function isEqual({ source, target }: PartComparison): boolean {
  return source.count === target.count && source.hash === target.hash;
}
