/** Files of this machine below the folders that the user named, and an audit line for each attempt to read one. */
import path from 'node:path';
import { invalidField, toZapomniError, ZapomniError } from '@zapomni/core/errors';
import type {
  Clock,
  FileContent,
  FilePlace,
  FileRequest,
  Files,
  FileStat,
  FolderChange,
  LogFields,
  Logger,
  WalkItem,
  WalkOptions,
  WatchOptions,
} from '@zapomni/core/ports';
import { auditName } from './guard/audit-name.ts';
import { folderOf, realFolders, type Folders } from './guard/boundary.ts';
import { FileRefused, toClientError, type PlaceField } from './guard/file-refused.ts';
import { STYLE, toTarget } from './guard/file-uri.ts';
import { openNamed, statNamed } from './guard/open-named.ts';
import { resolveInside } from './guard/open-inside.ts';
import { ReadAllowance } from './guard/read-allowance.ts';
import { toFileContent } from './reading/file-content.ts';
import { readBounded } from './reading/read-bounded.ts';
import { readRange } from './reading/read-range.ts';
import { walkFolder } from './walking/walk-folder.ts';
import { planWalk } from './walking/walk-plan.ts';
import { FileWatches } from './watching/file-watches.ts';
import { FolderWatches } from './watching/folder-watches.ts';

export interface LocalFilesOptions {
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
  /** How many folders are watched at once, in all. */
  readonly maxWatchedFolders?: number;
}

export interface LocalFiles {
  /** Held to so many reads a minute for each client. */
  readonly forClients: Files;
  /** For what the user ordered: a folder of a hundred thousand files is read as fast as it goes. */
  readonly forUser: Files;
}

/** What only looks like files: reading some of it tells secrets, reading some of it changes the machine. */
const PSEUDO_FILES = STYLE === 'windows' ? [] : ['/proc', '/sys', '/dev'];

export function createLocalFiles(options: LocalFilesOptions): LocalFiles {
  const shared = share(options);
  return {
    forClients: new GuardedFiles(shared, new ReadAllowance(options.readsPerMinute, options.clock)),
    forUser: new GuardedFiles(shared),
  };
}

interface Shared {
  readonly roots: readonly string[];
  readonly except: readonly string[];
  readonly options: LocalFilesOptions;
  readonly watches: FileWatches;
  readonly folderWatches: FolderWatches;
}

function share(options: LocalFilesOptions): Shared {
  const roots = [...options.roots];
  for (const folders of [roots, ...(options.grants?.values() ?? [])]) folders.forEach(requireAbsolute);
  return {
    roots,
    except: [...(options.except ?? []), ...pseudoFilesOutside(roots)],
    options,
    watches: new FileWatches(options.logger),
    folderWatches: new FolderWatches(options.logger, options.maxWatchedFolders),
  };
}

interface Attempt {
  /** Undefined for a place that may not even be looked at. */
  readonly target: string | undefined;
  readonly audit: LogFields;
  readonly field: PlaceField;
}

class GuardedFiles implements Files {
  readonly #shared: Shared;
  readonly #allowance: ReadAllowance | undefined;

  constructor(shared: Shared, allowance?: ReadAllowance) {
    this.#shared = shared;
    this.#allowance = allowance;
  }

  foldersFor(client: string): readonly string[] {
    const { roots, options } = this.#shared;
    const own = options.grants?.get(client);
    return own === undefined ? roots : own.filter((folder) => folderOf(folder, roots));
  }

