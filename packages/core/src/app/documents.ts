/** Documents as the faces of the application see them: files, pages and texts, read whole, found and quoted with their place. */
import { invalidField } from '../errors/index.ts';
import type { MemoryFilter } from '../model/index.ts';
import type { DeletionReceipt, WorkItem } from '../ports/index.ts';
import type { Deps } from '../services/deps.ts';
import {
  bringAgain,
  bringFile,
  bringPage,
  bringText,
  type Bringing,
  type Brought,
} from '../services/documents/bring-document.ts';
import { citeHits } from '../services/documents/cite-hits.ts';
import type { KeptDocument } from '../services/documents/document-record.ts';
import { statFile, toUrl, type Asker } from '../services/documents/fetch-source.ts';
import { findDocument } from '../services/documents/find-document.ts';
import { findQuote, type QuoteFindings, type QuoteRequest } from '../services/documents/find-quote.ts';
import { FolderWatching, type FollowedFolder } from '../services/documents/folder/folder-watching.ts';
import { askForFolder, embedMeanwhile, registerFolderWork } from '../services/documents/folder/folder-work.ts';
import type { WatchRequest } from '../services/documents/folder/watched-folders.ts';
import {
  listDocuments,
  removeDocument,
  type DocumentPage,
  type ListDocumentsRequest,
} from '../services/documents/list-documents.ts';
import { onlyDocuments, type OnlyDocuments } from '../services/documents/only-documents.ts';
import type { Leaf, LeafRequest } from '../services/documents/leaves.ts';
import { processPdf, type PdfRequest, type ProcessedPdf } from '../services/documents/process-pdf.ts';
import { readPart, type DocumentPart, type ReadRequest } from '../services/documents/read-document.ts';
import { readFolder, type FolderReport, type FolderRequest } from '../services/documents/folder/read-folder.ts';
import { checkText } from '../services/memory/draft.ts';
import type { SearchResult } from '../services/search/search-request.ts';
import type { WorkRunner } from '../services/work/work-runner.ts';
import type { Backlogs } from './memories.ts';

export type AddDocumentRequest = Bringing &
  (
    | { readonly path: string }
    | { readonly url: string }
    | { readonly text: string; readonly name?: string | undefined }
  );

export interface DocumentCalls {
  /** A file (absolute path), a page or a text. One that cannot be read comes back as `failed`, with the reason. */
  add(request: AddDocumentRequest): Promise<Brought & { readonly embedded: boolean }>;
  /** Reads it again from where it came from, if it has changed. */
  refresh(request: Bringing & { readonly document: string }): Promise<Brought & { readonly embedded: boolean }>;
  /** By id, name, path or URL. */
  get(workspace: string, document: string): Promise<KeptDocument>;
  list(request: ListDocumentsRequest): Promise<DocumentPage>;
  read(request: ReadRequest): Promise<DocumentPart>;
  /** The page, or what stands for one, at a place of the text. */
  leaf(request: LeafRequest): Promise<Leaf>;
  /** Reads a PDF and tells of it; keeps it as a document unless that is not wanted. */
  processPdf(request: PdfRequest): Promise<ProcessedPdf>;
  findQuote(request: QuoteRequest): Promise<QuoteFindings>;
  remove(workspace: string, document: string): Promise<DeletionReceipt>;
  /** Reads a folder now. Vectors follow in the background. */
  readFolder(request: FolderRequest): Promise<FolderReport>;
  /** Has it read in the background, by whichever process, and followed from then on if that is wanted. */
  startFolder(request: FolderRequest & { readonly watch?: boolean | undefined }): Promise<WorkItem>;
  /** Has it followed from now on, also after a restart, by whichever process may read it. */
  watchFolder(request: WatchRequest): Promise<void>;
  /** False when it was not watched. */
  unwatchFolder(workspace: string, folder: string): Promise<boolean>;
  /** By path. */
  watchedFolders(workspace: string): Promise<readonly FollowedFolder[]>;
  /** Takes part in following what is watched; for a process that stays. */
  follow(): Promise<void>;
  /** The filter, narrowed to these documents. NOT_FOUND where there is none of a name. */
  only(request: OnlyDocuments): Promise<MemoryFilter>;
  /** The same hits, those of documents with the place that answers the query. */
  cite(result: SearchResult, query: string): Promise<SearchResult>;
}

