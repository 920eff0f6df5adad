/** How a server keeps what it acknowledges, and in what that is less than writing each change to disk before saying so. */
import type { Reply } from '../wire/reply-parser.ts';

export const ASK_DURABILITY: readonly string[] = ['CONFIG', 'GET', 'appendonly', 'appendfsync', 'save'];

const BETTER = 'Set `appendonly yes` and `appendfsync always` on the server.';

/** Sentences for the user; none when every acknowledged change is on disk. `reply`: to `ASK_DURABILITY`, or an error. */
export function durabilityWarnings(reply: Reply | Error): string[] {
  const parts = Array.isArray(reply) ? reply.map(String) : [];
  const settings = new Map(parts.flatMap((name, i) => (i % 2 === 0 ? [[name, parts[i + 1] ?? ''] as const] : [])));
  const sync = settings.get('appendfsync');
  if (sync === undefined) return [`The database server does not say how it writes to disk. ${BETTER}`];
  if (settings.get('appendonly') !== 'yes') {
    return settings.get('save') === ''
      ? [`The database server keeps nothing on disk: when it ends, everything is lost. ${BETTER}`]
      : [`The database server writes snapshots only: a crash loses what came after the last one. ${BETTER}`];
  }
  if (sync === 'always') return [];
  const when = sync === 'everysec' ? 'once a second' : 'whenever the system likes';
  return [`The database server writes to disk ${when}: a crash can lose changes that were acknowledged. ${BETTER}`];
}
