/** What `verify` and `repair` found, for people and for programs. */
import type { PartCheck } from '@zapomni/core/backup';
import { oneLine } from '../output/harmless.ts';
import { renderTable } from '../output/table.ts';
import type { Terminal } from '../output/terminal.ts';

export function renderChecks(checks: readonly PartCheck[], terminal: Terminal): string {
  const rows = checks.flatMap(({ part, status, faults }) => {
    const [first = '', ...more] = faults.flatMap(({ fault, count, ids = [] }) => [
      `${count.toLocaleString('en-US')} ${fault}`,
      ...ids.map((id) => `  ${oneLine(id)}`),
      ...(ids.length > 0 && ids.length < count ? [`  and ${(count - ids.length).toLocaleString('en-US')} more`] : []),
    ]);
    return [[part, status, first], ...more.map((line) => ['', '', line])];
  });
  return renderTable(['PART', 'STATUS', 'WHAT IS WRONG'], rows, terminal);
}

export function checksJson(checks: readonly PartCheck[]): object {
  return Object.fromEntries(checks.map(({ part, status, faults }) => [part, { status, faults }]));
}
