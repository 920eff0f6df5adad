import type { DocumentCase } from '../document-case.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

export const textCases: readonly DocumentCase[] = [
  {
    format: 'text',
    about: 'UTF-8',
    source: {
      bytes: utf8('The first line.\nThe second line: naïve café.\r\n\r\nThe fourth line.\n'),
      name: 'notes.txt',
    },
    title: null,
    sentences: [
      { text: 'The first line.', line: 1, path: [], page: '' },
      { text: 'The second line: naïve café.', line: 2 },
      { text: 'The fourth line.', line: 4 },
    ],
    absent: ['\r'],
  },
];
