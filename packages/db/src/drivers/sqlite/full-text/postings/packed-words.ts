/** The words of one passage as a row of the tail holds them. */
import type { PassageWords } from '../../../../shared/passage-words.ts';
import { ByteWriter } from './bytes.ts';

export interface PackedWords {
  readonly terms: string;
  readonly counts: Uint8Array;
  readonly length: number;
}

/** Stands between terms; none holds it. */
export const BETWEEN = '\n';

export function packWords({ terms, counts, length }: PassageWords): PackedWords {
  const writer = new ByteWriter();
  for (const count of counts) writer.number(count);
  return { terms: terms.join(BETWEEN), counts: writer.take(), length };
}
