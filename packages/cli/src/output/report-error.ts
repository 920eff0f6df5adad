/** The one way a failure is told on the command line: `CODE: message hint`, and the exit code of its kind. */
import { inspect } from 'node:util';
import { toZapomniError } from '@zapomni/core/errors';
import { harmless } from './harmless.ts';
import type { Terminal } from './terminal.ts';

/** The stack is only shown to someone who asked for details. */
export function reportError(thrown: unknown, { note, paintNote }: Terminal, logLevel: string | undefined): number {
  const error = toZapomniError(thrown);
  const { code, message, hint, policy } = error;
  const isDebug = logLevel?.toLowerCase() === 'debug';
  const words =
    code === 'INTERNAL'
      ? `Something failed that should not. ${isDebug ? 'Please report it.' : 'Run it again with --log-level debug to see where.'}`
      : `${message} ${hint}`;
  note(`${paintNote('red', `${code}:`)} ${harmless(words).trim()}`);
  if (isDebug) note(inspect(thrown));
  return policy.exit;
}
