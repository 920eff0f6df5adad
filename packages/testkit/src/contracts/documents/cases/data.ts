import type { DocumentCase } from '../document-case.ts';
import { utf8 } from './encode.ts';

const CSV = `Name,Born,Note
Anna Petrova,1990,"likes tea, and ""coffee"""
Bob,1985,"two
lines"
,,
Кира,2001,a | b
`;

const NOTEBOOK = {
  cells: [
    { cell_type: 'markdown', metadata: {}, source: ['# Tides\n', '\n', 'The **moon** pulls.'] },
    {
      cell_type: 'code',
      metadata: {},
      execution_count: 1,
      source: ['print("high")\n', 'x = 1'],
      outputs: [
        { output_type: 'stream', name: 'stdout', text: ['high water at noon\n'] },
        { output_type: 'display_data', data: { 'image/png': 'iVBORw0KGgo=', 'text/plain': ['<Figure of tides>'] } },
        {
          output_type: 'error',
          ename: 'ValueError',
          evalue: 'no \u001b[31mmoon\u001b[0m',
          traceback: ['secret trace'],
        },
      ],
    },
    { cell_type: 'code', source: 'y = 2', outputs: [{ output_type: 'stream', text: 'z'.repeat(100_000) }] },
    { cell_type: 'markdown', source: '## Ebb\n\nThe water falls.' },
  ],
  metadata: { kernelspec: { display_name: 'Python 3', language: 'python' } },
  nbformat: 4,
  nbformat_minor: 5,
};

export const dataCases: readonly DocumentCase[] = [
  {
    format: 'csv',
    about: 'quotes, newlines in cells, an empty row',
    source: { bytes: utf8(CSV), name: 'people.csv' },
    metadata: { rows: 5, columns: 3 },
    sentences: [
      { text: 'Anna Petrova', cell: 'A2' },
      { text: 'likes tea, and "coffee"', cell: 'C2' },
      { text: 'two lines', cell: 'C3' },
      { text: 'Кира', cell: 'A5' },
      { text: 'a \\| b', cell: 'C5' },
    ],
  },
  {
    format: 'csv',
    about: 'semicolons, as Excel writes them where the comma is in numbers',
    source: { bytes: utf8('Stadt;Einwohner;Fläche\nOslo;709.037;454,08\nBergen;291.940;464,71\n'), name: 'städte.csv' },
    sentences: [{ text: '464,71', cell: 'C3' }],
  },
  {
    format: 'tsv',
    about: 'tabs',
    source: { bytes: utf8('word\tcount\nbridge\t12\ncoin\t7\n'), name: 'words.tsv' },
    sentences: [{ text: 'coin', cell: 'A3' }],
    blocks: [{ kind: 'table', text: '| word | count |\n| --- | --- |\n| bridge | 12 |\n| coin | 7 |' }],
  },
  {
    format: 'json',
    about: 'an object',
    source: {
      bytes: utf8(
        '{"title":"Bridges","id":12345678901234567890,"keeper":{"name":"Anna Petr\\u00f6va","tags":["stone","old"]},"note":"first\\nsecond","none":null}',
      ),
      name: 'bridge.json',
    },
    title: 'Bridges',
    sentences: [
      { text: 'id: 12345678901234567890', path: [] },
      { text: 'name: Anna Petröva', path: ['keeper'] },
      { text: '- stone', path: ['keeper'] },
      { text: 'second' },
    ],
  },
  {
    format: 'jsonl',
    about: 'a record a line, one of them broken',
    source: {
      bytes: utf8(
        `${Array.from({ length: 20 }, (_, n) => JSON.stringify({ n, text: `record number ${n}` })).join('\n')}\n{broken\n`,
      ),
      name: 'records.jsonl',
    },
    sentences: [
      { text: 'text: record number 0', line: 1 },
      { text: 'n: 7', line: 8 },
    ],
    blocks: [{ kind: 'message', text: 'n: 7\ntext: record number 7' }],
    warnings: [/1 line is not valid JSON/],
  },
  {
    format: 'json',
    about: 'half a character',
    source: { bytes: utf8('{"\\ud83d key": {"text": "words \\ud83d and \\ud83c\\udf09"}}'), name: 'half.json' },
    sentences: [{ text: 'text: words \uFFFD and 🌉', path: ['\uFFFD key'] }],
  },
  {
    format: 'json',
    about: 'settings with comments, read as text',
    source: { bytes: utf8('{\n  // a comment\n  "width": 80,\n}\n'), name: 'settings.json' },
    sentences: [{ text: '// a comment', line: 2 }],
    warnings: [/not valid JSON/],
    byNameOnly: true,
  },
  {
    format: 'notebook',
    about: 'cells and what they printed',
    source: { bytes: utf8(JSON.stringify(NOTEBOOK)), name: 'tides.ipynb' },
    title: 'Tides',
    metadata: { language: 'python', kernel: 'Python 3' },
    sentences: [
      { text: 'The moon pulls.', page: '1', path: ['Tides'] },
      { text: 'print("high")', page: '2' },
      { text: 'high water at noon', page: '2' },
      { text: '<Figure of tides>', page: '2' },
      { text: 'ValueError: no moon', page: '2' },
      { text: 'y = 2', page: '3' },
      { text: 'The water falls.', page: '4', path: ['Tides', 'Ebb'] },
    ],
    absent: ['iVBOR', 'secret trace', 'z'.repeat(3000)],
    blocks: [{ kind: 'code', text: 'print("high")\nx = 1' }],
  },
  {
    format: 'notebook',
    about: 'the third version of the format',
    source: {
      bytes: utf8(
        JSON.stringify({
          metadata: { name: '' },
          nbformat: 3,
          nbformat_minor: 0,
          worksheets: [
            {
              cells: [
                { cell_type: 'heading', level: 1, source: ['Old tides'] },
                { cell_type: 'code', input: ['a = 1'], outputs: [{ output_type: 'pyout', text: ['one'] }] },
              ],
            },
          ],
        }),
      ),
      name: 'old.ipynb',
    },
    sentences: [{ text: 'a = 1', page: '2', path: ['Old tides'] }],
  },
];
