/** Papers of the library as a bibliography: into a file below the export folder, or as a text where nobody named one. */
import { ZapomniError } from '../../../errors/index.ts';
import type { BibliographicItem } from '../../../model/papers/index.ts';
import type { WrittenFile } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import type { KeptPaper } from '../library/store/paper-record.ts';
import type { WritableFormat } from './format.ts';
import { writeBibliography } from './write-bibliography.ts';

export interface ExportRequest {
  readonly format: WritableFormat;
  readonly papers: AsyncIterable<KeptPaper>;
  /** Below the export folder; the text itself comes back where none is named. */
  readonly file?: string | undefined;
  readonly overwrite?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface ExportedBibliography {
  readonly entries: number;
  readonly file: WrittenFile | null;
  readonly text: string | null;
}

const MOST_INLINE = 500_000;

export async function exportBibliography(deps: Deps, request: ExportRequest): Promise<ExportedBibliography> {
  const { file, overwrite = false, signal } = request;
  const tally = { entries: 0 };
  const pieces = bibliographyPieces(request, tally);
  if (file !== undefined) {
    const written = await deps.exports.write(file.trim(), pieces, { overwrite, ...(signal ? { signal } : {}) });
    return { entries: tally.entries, file: written, text: null };
  }
  let text = '';
  for await (const piece of pieces) {
    text += piece;
    if (text.length > MOST_INLINE)
      throw new ZapomniError('TOO_LARGE', `The bibliography has more than ${MOST_INLINE} characters.`, {
        hint: 'Give a filename: it is then written below the export folder. Or export fewer.',
      });
  }
  return { entries: tally.entries, file: null, text };
}

/** The same in pieces, for who writes them as they come. */
export function bibliographyPieces(
  request: Omit<ExportRequest, 'file' | 'overwrite'>,
  tally: Tally,
): AsyncGenerator<string> {
  return writeBibliography(itemsOf(request, tally), request.format);
}

export interface Tally {
  entries: number;
}

/** Under the citekeys of the library, which no two papers share. */
async function* itemsOf(
  { papers, signal }: Pick<ExportRequest, 'papers' | 'signal'>,
  tally: Tally,
): AsyncGenerator<BibliographicItem> {
  for await (const { key, value } of papers) {
    signal?.throwIfAborted();
    tally.entries += 1;
    yield { ...value.item, citekey: value.citekey ?? key };
  }
}