export function createDocumentCalls(deps: Deps, { embeddings, readings }: Backlogs, runner: WorkRunner): DocumentCalls {
  const parts = { embeddings, stored: () => readings.queued() };
  const watching = new FolderWatching(deps, runner, parts);
  registerFolderWork(deps, runner, { ...parts, watch: (workspace, folder) => watching.begin(workspace, folder) });
  const settle = async (brought: Brought): Promise<Brought & { embedded: boolean }> => {
    const embedded = brought.passages === 0 || (await embeddings.embedQueued(brought.passages));
    if (brought.passages > 0) readings.queued();
    return { ...brought, embedded };
  };
  return {
    add: async (request) => settle(await bring(deps, request)),
    refresh: async ({ document, ...bringing }) =>
      settle(await bringAgain(deps, await findDocument(deps, bringing.workspace, document), bringing)),
    get: (workspace, document) => findDocument(deps, workspace, document),
    list: (request) => listDocuments(deps, request),
    read: (request) => readPart(deps, request),
    // For people who turn pages: agents never ask for it.
    leaf: async (request) => (await import('../services/documents/leaves.ts')).readLeaf(deps, request),
    processPdf: async (request) => {
      const processed = await processPdf(deps, request);
      if (processed.brought) await settle(processed.brought);
      return processed;
    },
    findQuote: (request) => findQuote(deps, request),
    remove: async (workspace, document) =>
      removeDocument(deps, workspace, await findDocument(deps, workspace, document)),
    readFolder: async (request) => {
      const report = await readFolder(deps, { onStored: embedMeanwhile(embeddings), ...request });
      if (report.passages > 0) readings.queued();
      return report;
    },
    startFolder: async (request) => {
      await checkFolder(deps, request.folder, request);
      const asked = { ...request, folder: trimmed(request.folder) };
      if (request.watch) await watching.add(asked, false);
      return askForFolder(runner, asked, request.watch ?? false);
    },
    watchFolder: async (request) => {
      await checkFolder(deps, request.folder, request);
      await watching.add({ ...request, folder: trimmed(request.folder) }, true);
    },
    unwatchFolder: (workspace, folder) => watching.remove(workspace, trimmed(folder)),
    watchedFolders: (workspace) => watching.list(workspace),
    follow: () => watching.follow(),
    only: (request) => onlyDocuments(deps, request),
    cite: (result, query) => citeHits(deps, result, query),
  };
}

const MOST_NAME = 200;

/** One folder, one name: without what may stand at its end. */
function trimmed(folder: string): string {
  return folder.length > 1 ? folder.replace(/[/\\]+$/, '') : folder;
}

function bring(deps: Deps, request: AddDocumentRequest): Promise<Brought> {
  if ('path' in request) return bringFile(deps, request.path, request);
  if ('url' in request) return bringPage(deps, toUrl(request.url), request);
  const { text, name = '' } = request;
  if (name.length > MOST_NAME) throw invalidField('name', `has more than ${MOST_NAME} characters`);
  checkText(text, deps.config.max_text_length);
  return bringText(deps, { text, name: name.trim() === '' ? 'text' : name.trim() }, request);
}

/** So that a slip of the pen is told to who made it, and not to a task. */
async function checkFolder(deps: Deps, folder: string, asker: Asker): Promise<void> {
  const { kind } = await statFile(deps, folder, asker);
  if (kind !== 'folder') throw invalidField('path', 'is a file', 'add_document reads one file.');
}
