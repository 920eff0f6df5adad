/**
 * Papers as data: into a file below the export folder, or as a text where nobody named one. A text has as many as fit, and whoever asked
 * goes on behind them.
 */
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
  /** More were to be written, and found no room in the text. */
  readonly isCut: boolean;
}

interface Tally {
  articles: number;
  /** Of the text so far. */
  length: number;
  isCut: boolean;
}

/** What somebody can read at once; one paper that is longer is whole, up to what any answer may have. */
const ROOM = 100_000;
const MOST_INLINE = 200_000;

export async function exportArticles(deps: Deps, request: ExportArticlesRequest): Promise<ExportedArticles> {
  const tally: Tally = { articles: 0, length: 0, isCut: false };
  const pieces = measured(writeArticles(request.format, data(deps, request, tally)), tally);
  const written = await writeOut(deps, pieces, request, MOST_INLINE);
  return { articles: tally.articles, isCut: tally.isCut, ...written };
}

async function* measured(pieces: AsyncIterable<string>, tally: Tally): AsyncGenerator<string> {
  for await (const piece of pieces) {
    tally.length += piece.length;
    yield piece;
  }
}

async function* data(
  deps: Deps,
  { workspace, papers, content, metadata, file, signal }: ExportArticlesRequest,
  tally: Tally,
): AsyncGenerator<ArticleData> {
  for await (const paper of papers) {
    signal?.throwIfAborted();
    const article = articleData(paper, { metadata, content: content ? await textOf(deps, workspace, paper) : null });
    if (file === undefined && tally.articles > 0 && tally.length + JSON.stringify(article).length > ROOM) {
      tally.isCut = true;
      return;
    }
    tally.articles += 1;
    yield article;
  }
}

/** What says the same as another of its files is told once. */
async function textOf({ storage }: Deps, workspace: string, { value }: KeptPaper): Promise<string> {
  const memories = value.texts.length === 0 ? [] : await storage.memories.get(workspace, value.texts);
  const searched = memories.filter(({ passageCount }) => passageCount > 0);
  return (searched.length > 0 ? searched : memories).map(({ text }) => text).join('\n\n');
}
