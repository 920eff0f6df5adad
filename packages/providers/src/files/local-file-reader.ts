/** Files of this machine below the folders that the user named, and an audit line for each attempt to read one. */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { toZapomniError, ZapomniError } from '@zapomni/core/errors';
import type { Clock, FileContent, FileReader, FileRequest, LogFields, Logger } from '@zapomni/core/ports';
import { admits, bothSpellings, folderOf, realFolders, type Folders } from './boundary.ts';
import { toFileContent } from './file-content.ts';
import { FileRefused, toClientError } from './file-refused.ts';
import { toFilePath, type PathStyle } from './file-uri.ts';
import { FileWatches, type WatchRequest } from './file-watches.ts';
import { openResolved, resolveInside, type OpenFile } from './open-inside.ts';
import { ReadAllowance } from './read-allowance.ts';
import { readBounded } from './read-bounded.ts';

export interface LocalFileReaderOptions {
  /** Absolute. None: nothing is read. */
  readonly roots: readonly string[];
  /** Clients that may read only below these of the roots' folders. */
  readonly grants?: ReadonlyMap<string, readonly string[]>;
  /** Folders below a root that are not to be read all the same, such as the store's own. */
  readonly except?: readonly string[];
  readonly maxBytes: number;
  readonly readsPerMinute: number;
  readonly clock: Clock;
  readonly logger: Logger;
}

const STYLE: PathStyle = process.platform === 'win32' ? 'windows' : 'posix';
/** What only looks like files: reading some of it tells secrets, reading some of it changes the machine. */
const PSEUDO_FILES = STYLE === 'windows' ? [] : ['/proc', '/sys', '/dev'];

export function createLocalFileReader(options: LocalFileReaderOptions): FileReader {
  return new LocalFileReader(options);
}

class LocalFileReader implements FileReader {
  readonly #roots: readonly string[];
  readonly #options: LocalFileReaderOptions;
  readonly #allowance: ReadAllowance;
  readonly #except: readonly string[];
  readonly #watches: FileWatches;

  constructor(options: LocalFileReaderOptions) {
    this.#options = options;
    this.#roots = [...options.roots];
    for (const folders of [this.#roots, ...(options.grants?.values() ?? [])]) folders.forEach(requireAbsolute);
    this.#except = [...(options.except ?? []), ...pseudoFilesOutside(this.#roots)];
    this.#allowance = new ReadAllowance(options.readsPerMinute, options.clock);
    this.#watches = new FileWatches(options.logger);
  }

  foldersFor(client: string): readonly string[] {
    const own = this.#options.grants?.get(client);
    return own === undefined ? this.#roots : own.filter((folder) => folderOf(folder, this.#roots));
  }

  async read(uri: string, { client, signal }: FileRequest): Promise<FileContent> {
    const target = toFilePath(uri, STYLE);
    const audit = { client, ...this.#nameFor(uri, target) };
    try {
      this.#countRead(client);
      const content = await this.#readInside(target, this.#foldersOf(client), signal);
      const { mimeType: mime_type, size: bytes } = content;
      this.#options.logger.log('info', 'file_read', { ...audit, bytes, mime_type });
      return content;
    } catch (error) {
      throw this.#noteRefusal(error, audit);
    }
  }

  async watch(uri: string, request: FileRequest & { signal: AbortSignal }, onChange: () => void): Promise<void> {
    const { client, signal } = request;
    const target = toFilePath(uri, STYLE);
    const audit = { client, ...this.#nameFor(uri, target) };
    try {
      this.#countRead(client);
      await this.#watchInside(target, this.#foldersOf(client), { onChange, signal });
      this.#options.logger.log('info', 'file_watched', audit);
    } catch (error) {
      throw this.#noteRefusal(error, audit);
    }
  }

  async #readInside(target: string | undefined, named: Folders, signal?: AbortSignal): Promise<FileContent> {
    if (target === undefined) throw new FileRefused('malformed');
    const file = await openNamed(target, named);
    try {
      return toFileContent(target, await readBounded(file, { maxBytes: this.#options.maxBytes, signal }));
    } finally {
      await file.handle.close();
    }
  }

  /**
   * What could not be read is not watched either. Whether the file still lies below the folders is looked at each time the
   * watch is laid; there the client's own do not count, since one watch serves all clients.
   */
  async #watchInside(
    target: string | undefined,
    named: Folders,
    { onChange, signal }: Pick<WatchRequest, 'onChange' | 'signal'>,
  ): Promise<void> {
    if (target === undefined) throw new FileRefused('malformed');
    const { handle, size } = await openNamed(target, named);
    await handle.close();
    if (size > this.#options.maxBytes) throw new FileRefused('too_large');
    const everyone = { roots: this.#roots, except: this.#except };
    const locate = async () => resolveInside(target, await realFolders(everyone));
    await this.#watches.add({ target, locate, onChange, signal });
  }

  /** Refused attempts count too: guessing is reading. */
  #countRead(client: string): void {
    const retryAfterMs = this.#allowance.take(client);
    if (retryAfterMs > 0) throw new FileRefused('too_often', { retryAfterMs });
  }

  #foldersOf(client: string): Folders {
    return { roots: this.#roots, grants: this.#options.grants?.get(client), except: this.#except };
  }

  /** Below a root: the path from there. Elsewhere a fingerprint, which tells attempts apart and nothing more. */
  #nameFor(uri: string, target: string | undefined): LogFields {
    const root = target === undefined ? undefined : folderOf(target, this.#roots);
    if (target !== undefined && root !== undefined) {
      return { root: this.#roots.indexOf(root), path: path.relative(root, target) };
    }
    return { path_hash: createHash('sha256').update(uri).digest('hex').slice(0, 16) };
  }

  #noteRefusal(error: unknown, audit: LogFields): ZapomniError {
    const { logger } = this.#options;
    if (error instanceof FileRefused) {
      logger.log('warning', 'file_refused', { ...audit, reason: error.reason });
      return toClientError(error);
    }
    logger.log('error', 'file_refused', { ...audit, reason: 'failed', error });
    return toZapomniError(error);
  }
}

/** The caller closes it. */
async function openNamed(target: string, named: Folders): Promise<OpenFile> {
  const real = await realFolders(named);
  if (!admits(bothSpellings(named, real), target)) throw new FileRefused('outside');
  return openResolved(await resolveInside(target, real), real);
}

function requireAbsolute(folder: string): void {
  if (path.isAbsolute(folder)) return;
  throw new ZapomniError('INVALID_CONFIG', 'A folder that may be read has to be named by its absolute path.');
}

/** A root that the user put into one of them is meant. */
function pseudoFilesOutside(roots: readonly string[]): string[] {
  return PSEUDO_FILES.filter((pseudo) => !roots.some((root) => folderOf(root, [pseudo])));
}
