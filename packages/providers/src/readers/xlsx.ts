/** Workbooks: a sheet is a page, its rows are a table. Formulas show what they last came to. */
import type { ReadDocument } from '@zapomni/core/ports';
import { CellFormats } from './office/cell-format.ts';
import { coreFacts, OfficePackage } from './office/package.ts';
import { SheetRows } from './office/sheet-rows.ts';
import { addTables, MOST_SHEET_ROWS, warnOfCut } from './office/sheet-tables.ts';
import { TextBuilder } from './text-builder.ts';
import type { ReadContext } from './reading.ts';
import { elementsOf } from './xml/xml-tree.ts';

const MAIN = 'xl/workbook.xml';

export function read(bytes: Uint8Array, context: ReadContext): ReadDocument {
  const file = new OfficePackage(bytes, context);
  const builder = new TextBuilder(context);
  const workbook = file.tree(MAIN);
  const is1904 = /^(?:1|true)$/u.test(elementsOf(workbook, 'workbookPr')[0]?.attributes.get('date1904') ?? '');
  const formats = new CellFormats(file.tree('xl/styles.xml'), is1904);
  const strings = sharedStrings(file);
  const relationships = file.relationships(MAIN);
  for (const { attributes } of elementsOf(workbook, 'sheet')) {
    const part = relationships.get(attributes.get('r:id') ?? attributes.get('id') ?? '')?.target ?? '';
    const sheet = new SheetRows(MOST_SHEET_ROWS, strings, formats);
    // A sheet that is a chart has no rows.
    if (!file.scan(part, sheet)) continue;
    builder.page(attributes.get('name') ?? '');
    addTables(builder, sheet.rows);
    if (sheet.isCut) warnOfCut(builder);
  }
  const { title, metadata } = coreFacts(file.tree('docProps/core.xml'));
  return builder.document({ title, pageKind: 'sheet', metadata });
}

/** Texts are kept once for the whole workbook; a cell has the number of its text. */
function sharedStrings(file: OfficePackage): string[] {
  const strings: string[] = [];
  let [inText, inPhonetic] = [false, false];
  file.scan('xl/sharedStrings.xml', {
    open(name) {
      if (name === 'si') strings.push('');
      else if (name === 't') inText = true;
      // How a word is pronounced stands beside it in Japanese.
      else if (name === 'rPh') inPhonetic = true;
    },
    close(name) {
      if (name === 't') inText = false;
      else if (name === 'rPh') inPhonetic = false;
    },
    text(text) {
      if (inText && !inPhonetic) strings[strings.length - 1] += text;
    },
  });
  return strings;
}
