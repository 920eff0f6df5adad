/** Records in the order of their keys or of an index, as the server orders bytes. */
import type { RecordPage, RecordRange, RecordScan, StoredRecord } from '@zapomni/core/ports';
import { readCursor, writeCursor } from '../../../shared/cursor.ts';
import type { Context } from '../context.ts';
import { inWorkspace } from '../workspaces/in-workspace.ts';
import { askRecords } from './read-records.ts';
import { readRecord } from './record-texts.ts';
import { indexPrefix } from './tables.ts';

/** A page ends when its records are this long together, in bytes. */
const PAGE_LENGTH = 8_000_000;

interface Bounds {
  readonly low: string;
  readonly high: string;
}

/**
 * Everything between the two, as the server writes bounds: `[` is inclusive, `(` is not. In an index a value is followed by
 * NUL, which comes before all that a longer value may have there.
 */
export function boundsOf({ collection, index, from, to }: RecordRange): Bounds {
  const prefix = indexPrefix(collection, index);
  const end = `${prefix.slice(0, -1)}\u0001`;
  return {
    low: `[${prefix}${from === undefined ? '' : edge(from)}`,
    high: `(${to === undefined ? end : prefix + edge(to)}`,
  };
}

/** No key and no value holds NUL: what comes from one with it on comes from the part before it on, without itself. */
function edge(text: string): string {
  const nul = text.indexOf('\0');
  return nul < 0 ? text : `${text.slice(0, nul)}\u0001`;
}

/** A cursor of another scan must not lead out of the range. */
function withCursor({ low, high }: Bounds, scan: RecordScan): Bounds {
  if (scan.cursor === undefined) return { low, high };
  const place = readCursor<readonly string[]>(scan.cursor, scan.index === undefined ? 's' : 'ss');
  const member = `(${indexPrefix(scan.collection, scan.index)}${place.join('\0')}`;
  const isInside = compareBounds(member, low) >= 0 && compareBounds(member, high) < 0;
  if (!isInside) return { low, high };
  return scan.descending ? { low, high: member } : { low: member, high };
}

function compareBounds(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one.slice(1)), Buffer.from(other.slice(1)));
}

/** Members and texts, one more than the page has where there is more. */
const SCAN = `local limit, length, found = tonumber(ARGV[4]), 0, {}
local members
if ARGV[3] == '1' then members = redis.call('ZRANGE', KEYS[2], ARGV[2], ARGV[1], 'BYLEX', 'REV', 'LIMIT', 0, limit + 1)
else members = redis.call('ZRANGE', KEYS[2], ARGV[1], ARGV[2], 'BYLEX', 'LIMIT', 0, limit + 1) end
local start = tonumber(ARGV[6])
for i, member in ipairs(members) do
  if i > limit or length >= tonumber(ARGV[5]) then found[#found + 1] = member break end
  local tail = string.sub(member, start)
  local key = ARGV[7] == '1' and string.match(tail, '%z(.*)$') or tail
  local text = redis.call('HGET', KEYS[1], ARGV[8] .. '/' .. key)
  if text then
    length = length + #text
    found[#found + 1] = member
    found[#found + 1] = text
  end
end
return { intent, found }`;

const EMPTY: RecordPage = { items: [], next: null };

export async function scanRecords(context: Context, workspace: string, scan: RecordScan): Promise<RecordPage> {
  const page = await inWorkspace(context, workspace, (graph) => scanGraph(context, graph, scan));
  return page ?? EMPTY;
}

/** Asked together on one connection; that nothing is found at all may mean that the workspace is another one by now. */
export async function scanMany(
  context: Context,
  workspace: string,
  scans: readonly RecordScan[],
): Promise<RecordPage[]> {
  const pages = await inWorkspace(context, workspace, async (graph) => {
    const found = await Promise.all(scans.map((scan) => scanGraph(context, graph, scan)));
    return found.some((page) => page !== undefined) ? found : undefined;
  });
  return scans.map((_, i) => pages?.[i] ?? EMPTY);
}

/** Undefined where there is nothing in the range. */
async function scanGraph({ store }: Context, graph: number, scan: RecordScan): Promise<RecordPage | undefined> {
  const { low, high } = withCursor(boundsOf(scan), scan);
  const prefix = indexPrefix(scan.collection, scan.index);
  const args = [
    low,
    high,
    scan.descending ? '1' : '0',
    scan.limit,
    PAGE_LENGTH,
    Buffer.byteLength(prefix) + 1,
    scan.index === undefined ? '0' : '1',
    scan.collection,
  ].map(String);
  const [found] = await askRecords(store, graph, SCAN, args);
  const parts = found as string[];
  return parts.length === 0 ? undefined : toPage(parts, scan, prefix);
}

/** A member without a text tells that there is more. */
function toPage(parts: readonly string[], { collection, index }: RecordScan, prefix: string): RecordPage {
  const items: StoredRecord[] = [];
  let last: readonly string[] = [];
  for (let i = 0; i + 1 < parts.length; i += 2) {
    const tail = (parts[i] as string).slice(prefix.length);
    last = index === undefined ? [tail] : tail.split('\0');
    items.push(readRecord(collection, last.at(-1) as string, parts[i + 1] as string));
  }
  return { items, next: parts.length % 2 === 1 ? writeCursor(last) : null };
}
