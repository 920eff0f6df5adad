/** Plain text. */
import type { ReadDocument } from '@zapomni/core/ports';
import { decodeText } from './charset/decode-text.ts';
import type { ReadContext } from './reading.ts';
import { TextBuilder } from './text-builder.ts';

export function read(bytes: Uint8Array, context: ReadContext): ReadDocument {
  const { text, charset, damaged } = decodeText(bytes);
  const builder = new TextBuilder(context).atLine(1).add(text);
  if (damaged) builder.warn(`Some bytes are no characters of ${charset}.`);
  return builder.document({ metadata: charset === 'utf-8' ? {} : { charset } });
}
