/** Papers of the library as a bibliography: into a file below the export folder, or as a text where nobody named one. */
import type { BibliographicItem } from '../../../model/papers/index.ts';
import type { Deps } from '../../deps.ts';
import { writeOut, type Destination, type FileOrText } from '../export/file-or-text.ts';
import type { KeptPaper } from '../library/store/paper-record.ts';
import type { WritableFormat } from './format.ts';
import { writeBibliography } from './write-bibliography.ts';

export interface ExportRequest extends Destination {
  readonly format: WritableFormat;
  readonly papers: AsyncIterable<KeptPaper>;
}

export interface ExportedBibliography extends FileOrText, Tally {}

const MOST_INLINE = 500_000;

export async function exportBibliography(deps: Deps, request: ExportRequest): Promise<ExportedBibliography> {
  const tally = { entries: 0 };
  const written = await writeOut(deps, bibliographyPieces(request, tally), request, MOST_INLINE);
  return { ...tally, ...written };
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
