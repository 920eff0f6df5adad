import type { DocumentCase } from '../document-case.ts';
import { encode, utf16, utf8 } from './encode.ts';

const RUSSIAN =
  'Вчера вечером Анна Петрова приехала из Осло и рассказала, как прошла её работа над книгой.\nКнига о старых мостах Петербурга выйдет весной, и в ней будет больше сотни рисунков.\n';
const JAPANESE =
  '昨日の夜、田中さんは東京から帰ってきました。\n彼女は新しい本について話してくれました。その本は来年の春に出版されます。\n';
const CHINESE =
  '昨天晚上，王芳从上海回来，谈到了她的新书。\n这本书写的是古老的桥梁，明年春天出版，里面有一百多幅插图。\n';
const KOREAN = '어제 저녁에 김민수 씨가 서울에서 돌아와 새 책에 대해 이야기했다.\n그 책은 내년 봄에 출판될 예정이다.\n';
const FRENCH =
  'Hier soir, Hélène est rentrée de Besançon où elle a déjà présenté son œuvre à des élèves.\nLe garçon a goûté le gâteau préféré de sa mère : « c’est très bon », dit-il.\n';

const inCharset = (charset: string, text: string): DocumentCase => ({
  format: 'text',
  about: charset,
  source: { bytes: encode(text, charset), name: 'letter.txt' },
  metadata: { charset },
  sentences: text
    .trim()
    .split('\n')
    .map((sentence, n) => ({ text: sentence, line: n + 1 })),
});

const inUtf16 = (order: 'le' | 'be', mark: boolean): DocumentCase => ({
  format: 'text',
  about: `UTF-16${order.toUpperCase()} ${mark ? 'with' : 'without'} a mark`,
  source: { bytes: utf16('The first line.\nThe second: naïve café.\n', order, mark), name: 'letter.txt' },
  metadata: { charset: `utf-16${order}` },
  sentences: [
    { text: 'The first line.', line: 1 },
    { text: 'The second: naïve café.', line: 2 },
  ],
  absent: ['\uFEFF', '\0'],
});

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
  {
    format: 'text',
    about: 'UTF-8 with a mark',
    source: { bytes: utf8(`\uFEFF${RUSSIAN}`), name: 'письмо.txt' },
    sentences: [{ text: 'Вчера вечером Анна Петрова', line: 1 }],
    absent: ['\uFEFF'],
  },
  inUtf16('le', true),
  inUtf16('be', true),
  inUtf16('le', false),
  inUtf16('be', false),
  inCharset('windows-1252', FRENCH),
  inCharset('windows-1251', RUSSIAN),
  inCharset('koi8-r', RUSSIAN),
  inCharset('shift_jis', JAPANESE),
  inCharset('euc-jp', JAPANESE),
  inCharset('gb18030', CHINESE),
  inCharset('euc-kr', KOREAN),
];
