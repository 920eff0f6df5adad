/** The text of a paper in parts, from the best of its files; of one without a text, its abstract. */
import { invalidField, ZapomniError } from '../../../../errors/index.ts';
import type { Deps } from '../../../deps.ts';
import { readPart, type DocumentPart, type ReadRequest } from '../../../documents/read-document.ts';
import { findPaper } from '../find/find-paper.ts';
import type { KeptPaperFile } from '../store/file-record.ts';
import { filesOf } from '../store/index.ts';
import type { KeptPaper } from '../store/paper-record.ts';

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
}

/** What publishers mark up tells its structure; a PDF is read by its looks. */
const BEST: readonly string[] = ['jats', 'html', 'epub', 'docx', 'pdf', 'text', 'other'];

export async function readArticle(deps: Deps, request: ReadArticleRequest): Promise<ReadArticle> {
  const { workspace, section, page, cursor, outline, maxChars } = request;
  const paper = await findPaper(deps, workspace, request.article);
  const query = { index: 'by_paper' as const, where: { paper: paper.key }, limit: 100 };
  const files = (await filesOf(deps).list(workspace, query)).items.filter(({ value }) => value.document !== null);
  const file = fileOf(files, request.file);
  if (!file) return withoutText(paper, request);
  const document = file.value.document ?? '';
  const part = await readPart(deps, { workspace, document, section, page, cursor, outline, maxChars });
  return { paper, file, part };
}

function fileOf(files: readonly KeptPaperFile[], wanted: string | undefined): KeptPaperFile | null {
  if (wanted === undefined)
    return files.toSorted((one, other) => BEST.indexOf(one.value.kind) - BEST.indexOf(other.value.kind))[0] ?? null;
  const found = files.find(({ key }) => key === wanted);
  if (found) return found;
  throw invalidField('file_id', 'is no file of this paper that has a text', 'get_article_details lists them.');
}

function withoutText(paper: KeptPaper, { section, page, cursor }: ReadArticleRequest): ReadArticle {
  if ((section ?? page ?? cursor) === undefined) return { paper, file: null, part: null };
  throw new ZapomniError('NOT_FOUND', 'The paper has no text here, only what is known of it.', {
    hint: 'process_pdf adds its file; get_article_details shows the abstract.',
    issues: [{ field: 'article_identifier', error: 'has no text' }],
  });
}
