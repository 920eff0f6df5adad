/** Papers as rows of a table. */
import { identifierText } from '@zapomni/core/model';
import { nameOf, authorsOf, type KeptPaper } from '@zapomni/core/research';
import { oneLine } from '../../../output/harmless.ts';
import { renderTable } from '../../../output/table.ts';
import type { Terminal } from '../../../output/terminal.ts';

export function paperTable(papers: readonly KeptPaper[], terminal: Terminal): string {
  return renderTable(['KEY', 'YEAR', 'AUTHORS', 'TITLE'], papers.map(paperRow), terminal);
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
