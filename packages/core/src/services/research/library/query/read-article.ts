/** The text of a paper in parts, from the best of its files; of one without a text, its abstract. */
import { invalidField, ZapomniError } from '../../../../errors/index.ts';
import type { DocumentAnnotation } from '../../../../ports/index.ts';
import type { Deps } from '../../../deps.ts';
import { findDocument, withText } from '../../../documents/find-document.ts';
import { readPart, type DocumentPart, type ReadRequest } from '../../../documents/read-document.ts';
import { findPaper } from '../find/find-paper.ts';
import type { KeptPaperFile } from '../store/file-record.ts';
import { annotationsOf } from '../store/index.ts';
import type { KeptPaper } from '../store/paper-record.ts';
import { textFiles } from '../store/paper-texts.ts';

export interface ReadArticleRequest extends Pick<ReadRequest, 'workspace' | 'section' | 'page' | 'cursor' | 'outline'> {
  readonly article: string;
  readonly maxChars: number;
  /** The id of one of its files; the best unless given. */
  readonly file?: string | undefined;
}

export interface ReadArticle {
  readonly paper: KeptPaper;
  readonly file: KeptPaperFile | null;
  /** Null where there is no text. */
  readonly part: DocumentPart | null;
  /** Of the pages that the part is of. */
  readonly annotations: readonly DocumentAnnotation[];
}

export async function readArticle(deps: Deps, request: ReadArticleRequest): Promise<ReadArticle> {
  const { workspace, section, page, cursor, outline, maxChars } = request;
  const paper = await findPaper(deps, workspace, request.article);
  const file = chosen(await textFiles(deps, workspace, paper.key), request.file);
  if (!file) return withoutText(paper, request);
  const document = file.value.document ?? '';
  const part = await readPart(deps, { workspace, document, section, page, cursor, outline, maxChars });
  return { paper, file, part, annotations: await marksIn(deps, workspace, file, part) };
}

/** What readers have marked on the pages of the part; of an outline, in all of the file. */
async function marksIn(
  deps: Deps,
  workspace: string,
  { key }: KeptPaperFile,
  part: DocumentPart,
): Promise<readonly DocumentAnnotation[]> {
  const annotations = (await annotationsOf(deps).get(workspace, key))?.value.annotations ?? [];
  if (annotations.length === 0 || part.outline !== null) return annotations;
  const { pages } = (await withText(deps, workspace, await findDocument(deps, workspace, part.id))).structure;
  return annotations.filter(({ page }) => {
    const [from = 0, to = Infinity] = [pages[page - 1]?.start, pages[page]?.start];
    return from < part.end && to > part.start;
  });
}

function chosen(files: readonly KeptPaperFile[], wanted: string | undefined): KeptPaperFile | null {
  if (wanted === undefined) return files[0] ?? null;
  const found = files.find(({ key }) => key === wanted);
  if (found) return found;
  throw invalidField('file_id', 'is no file of this paper that has a text', 'get_article_details lists them.');
}

function withoutText(paper: KeptPaper, { section, page, cursor }: ReadArticleRequest): ReadArticle {
  if ((section ?? page ?? cursor) === undefined) return { paper, file: null, part: null, annotations: [] };
  throw new ZapomniError('NOT_FOUND', 'article_identifier: the paper has no text here, only what is known of it.', {
    hint: 'process_pdf adds its file; get_article_details shows the abstract.',
    issues: [{ field: 'article_identifier', error: 'has no text' }],
  });
}
