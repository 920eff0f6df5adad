/** Items as the text of a format, piece by piece: as much of it is in memory as one item takes. */
import { invalidField } from '../../../errors/index.ts';
import type { BibliographicItem } from '../../../model/papers/index.ts';
import { WRITABLE, type FormatName } from './format.ts';
import { formatNamed } from './formats.ts';
import { Breath } from './source.ts';

export async function* writeBibliography(
  items: AsyncIterable<BibliographicItem> | Iterable<BibliographicItem>,
  name: FormatName,
): AsyncGenerator<string> {
  const { write } = await formatNamed(name).load();
  if (!write) throw invalidField('format', `${name} can only be read`, `These can be written: ${WRITABLE.join(', ')}.`);
  const breath = new Breath();
  for await (const piece of write(each(items))) {
    yield piece;
    await breath.take(piece.length);
  }
}

async function* each(
  items: AsyncIterable<BibliographicItem> | Iterable<BibliographicItem>,
): AsyncGenerator<BibliographicItem> {
  yield* items;
}
