import { describe, expect, it } from 'vitest';
import { cutDocument } from '../cut-document.ts';
import { NO_STRUCTURE } from '../flatten.ts';
import { markPaper } from './mark-paper.ts';

const CITED = [
  'Öman, B. (2019). Walks. Journal of Walks, 12, 45-67.',
  'Lind, A. (2020). Corners. Walks, 1, 2-9.',
  'Berg, C. (2021). Ways. Walks, 2, 1-3.',
];
const LIST = CITED.map((one, i) => `[${i + 1}] ${one}`).join('\n\n');
const TEXT = `Introduction\n\nPeople walk on graphs [1].\n\nFigure 2: How people walk.\n\nAs Table 3 says, they do.\n\nReferences\n\n${LIST}\n\nAppendix A\n\nWhat else there is to say.`;

function flat(format: string) {
  return { format, title: null, text: TEXT, metadata: {}, warnings: [], structure: NO_STRUCTURE };
}

describe('a paper', () => {
  it('has a list of references and captions, which are marked as what they are', () => {
    const { blocks } = markPaper(flat('pdf')).structure;
    expect(blocks.map(({ kind, start, end }) => [kind, TEXT.slice(start, end).trim()])).toEqual([
      ['caption', 'Figure 2: How people walk.'],
      ['reference', `References\n\n${LIST}`],
    ]);
  });

  it('is found by what it says, not by what it cites', () => {
    const { structure } = markPaper(flat('pdf'));
    for (const size of [400, 20]) {
      const passages = [...cutDocument(TEXT, structure, { size, overlap: 0 })].map(({ start, end }) =>
        TEXT.slice(start, end),
      );
      expect(passages.join('\n')).toContain('What else there is to say.');
      expect(passages.join('\n')).toContain('People walk on graphs');
      for (const one of CITED) expect(passages.join('\n')).not.toContain(one.slice(0, 12));
    }
  });

  it('is left alone where it is a note', () => expect(markPaper(flat('markdown')).structure.blocks).toEqual([]));
});
