/** A bibliography as whoever imports it gets it. */
import type { BibliographicItem } from '../../../../model/papers/index.ts';
import { openBibliography, writeBibliography, type FormatName, type WritableFormat } from '../index.ts';

export interface ReadFile {
  readonly format: FormatName;
  readonly lines: readonly number[];
  readonly items: readonly BibliographicItem[];
  readonly problems: readonly { readonly line: number; readonly message: string }[];
}

export async function readText(content: string, format?: FormatName): Promise<ReadFile> {
  const opened = await openBibliography(content, { format, findCharset: async () => 'utf-8' });
  const [lines, items, problems]: [number[], BibliographicItem[], { line: number; message: string }[]] = [[], [], []];
  for await (const finding of opened.findings)
    if (finding.kind === 'problem') problems.push({ line: finding.line, message: finding.message });
    else {
      lines.push(finding.line);
      items.push(finding.item);
    }
  return { format: opened.format, lines, items, problems };
}

export async function itemIn(content: string, format?: FormatName): Promise<BibliographicItem | undefined> {
  return (await readText(content, format)).items[0];
}

export async function written(items: readonly BibliographicItem[], format: WritableFormat): Promise<string> {
  let text = '';
  for await (const piece of writeBibliography(items, format)) text += piece;
  return text;
}
