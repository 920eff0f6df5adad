/** Which of a paper's files is read first, and what of a file's text no search finds. */
import type { PassageSpan } from '../../../../model/index.ts';
import type { Deps } from '../../../deps.ts';
import { DOCUMENTS } from '../../../documents/document-record.ts';
import { withText, type OpenDocument } from '../../../documents/find-document.ts';
import { collection } from '../../../records/collection.ts';
import type { KeptPaperFile } from './file-record.ts';
import { filesOf } from './index.ts';

/** What publishers mark up tells its structure; a PDF is read by its looks. */
const BEST: readonly string[] = ['jats', 'html', 'epub', 'docx', 'pdf', 'text', 'other'];

/** Lower is better. */
export function fileRank({ value }: KeptPaperFile): number {
  return BEST.indexOf(value.kind);
}

/** Those with a text, the best first. */
export async function textFiles(deps: Deps, workspace: string, paper: string): Promise<KeptPaperFile[]> {
  const query = { index: 'by_paper' as const, where: { paper }, limit: 100 };
  const { items } = await filesOf(deps).list(workspace, query);
  return items
    .filter(({ value }) => value.document !== null)
    .toSorted((one, other) => fileRank(one) - fileRank(other) || one.value.added_at - other.value.added_at);
}

export async function fileOf(deps: Deps, workspace: string, document: string): Promise<KeptPaperFile | null> {
  const { items } = await filesOf(deps).list(workspace, { index: 'by_document', where: { document }, limit: 1 });
  return items[0] ?? null;
}

/** Stretches of a document that is the text of a paper; none of any other. */
export async function apartIn(deps: Deps, workspace: string, document: string): Promise<PassageSpan[]> {
  const file = await fileOf(deps, workspace, document);
  return (file?.value.apart ?? []).map(([start, end]) => ({ start, end }));
}

/** Null of one whose text was removed, or is gone. */
export async function openFile(deps: Deps, workspace: string, { value }: KeptPaperFile): Promise<OpenDocument | null> {
  const document = await collection(deps, DOCUMENTS).get(workspace, value.document ?? '');
  return document?.value.state === 'ok' ? withText(deps, workspace, document) : null;
}
