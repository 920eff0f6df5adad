import { describe, expect, it } from 'vitest';
import { NO_STRUCTURE } from '../../documents/flatten.ts';
import { findReferenceList } from '../citations/index.ts';
import { frontPage } from './front-page.ts';

type Line = readonly [text: string, size: number];

function read(pages: readonly (readonly Line[])[], title: string | null = null) {
  const texts = pages.map((lines) => lines.map(([text]) => text).join('\n'));
  const starts = texts.map((_, i) => texts.slice(0, i).reduce((sum, text) => sum + text.length + 2, 0));
  const structure = { ...NO_STRUCTURE, pages: starts.map((start, i) => ({ label: String(i + 1), start })) };
  const metadata: Record<string, string> = title === null ? {} : { title };
  const flat = { format: 'pdf', title, text: texts.join('\n\n'), metadata, warnings: [], structure };
  const head = pages.map((lines) => lines.map(([text, size]) => ({ text, size, bold: false })));
  return frontPage({ head }, flat);
}

const PAPER: readonly Line[] = [
  ['Tides and their keepers', 18],
  ['', 11],
  ['Eva Berg and Ole Lund', 11],
  ['', 9],
  ['Institute of Shores, Bergen', 9],
];
const COVER: readonly Line[] = [
  ['This is the author’s version of the work, posted for your personal use.', 10],
  ['The definitive version was published in Shores, doi: 10.5555/tides.', 10],
];

describe('the front page of a paper', () => {
  it('is the one behind a cover, with the ids of the cover', () => {
    const { title, names, ids } = read([COVER, PAPER]);
    expect([title, names]).toEqual(['Tides and their keepers', ['Eva Berg', 'Ole Lund']]);
    expect(ids.map(({ identifier }) => identifier.value)).toEqual(['10.5555/tides']);
    expect(read([COVER]).ids).toHaveLength(1);
  });

  it('ends where the references of a short paper begin', () => {
    const cited: Line[] = [
      ['References', 12],
      ['[1] K. Meyer. Seaweed. Journal of Shores, vol. 3, 2007. doi:10.5555/seaweed', 9],
    ];
    const { date, ids } = read([[...PAPER, ...cited]]);
    expect([date, ids]).toEqual([null, []]);
  });

  it('has neither a table of contents for its title nor what introduces a name for a name', () => {
    const contents: Line[] = [['1 Tides 2 2 Shores 4 3 Rocks 9 4 Birds 12', 18]];
    expect(read([contents], 'A book of tides')).toMatchObject({ title: 'A book of tides', titleFrom: 'file' });
    const thesis: Line[] = [
      ['Tides and their keepers', 18],
      ['', 11],
      ['Vorgelegt von', 11],
      ['', 11],
      ['Eva Berg', 11],
    ];
    expect(read([thesis]).names).toEqual(['Eva Berg']);
  });
});

describe('a list of references', () => {
  const entries = ['A. Smith, “Limpets,” vol. 4, pp. 1–20.', 'J. Doe, “Pools,” vol. 12.', 'K. Meyer, “Kelp,” vol. 7.'];
  const listed = entries.map((entry, i) => `[${i + 1}] ${entry}`).join('\n\n');

  it('needs no years where it has a heading and numbers', () => {
    expect(findReferenceList(`Words.\n\nREFERENCES\n\n${listed}`)?.references).toHaveLength(3);
    expect(findReferenceList(`Words.\n\nREFERENCES\n\n${entries.join('\n\n')}`)).toBeNull();
    expect(findReferenceList(`Words and more words.\n\n${listed}`)).toBeNull();
  });
});
