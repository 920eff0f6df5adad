/** PDF files of known text: written here, and by groff and Ghostscript where a machine has them. */
import { execFileSync, spawnSync } from 'node:child_process';
import { column, makePdf, type MadePdf } from '../documents.ts';
import { wrapped } from './sentences.ts';
import type { KnownFile, MakeFile } from './known-file.ts';

type Runs = MadePdf['pages'][number]['runs'];
const PAGES = ['1', '2', '3'];
const TOP = 760;

export const oneColumn: MakeFile = (name, sentence, filler) =>
  toFile(name, sentence, (known) => column(wrapped([filler(), known, filler(), filler()].join(' '), 90), 60, TOP));

/** The sentence begins at the foot of the first column and goes on at the head of the second. */
export const twoColumns: MakeFile = (name, sentence, filler) =>
  toFile(name, sentence, (known) => {
    const lines = wrapped([filler(), filler(), known, filler(), filler()].join(' '), 42);
    const half = Math.ceil(lines.length / 2);
    return [...column(lines.slice(0, half), 60, TOP), ...column(lines.slice(half), 320, TOP)];
  });

export const withTable: MakeFile = (name, sentence, filler) =>
  toFile(name, sentence, (known) => [
    ...column(wrapped(filler(), 90), 60, TOP),
    ...[known, filler(), filler(), filler()].flatMap((text, row) => [
      { text: String(row + 1), x: 60, y: TOP - 60 - row * 16 },
      { text, x: 120, y: TOP - 60 - row * 16 },
      { text: `${row * 7 + 3}.50`, x: 520, y: TOP - 60 - row * 16 },
    ]),
  ]);

function toFile(name: string, sentence: () => string, runs: (known: string) => Runs): KnownFile {
  const known = PAGES.map((page) => ({ text: sentence(), place: `p. ${page}` }));
  const bytes = makePdf({
    information: { Title: `Of ${name}` },
    pages: known.map(({ text }) => ({ runs: runs(text) })),
  });
  return { name, bytes, known };
}

/** Whether this machine has what typesets. */
export function canTypeset(): boolean {
  return ['groff', 'ps2pdf'].every((tool) => !spawnSync(tool, ['--version']).error);
}

/** Justified, hyphenated, in one or two columns, with a table on each page: as a Debian tool sets it. */
export function typeset(columns: 1 | 2): MakeFile {
  return (name, sentence, filler) => {
    const known = PAGES.map((page) => ({ text: sentence(), place: `p. ${page}` }));
    const pages = known.map(({ text }, n) => [
      ...(n > 0 ? ['.bp'] : []),
      '.LP',
      filler(),
      filler(),
      text,
      filler(),
      filler(),
      '.TS',
      'l l n.',
      ...['north', 'south', 'east'].map((side, row) => `${side}\t${side}ern gate\t${row * 3 + 1}.25`),
      '.TE',
    ]);
    const source = ['.nr LL 6i', columns === 2 ? '.2C' : '.1C', ...pages.flat(), ''].join('\n');
    const printed = execFileSync('groff', ['-t', '-ms', '-Tps'], { input: source, stdio: ['pipe', 'pipe', 'ignore'] });
    const bytes = execFileSync('ps2pdf', ['-', '-'], { input: printed, maxBuffer: 50_000_000 });
    return { name, bytes: Uint8Array.from(bytes), known };
  };
}
