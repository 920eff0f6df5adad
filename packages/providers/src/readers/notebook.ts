/** Jupyter notebooks: a cell is a page; code and the text it printed are kept, pictures are not. */
import { stripVTControlCharacters } from 'node:util';
import type { JsonValue } from '@zapomni/core/model';
import type { ReadDocument } from '@zapomni/core/ports';
import { decodeText } from './charset/decode-text.ts';
import { parseJson } from './json/outline.ts';
import { renderMarkdown } from './markdown/render-markdown.ts';
import { unreadable, type ReadContext } from './reading.ts';
import { TextBuilder } from './text-builder.ts';

/** Of what a cell printed, its beginning says enough. */
const MOST_OUTPUT = 2000;

type Fields = { readonly [key: string]: JsonValue | undefined };

export function read(bytes: Uint8Array, context: ReadContext): ReadDocument {
  const notebook = fields(parseJson(decodeText(bytes).text));
  const cells = cellsOf(notebook);
  if (!cells) throw unreadable('The notebook is damaged: it has no cells.');
  const builder = new TextBuilder(context);
  let heading: string | null = null;
  cells.forEach((value, n) => {
    const cell = fields(value);
    builder.page(String(n + 1));
    const source = joined(cell['source'] ?? cell['input']);
    if (cell['cell_type'] === 'markdown') heading = [heading, renderMarkdown(builder, source, 1)].find(Boolean) ?? null;
    else if (cell['cell_type'] === 'heading') builder.section(source.replace(/\s+/gu, ' ').trim(), levelOf(cell));
    else if (cell['cell_type'] === 'code') writeCode(builder, source, list(cell['outputs']));
    else builder.paragraph(source);
  });
  const { title, language, kernel } = aboutOf(notebook);
  return builder.document({
    title: title ?? heading,
    pageKind: 'cell',
    metadata: { ...(language ? { language } : {}), ...(kernel ? { kernel } : {}) },
  });
}

/** The third version of the format has them in worksheets. */
function cellsOf(notebook: Fields): readonly JsonValue[] | null {
  if (Array.isArray(notebook['cells'])) return notebook['cells'];
  const sheets = notebook['worksheets'];
  return Array.isArray(sheets) ? sheets.flatMap((sheet) => list(fields(sheet)['cells'])) : null;
}

/** Headings were cells of their own once; what is no level is the first. */
function levelOf(cell: Fields): number {
  const level = Math.floor(Number(cell['level']));
  return level >= 1 && level <= 6 ? level : 1;
}

function aboutOf(notebook: Fields): { title: string | null; language: string | null; kernel: string | null } {
  const metadata = fields(notebook['metadata']);
  const said = (value: JsonValue | undefined) => (typeof value === 'string' && value !== '' ? value : null);
  return {
    title: said(metadata['title']),
    language: said(fields(metadata['language_info'])['name']) ?? said(fields(metadata['kernelspec'])['language']),
    kernel: said(fields(metadata['kernelspec'])['display_name']),
  };
}

function writeCode(builder: TextBuilder, source: string, outputs: readonly JsonValue[]): void {
  builder.block('code', () => builder.add(source.trimEnd()));
  const printed = outputs.map((output) => outputText(fields(output))).join('');
  const text = stripVTControlCharacters(printed).trim();
  if (text !== '') builder.paragraph(text.length > MOST_OUTPUT ? `${cutAt(text, MOST_OUTPUT)} …` : text);
}

function outputText(output: Fields): string {
  if (output['output_type'] === 'error' || output['output_type'] === 'pyerr') {
    return `${joined(output['ename'])}: ${joined(output['evalue'])}\n`;
  }
  return joined(output['text'] ?? fields(output['data'])['text/plain']);
}

/** Never in the middle of a character. */
function cutAt(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/u, '');
}

function joined(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value;
  return list(value)
    .filter((line) => typeof line === 'string')
    .join('');
}

function list(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

function fields(value: JsonValue | undefined): Fields {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {};
}