  async read(uri: string, { client, signal }: FileRequest): Promise<FileContent> {
    const { maxBytes } = this.#shared.options;
    return this.#attempt({ uri }, client, async ({ target, audit }) => {
      const file = await openNamed(target, this.#foldersOf(client));
      try {
        const content = toFileContent(target, await readBounded(file, { maxBytes, signal }));
        const { mimeType: mime_type, size: bytes } = content;
        this.#log('file_read', { ...audit, bytes, mime_type });
        return content;
      } finally {
        await file.handle.close();
      }
    });
  }

  async stat(place: FilePlace, { client }: FileRequest): Promise<FileStat> {
    return this.#attempt(place, client, async ({ target, audit }) => {
      const found = await statNamed(target, this.#foldersOf(client));
      this.#log('file_looked_at', { ...audit, kind: found.kind });
      return found;
    });
  }

  async *bytes(place: FilePlace, request: Parameters<Files['bytes']>[1]): AsyncGenerator<Uint8Array> {
    const { client, start = 0, end = Infinity, signal } = request;
    if (!(start >= 0 && end >= start)) throw invalidField('range', 'has to begin at 0 or later and end after it');
    const { maxBytes } = this.#shared.options;
    const attempt = this.#begin(place, client);
    let bytes = 0;
    try {
      const file = await openNamed(this.#admit(attempt, client), this.#foldersOf(client));
      try {
        for await (const piece of readRange(file, { start, end, maxBytes, signal })) {
          bytes += piece.length;
          yield piece;
        }
      } finally {
        await file.handle.close();
      }
    } catch (error) {
      throw this.#noteRefusal(error, attempt);
    }
    this.#log('file_read', { ...attempt.audit, bytes });
  }

  async *walk(place: FilePlace, request: FileRequest & WalkOptions): AsyncGenerator<WalkItem> {
    const { client, signal, folders } = request;
    const { maxBytes } = this.#shared.options;
    const attempt = this.#begin(place, client);
    const told = { files: 0, left_out: 0 };
    try {
      const target = this.#admit(attempt, client);
      const plan = await planWalk(target, this.#foldersOf(client), request, { maxBytes });
      for await (const item of walkFolder({ plan, folders, signal })) {
        if (item.kind === 'file') told.files += 1;
        if (item.kind === 'left_out') told.left_out += 1;
        yield item;
      }
    } catch (error) {
      throw this.#noteRefusal(error, attempt);
    } finally {
      this.#log('folder_walked', { ...attempt.audit, ...told });
    }
  }

  async watch(uri: string, request: FileRequest & { signal: AbortSignal }, onChange: () => void): Promise<void> {
    const { client, signal } = request;
    const { roots, except, options, watches } = this.#shared;
    await this.#attempt({ uri }, client, async ({ target, audit }) => {
      // What could not be read is not watched either.
      const { handle, size } = await openNamed(target, this.#foldersOf(client));
      await handle.close();
      if (size > options.maxBytes) throw new FileRefused('too_large');
      // Looked at each time the watch is laid; the client's own folders do not count there, since one watch serves all.
      const locate = async () => resolveInside(target, await realFolders({ roots, except }));
      await watches.add({ target, locate, onChange, signal });
      this.#log('file_watched', audit);
    });
  }

  async watchFolder(
    place: FilePlace,
    request: FileRequest & WatchOptions & { readonly signal: AbortSignal },
    onChange: (change: FolderChange) => void,
  ): Promise<void> {
    const { client, signal } = request;
    const { maxBytes } = this.#shared.options;
    await this.#attempt(place, client, async ({ target, audit }) => {
      const plan = () => planWalk(target, this.#foldersOf(client), request, { maxBytes });
      await this.#shared.folderWatches.add({ plan, signal, onChange });
      this.#log('folder_watched', audit);
    });
  }

  async #attempt<T>(
    place: FilePlace,
    client: string,
    work: (attempt: { readonly target: string; readonly audit: LogFields }) => Promise<T>,
  ): Promise<T> {
    const attempt = this.#begin(place, client);
    try {
      return await work({ target: this.#admit(attempt, client), audit: attempt.audit });
    } catch (error) {
      throw this.#noteRefusal(error, attempt);
    }
  }

  #begin(place: FilePlace, client: string): Attempt {
    const target = toTarget(place, STYLE);
    const named = 'uri' in place ? place.uri : place.path;
    const audit = { client, ...this.#errand(), ...auditName(named, target, this.#shared.roots) };
    return { target, audit, field: 'uri' in place ? 'uri' : 'path' };
  }

  /** Refused attempts count too: guessing is reading. */
  #admit({ target }: Attempt, client: string): string {
    const retryAfterMs = this.#allowance?.take(client) ?? 0;
    if (retryAfterMs > 0) throw new FileRefused('too_often', { retryAfterMs });
    if (target === undefined) throw new FileRefused('malformed');
    return target;
  }

  #errand(): LogFields {
    return this.#allowance ? {} : { for: 'user' };
  }

  #foldersOf(client: string): Folders {
    const { roots, except, options } = this.#shared;
    return { roots, grants: options.grants?.get(client), except };
  }

  #log(event: string, fields: LogFields): void {
    this.#shared.options.logger.log('info', event, fields);
  }

  #noteRefusal(error: unknown, { audit, field }: Attempt): ZapomniError {
    const { logger } = this.#shared.options;
    if (error instanceof FileRefused) {
      // Whether a file of the user's is still there is a question that their own work may ask.
      const isAnswer = error.reason === 'missing' && !this.#allowance;
      logger.log(isAnswer ? 'info' : 'warning', 'file_refused', { ...audit, reason: error.reason });
      return toClientError(error, field);
    }
    logger.log('error', 'file_refused', { ...audit, reason: 'failed', error });
    return toZapomniError(error);
  }
}

function requireAbsolute(folder: string): void {
  if (path.isAbsolute(folder)) return;
  throw new ZapomniError('INVALID_CONFIG', 'A folder that may be read has to be named by its absolute path.');
}

/** A root that the user put into one of them is meant. */
function pseudoFilesOutside(roots: readonly string[]): string[] {
  return PSEUDO_FILES.filter((pseudo) => !roots.some((root) => folderOf(root, [pseudo])));
}
