/** Tables in text, comma or tab between the cells: one Markdown table, so that a cell is found by its row and column. */
import type { ReadDocument } from '@zapomni/core/ports';
import { decodeText } from './charset/decode-text.ts';
import { findDelimiter, parseRows } from './csv/parse-rows.ts';
import type { ReadContext } from './reading.ts';
import { TextBuilder } from './text-builder.ts';

export function read(bytes: Uint8Array, context: ReadContext): ReadDocument {
  const { text } = decodeText(bytes);
  // Excel writes down which one it used.
  const told = /^sep=(.)\n/u.exec(text);
  const body = told ? text.slice(told[0].length) : text;
  const delimiter = told?.[1] ?? findDelimiter(body.slice(0, 65_536)) ?? (context.format === 'tsv' ? '\t' : ',');
  const { rows, open } = parseRows(body, delimiter);
  const builder = new TextBuilder(context).table(rows, { row: told ? 2 : 1, column: 1 });
  if (open) builder.warn('A quotation mark is never closed: the last cell holds the rest of the file.');
  const [head] = rows;
  return builder.document({ metadata: { rows: rows.length, columns: head?.length ?? 0 } });
}
