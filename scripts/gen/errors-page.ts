import type { ErrorPolicy } from '@zapomni/core/errors';
import { code, page, table } from './markdown.ts';

const FAULTS: Readonly<Record<ErrorPolicy['fault'], string>> = {
  caller: 'the caller',
  outside: 'whoever runs the machine',
  system: 'we: a bug',
};

/** docs/errors.md: every code with what it means and what to do. */
export function renderErrorsPage(policies: Readonly<Record<string, ErrorPolicy>>): string {
  const rows = Object.entries(policies).map(([name, policy]) => [
    code(name),
    policy.meaning,
    policy.advice,
    FAULTS[policy.fault],
    policy.retryable ? 'yes' : 'no',
    String(policy.http),
    String(policy.exit),
  ]);
  return page('Errors', 'packages/core/src/errors/codes.ts', [
    'A failed tool call carries one of these codes. The message names what was wrong, the hint says what to do, and a ' +
      'correlation id finds the details in the log. `issues` has each field as the caller named it, `candidates` what may have ' +
      'been meant instead, where something is like it. Codes are never renamed.',
    table(['Code', 'Meaning', 'What to do', 'Who can mend it', 'Retry helps', 'HTTP status', 'Exit code'], rows),
  ]);
}
