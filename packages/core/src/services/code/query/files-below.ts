/** Files of a folder, or the one that is named. */
import type { KeptFile } from '../store/index.ts';
import type { CodeReader } from './code-reader.ts';
import { filesAt } from './lookup.ts';

/** So many are looked at: what is told of a larger repository is told of these. */
const MOST_FILES = 20_000;
const PAGE = 1000;

/** As paths of the index are written; '' for all. */
export function folderOf(path = ''): string {
  return path.replace(/^(?:\.?\/)+/, '').replace(/\/+$/, '');
}

/** Those that have a text. */
export async function filesBelow(reader: CodeReader, path: string): Promise<KeptFile[]> {
  const found: KeptFile[] = [];
  const range = path === '' ? {} : ({ index: 'by_folder', prefix: `${path}/` } as const);
  for (let cursor: string | null | undefined; cursor !== null && found.length < MOST_FILES;) {
    const place: { cursor?: string } = cursor === undefined ? {} : { cursor };
    const page = await reader.files.list(reader.store, { ...range, limit: PAGE, ...place });
    found.push(...page.items.filter(isShown));
    cursor = page.next;
  }
  return found.length === 0 && path !== '' ? (await filesAt(reader, path)).filter(isShown) : found;
}

function isShown({ value: { state } }: KeptFile): boolean {
  return state === 'ok' || state === 'partial' || state === 'text';
}
