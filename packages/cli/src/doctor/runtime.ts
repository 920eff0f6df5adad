/** Is the runtime new enough, and may several processes share a store with its SQLite? */
import { broken, ok, warning, type Check } from './check.ts';

const LEAST_NODE = '22.18.0';
/** Older ones have a fault in the write-ahead log that can corrupt a store which several processes use. */
const SHAREABLE_SQLITE = '3.51.3';

export function checkRuntime(versions: Readonly<Record<string, string | undefined>> = process.versions): Check[] {
  return [checkNode(versions['node'] ?? '0'), checkSqlite(versions['sqlite'] ?? '0')];
}

function checkNode(version: string): Check {
  if (isAtLeast(version, LEAST_NODE)) return ok('Node.js', version);
  return broken(
    'Node.js',
    `${version}; ${LEAST_NODE} or newer is needed`,
    'Install a current one from https://nodejs.org.',
  );
}

function checkSqlite(version: string): Check {
  if (isAtLeast(version, SHAREABLE_SQLITE)) return ok('SQLite', `${version}; several processes may share the store`);
  return warning(
    'SQLite',
    `${version}, which can corrupt a store shared by processes, so only one at a time may open it`,
    'Update Node.js to 22.23, 24.21 or newer to use Zapomni in several clients at once.',
  );
}

function isAtLeast(version: string, least: string): boolean {
  return version.localeCompare(least, 'en', { numeric: true }) >= 0;
}
