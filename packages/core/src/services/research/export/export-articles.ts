/** Papers as data: into a file below the export folder, or as a text where nobody named one. */
import type { Deps } from '../../deps.ts';
import type { KeptPaper } from '../library/store/paper-record.ts';
import { articleData, type ArticleData } from './article-data.ts';
import { writeArticles } from './data-formats.ts';
import { writeOut, type Destination, type FileOrText } from './file-or-text.ts';
import { type DataFormat } from '../words.ts';

export interface ExportArticlesRequest extends Destination {
  readonly workspace: string;
  readonly format: DataFormat;
  readonly papers: AsyncIterable<KeptPaper>;
  readonly content: boolean;
  readonly metadata: boolean;
}

export interface ExportedArticles extends FileOrText {
  readonly articles: number;
}

const MOST_INLINE = 200_000;

export async function exportArticles(deps: Deps, request: ExportArticlesRequest): Promise<ExportedArticles> {
  const tally = { articles: 0 };
  const pieces = writeArticles(request.format, data(deps, request, tally));
  const written = await writeOut(deps, pieces, request, MOST_INLINE);
  return { articles: tally.articles, ...written };
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

/** What says the same as another of its files is told once. */
async function textOf({ storage }: Deps, workspace: string, { value }: KeptPaper): Promise<string> {
  const memories = value.texts.length === 0 ? [] : await storage.memories.get(workspace, value.texts);
  const searched = memories.filter(({ passageCount }) => passageCount > 0);
  return (searched.length > 0 ? searched : memories).map(({ text }) => text).join('\n\n');
}
