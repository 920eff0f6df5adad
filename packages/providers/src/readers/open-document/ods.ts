/** OpenDocument spreadsheets: a sheet is a page, its rows are a table, and cells say what they show. */
import type { ReadDocument } from '@zapomni/core/ports';
import { openDocument } from './open-document.ts';
import { OpenSheets } from './open-sheets.ts';
import { addTables, MOST_SHEET_ROWS, warnOfCut } from '../office/sheet-tables.ts';
import { TextBuilder } from '../text-builder.ts';
import type { ReadContext } from '../reading.ts';

export function read(bytes: Uint8Array, context: ReadContext): ReadDocument {
  const { file, title, metadata } = openDocument(bytes, context);
  const builder = new TextBuilder(context);
  const found = new OpenSheets(MOST_SHEET_ROWS);
  file.scanMain('content.xml', found);
  for (const { name, rows, isCut } of found.sheets) {
    builder.page(name);
    addTables(builder, rows);
    if (isCut) warnOfCut(builder);
  }
  return builder.document({ title, pageKind: 'sheet', metadata });
}
