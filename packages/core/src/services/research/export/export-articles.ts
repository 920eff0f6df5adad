/** Papers as data: into a file below the export folder, or as a text where nobody named one. */
import { invalidField, ZapomniError } from '../../../errors/index.ts';
import type { WrittenFile } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import type { KeptPaper } from '../library/store/paper-record.ts';
import { articleData, type ArticleData } from './article-data.ts';
import { writeArticles } from './data-formats.ts';
import { type DataFormat } from '../words.ts';

export interface ExportArticlesRequest {
  readonly workspace: string;
  readonly format: DataFormat;
  readonly papers: AsyncIterable<KeptPaper>;
  readonly content: boolean;
  readonly metadata: boolean;
  /** Below the export folder; the text itself comes back where none is named. */
  readonly file?: string | undefined;
  readonly overwrite?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface ExportedArticles {
  readonly articles: number;
  readonly file: WrittenFile | null;
  readonly text: string | null;
}

const MOST_INLINE = 200_000;

export async function exportArticles(deps: Deps, request: ExportArticlesRequest): Promise<ExportedArticles> {
  const { format, file, overwrite = false, signal } = request;
  const tally = { articles: 0 };
  const pieces = writeArticles(format, data(deps, request, tally));
  if (file !== undefined) {
    const written = await deps.exports.write(checkName(file), pieces, { overwrite, ...(signal ? { signal } : {}) });
    return { articles: tally.articles, file: written, text: null };
  }
  let text = '';
  for await (const piece of pieces) {
    text += piece;
    if (text.length > MOST_INLINE) throw tooLong();
  }
  return { articles: tally.articles, file: null, text };
}

function checkName(file: string): string {
  const name = file.trim();
  if (name === '') throw invalidField('filename', 'is empty');
  return name;
}

function tooLong(): ZapomniError {
  return new ZapomniError('TOO_LARGE', `What is exported has more than ${MOST_INLINE} characters.`, {
    hint: 'Give a filename: it is then written below the export folder. Or export fewer articles.',
  });
}

async function* data(
  deps: Deps,
  { workspace, papers, content, metadata, signal }: ExportArticlesRequest,
  tally: { articles: number },
): AsyncGenerator<ArticleData> {
  for await (const paper of papers) {
    signal?.throwIfAborted();
    tally.articles += 1;
    yield articleData(paper, { metadata, content: content ? await textOf(deps, workspace, paper) : null });
  }
}

async function textOf({ storage }: Deps, workspace: string, { value }: KeptPaper): Promise<string> {
  const memories = await storage.memories.get(workspace, value.texts);
  return memories.map(({ text }) => text).join('\n\n');
}
