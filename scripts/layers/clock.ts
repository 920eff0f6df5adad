/**
 * One clock: what is decided by the time of day is decided by the clock that was handed in, so that a test can hold it still
 * and two parts of one call never disagree. The system's own clock is asked in the files named here, each for a reason, and
 * nowhere else. `now = Date.now` as the default of an option is no question to it.
 */
import { codeOnly, lineAt } from '../source/source-text.ts';
import type { Finding } from './reach.ts';

const ASKED = /\bDate\s*\.\s*now\s*\(|\bnew\s+Date\s*(?:\(\s*\)|(?![\s\w(.]))/g;
/** Faces and services may not even pass it on: they have the application's clock. */
const NAMED = /\bDate\s*\.\s*now\b|\bnew\s+Date\s*(?:\(\s*\)|(?![\s\w(.]))/g;
const STRICT = /^packages\/(core|mcp)\/|^packages\/cli\/src\/(commands|arguments|input|session)\//;

/** Where the system's clock may be asked, and why. */
const MAY_ASK: Readonly<Record<string, string>> = {
  'packages/providers/src/system/system-clock.ts': 'is the clock',
  'packages/server/src/auth/file-lock.ts':
    'waits for a lock that other processes hold; its age is a file time of the system',
  'packages/server/src/transports/http/open-connections.ts': 'how long closing waits for connections',
  'packages/cli/src/hook/hook.ts': 'the age of a file, in a program that has no other clock',
  'packages/server/src/mcp-base-server.ts': 'tells how long the server has run',
  'packages/dashboard/src/screens/graph/time-machine.tsx': "the reader's own day, from which the slider goes back",
  'packages/db/src/drivers/falkordb/wire/servers.ts': 'time limits of commands on the wire',
  'packages/db/src/drivers/falkordb/connection/operational.ts': 'how long opening waits for a server that starts',
};

export function findClocks(file: string, source: string): Finding[] {
  if (file in MAY_ASK) return [];
  const code = codeOnly(source);
  return [...code.matchAll(STRICT.test(file) ? NAMED : ASKED)].map((match) => ({
    line: lineAt(code, match.index),
    message:
      "asks the system's clock; take the time from the clock that was handed in (app.clock.now() in tools and commands)",
  }));
}
