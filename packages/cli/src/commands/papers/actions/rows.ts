/** Papers as rows of a table. */
import { identifierText } from '@zapomni/core/model';
import { nameOf, authorsOf, type KeptPaper } from '@zapomni/core/research';
import { oneLine } from '../../../output/harmless.ts';
import { renderTable } from '../../../output/table.ts';
import type { Terminal } from '../../../output/terminal.ts';

export const PAPER_HEAD = ['KEY', 'YEAR', 'AUTHORS', 'TITLE'] as const;
/** Some are groups with long names. */
export const YIELDING: readonly string[] = ['AUTHORS'];

export function paperTable(papers: readonly KeptPaper[], terminal: Terminal): string {
  return renderTable(PAPER_HEAD, papers.map(paperRow), terminal, YIELDING);
}

export function paperRow({ key, value }: KeptPaper): string[] {
  const [first, ...others] = authorsOf(value.item).map(nameOf);
  const authors = `${first ?? ''}${others.length > 0 ? ` +${others.length}` : ''}`;
  const title = value.item.title ?? value.item.identifiers.map(identifierText).join(' ');
  return [value.citekey ?? key, String(value.year ?? ''), oneLine(authors), oneLine(title)];
}

export function paperLine(paper: KeptPaper): string {
  const [key = '', year = '', authors = '', title = ''] = paperRow(paper);
  return [key, authors, year, title].filter((part) => part !== '').join(' · ');
}
