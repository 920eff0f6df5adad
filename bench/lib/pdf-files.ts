/** PDF files of known text, set by groff and written by Ghostscript: one column, two, and tables. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mixedPassages, realPacks } from './real-texts.ts';
import { sentenceMaker } from './corpus.ts';

export interface SetPdf {
  readonly bytes: Uint8Array;
  readonly pages: number;
  readonly known: string;
}

export type Layout = 'one column' | 'two columns' | 'tables';

/** The tools that are not there, of those that are needed. */
export function missingTools(): string[] {
  const tools = ['groff', 'ps2pdf', 'pdftotext', 'bash'];
  return tools.filter((tool) => spawnSync(tool, ['--version']).error !== undefined);
}

/** About as many pages. */
export function setPdf(layout: Layout, pages: number): SetPdf {
  const paragraph = paragraphMaker();
  const source = ['.nr PS 10', '.nr VS 12', '.nr LL 6.5i', layout === 'two columns' ? '.2C' : '.1C'];
  const known: string[] = [];
  for (let letters = 0; letters < pages * LETTERS[layout];) {
    const texts = layout === 'tables' ? tableOf(paragraph, source) : [paragraph()];
    if (layout !== 'tables') source.push('.LP', ...texts);
    known.push(...texts);
    letters += texts.join(' ').length;
  }
  const quiet = { maxBuffer: 2 ** 30, stdio: ['pipe', 'pipe', 'ignore'] as ['pipe', 'pipe', 'ignore'] };
  const printed = execFileSync('groff', ['-t', '-ms', '-Tps'], { ...quiet, input: `${source.join('\n')}\n` });
  const bytes = Uint8Array.from(execFileSync('ps2pdf', ['-', '-'], { ...quiet, input: printed }));
  const count = Math.max(
    ...Buffer.from(bytes)
      .toString('latin1')
      .matchAll(/\/Count (\d+)/gu)
      .map(([, n]) => Number(n)),
  );
  return { bytes, pages: count, known: known.join('\n') };
}

/** What goes on a page. */
const LETTERS: Readonly<Record<Layout, number>> = { 'one column': 5600, 'two columns': 5400, tables: 2600 };
const ROWS = 12;

/** Real sentences where there are some, else made-up ones; letters that every font has, and no commands of groff. */
function paragraphMaker(): () => string {
  const real = realPacks().length > 0 ? mixedPassages(7) : undefined;
  const made = sentenceMaker(7);
  return () => {
    const text = real ? Array.from({ length: 3 }, real).join(' ') : made(120);
    const bare = text.replace(/[^A-Za-z0-9 .,;:()?!-]/gu, ' ').replace(/\S{30,}/gu, ' ');
    return `So ${bare.replace(/\s+/gu, ' ').trim()}`;
  };
}

/** Rows of three cells, none of which is broken. */
function tableOf(paragraph: () => string, source: string[]): string[] {
  const words = paragraph().split(' ');
  const rows = Array.from({ length: ROWS }, (_, n) => [
    words.slice(n * 5, n * 5 + 3).join(' ') || 'none',
    words.slice(n * 5 + 3, n * 5 + 5).join(' ') || 'none',
    `${n * 37}.25`,
  ]);
  source.push('.TS', 'l l n.', ...rows.map((row) => row.join('\t')), '.TE', '.LP');
  const text = paragraph();
  source.push(text);
  return [...rows.map((row) => row.join(' ')), text];
}
