/** The bytes of a document: of a file below the folders that the user named, or of a page that the network gives. */
import { invalidField, toZapomniError, ZapomniError } from '../../errors/index.ts';
import type { Files, FileStat } from '../../ports/index.ts';
import type { Deps } from '../deps.ts';
import { obeyRobots } from '../robots/obey-robots.ts';

export interface Fetched {
  readonly bytes: Uint8Array;
  readonly name: string;
  readonly mimeType?: string;
  /** Kept, because what was quoted from a page is to be shown again when the page has changed. */
  readonly blob: string | null;
  /** Of a file; null for pages. */
  readonly modified: string | null;
}

/** Whose folders count (see the port of files). */
export interface Asker {
  readonly client: string;
  readonly signal?: AbortSignal | undefined;
}

export function isUrl(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

/** A page is the same page whatever part of it is pointed at. */
export function toUrl(given: string): string {
  if (!URL.canParse(given)) throw invalidField('url', 'is no URL', 'Write it whole: https://example.org/page.');
  const url = new URL(given);
  if (!isUrl(given.trim()))
    throw invalidField('url', 'is no address of a page', 'Give one that begins with https:// or http://.');
  url.hash = '';
  return url.href;
}

export async function statFile(deps: Deps, path: string, asker: Asker): Promise<FileStat> {
  try {
    return await filesOf(deps).stat({ path }, request(asker));
  } catch (error) {
    throw toZapomniError(error).code === 'NOT_FOUND' ? notThere() : error;
  }
}

/** The same words whether it is not there or may not be read: nothing is to be learned of the rest of the disk. */
function notThere(): ZapomniError {
  return new ZapomniError('NOT_FOUND', 'path: there is no such file or folder, or it may not be read.', {
    hint: 'Give an absolute path below one of the folders that the user named in ZAPOMNI_FILE_ROOTS.',
    issues: [{ field: 'path', error: 'not found' }],
  });
}

/**
 * True only when it is sure: a path that may not be read, and one below a folder that is not there now (a disk that is not
 * mounted), answer in the same way as a file that was deleted.
 */
export async function isGone(deps: Deps, path: string, asker: Asker): Promise<boolean> {
  const root = filesOf(deps)
    .foldersFor(asker.client)
    .find((folder) => isBelow(folder, path));
  if (root === undefined) return false;
  return (await isThere(deps, root, asker)) === true && (await isThere(deps, path, asker)) === false;
}

export function isBelow(folder: string, path: string): boolean {
  return path.startsWith(folder) && (/[/\\]$/.test(folder) || /^[/\\]/.test(path.slice(folder.length)));
}

/** Null when that cannot be said. */
async function isThere(deps: Deps, path: string, asker: Asker): Promise<boolean | null> {
  try {
    await statFile(deps, path, asker);
    return true;
  } catch (error) {
    return toZapomniError(error).code === 'NOT_FOUND' ? false : null;
  }
}

export async function fetchFile(deps: Deps, path: string, asker: Asker, { version }: FileStat): Promise<Fetched> {
  const bytes = await gather(filesOf(deps).bytes({ path }, request(asker)));
  return { bytes, name: nameOf(path), blob: null, modified: version };
}

/** `keep`: its bytes too. */
export async function fetchPage(deps: Deps, url: string, { signal }: Asker, keep = true): Promise<Fetched> {
  const pace = await obeyRobots(deps, url, signal);
  const answer = await deps.web.fetch({ url, cache: 'revalidate', pace, ...(signal ? { signal } : {}) });
  if (answer.status >= 400) throw refused(answer.status);
  // Where it led to may ask not to be read as well.
  if (answer.url !== url) await obeyRobots(deps, answer.url, signal);
  const mimeType = answer.headers['content-type'];
  const blob = keep ? await deps.blobs.put(once(answer.body), signal ? { signal } : {}) : null;
  return {
    bytes: answer.body,
    name: nameOf(new URL(url).pathname) || new URL(url).hostname,
    ...(mimeType === undefined ? {} : { mimeType }),
    blob: blob?.hash ?? null,
    modified: null,
  };
}

export function filesOf({ files }: Deps): Files {
  if (files) return files;
  throw new ZapomniError('FORBIDDEN', 'path: no folder may be read.', {
    hint: 'The user names folders in ZAPOMNI_FILE_ROOTS; until then give the text itself.',
    issues: [{ field: 'path', error: 'no folder may be read' }],
  });
}

export function nameOf(path: string): string {
  return path.split(/[/\\]/).findLast((part) => part !== '') ?? '';
}

export function request({ client, signal }: Asker): { client: string; signal?: AbortSignal } {
  return { client, ...(signal ? { signal } : {}) };
}

async function gather(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const piece of pieces) parts.push(piece);
  return Buffer.concat(parts);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function refused(status: number): ZapomniError {
  const missing = status === 404 || status === 410;
  return new ZapomniError(missing ? 'NOT_FOUND' : 'UPSTREAM_FAILED', `url: the server answered with ${status}.`, {
    hint: missing ? 'There is no such page. Check the address.' : 'Open the address in a browser to see what it wants.',
    issues: [{ field: 'url', error: `answered with ${status}` }],
  });
}
