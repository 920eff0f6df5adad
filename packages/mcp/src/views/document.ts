/** Documents as clients and `--json` show them. */
import type {
  Brought,
  DocumentPage,
  DocumentPart,
  DocumentRecord,
  FolderReport,
  FollowedFolder,
  KeptDocument,
  ProcessedPdf,
  QuoteFindings,
  QuotePlace,
} from '@zapomni/core/documents';
import type { DeletionReceipt } from '@zapomni/core/ports';
import { toReceipt } from './removal.ts';
import { iso, round } from './values.ts';

export function toDocument({ key, value }: { readonly key: string; readonly value: DocumentRecord }) {
  const { source, format, title, error, warnings, page_kind, memory, hash } = value;
  return {
    document_id: key,
    name: value.name,
    state: value.state,
    ...(source === null ? {} : { source }),
    ...(format === null ? {} : { format }),
    ...(title === null ? {} : { title }),
    ...(error === null ? {} : { error: { ...error } }),
    ...(warnings.length === 0 ? {} : { warnings: [...warnings] }),
    ...(value.pages === 0 ? {} : { pages: value.pages, page_kind: page_kind ?? 'page' }),
    sections: value.sections,
    characters: value.characters,
    bytes: value.size,
    ...(hash === null ? {} : { sha256: hash }),
    ...(value.blob === null ? {} : { blob: value.blob }),
    ...(memory === null ? {} : { memory_id: memory }),
    added_at: iso(value.added_at),
    updated_at: iso(value.updated_at),
  };
}

export function toBrought({ status, document, embedded }: Brought & { readonly embedded: boolean }) {
  return { status, document: toDocument(document), embedded };
}

export function toDocuments({ items, next, total }: DocumentPage, watched: readonly FollowedFolder[] = []) {
  return {
    total,
    count: items.length,
    documents: items.map(toDocument),
    ...(watched.length === 0 ? {} : { watched_folders: watched.map(toWatched) }),
    ...(next === null ? {} : { next_cursor: next }),
  };
}

function toWatched({ value, followed }: FollowedFolder) {
  const { folder, include, exclude, added_at } = value;
  return {
    path: folder,
    followed,
    ...(include === null ? {} : { include: [...include] }),
    ...(exclude === null ? {} : { exclude: [...exclude] }),
    since: iso(added_at),
  };
}

export function toPart({ id, document, outline, versions, text, start, end, citation, next }: DocumentPart) {
  return {
    document_id: id,
    name: document.name,
    ...(document.title === null ? {} : { title: document.title }),
    length: document.characters,
    ...(outline
      ? { outline: toOutline(outline), ...(versions.length === 0 ? {} : { versions: versions.map(toVersion) }) }
      : { text, start, end, citation }),
    ...(next === null ? {} : { next_cursor: next }),
  };
}

type Outline = NonNullable<DocumentPart['outline']>;

function toOutline(outline: Outline) {
  return outline.map(({ page, ...item }) => ({ ...item, ...(page === null ? {} : { page }) }));
}

function toVersion({ version, from, until, title, blob }: DocumentPart['versions'][number]) {
  return {
    version,
    recorded_from: iso(from),
    recorded_until: iso(until),
    ...(title === null ? {} : { title }),
    ...(blob === null ? {} : { blob }),
  };
}

export function toPdf({ brought, document, metadata, outline, part }: ProcessedPdf) {
  const { text, start, end, citation, next } = part;
  return {
    status: brought?.status ?? ('looked_at' as const),
    ...(brought === null ? {} : { document_id: brought.document.key }),
    name: document.name,
    ...(document.title === null ? {} : { title: document.title }),
    metadata: { ...metadata },
    pages: document.pages,
    length: document.characters,
    ...(document.warnings.length === 0 ? {} : { warnings: [...document.warnings] }),
    outline: toOutline(outline),
    text,
    start,
    end,
    citation,
    ...(next === null ? {} : { next_cursor: next }),
  };
}

function toQuotePlace({ id, name, text, start, end, how, similarity, locator, citation }: QuotePlace) {
  return {
    document_id: id,
    name,
    text,
    start,
    end,
    match: how,
    similarity: round(similarity),
    ...(locator.page === null ? {} : { page: locator.page.label }),
    ...(locator.line === null ? {} : { line: locator.line }),
    headings: [...locator.headings],
    citation,
  };
}

export function toQuotes({ found, nearest, documents }: QuoteFindings) {
  return {
    found: found.length > 0,
    count: found.length,
    places: found.map(toQuotePlace),
    ...(nearest ? { nearest: toQuotePlace(nearest) } : {}),
    documents_searched: documents,
  };
}

export function toRemovedDocument({ key, value }: KeptDocument, receipt: DeletionReceipt) {
  return { status: 'removed' as const, document_id: key, name: value.name, removed: toReceipt(receipt) };
}

/** The report of a folder, or of several things that were read. */
export function toReadReport({ failures, leftOut, passages, ...counts }: FolderReport) {
  return {
    ...counts,
    chunks_created: passages,
    failures: failures.map((failure) => ({ ...failure })),
    left_out: leftOut.map((item) => ({ ...item })),
  };
}
