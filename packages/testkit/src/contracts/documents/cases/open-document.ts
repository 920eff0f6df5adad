import type { DocumentCase } from '../document-case.ts';
import { makePackage } from './make-zip.ts';

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const O = 'xmlns:office="o" xmlns:text="t" xmlns:table="b" xmlns:draw="w" xmlns:presentation="p" xmlns:dc="d"';
const content = (kind: string, body: string) =>
  `${XML}<office:document-content ${O}><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`;
const META = `${XML}<office:document-meta ${O}><office:meta><dc:title>Of the Harbour</dc:title></office:meta></office:document-meta>`;
const cell = (text: string, more = '') => `<table:table-cell ${more}><text:p>${text}</text:p></table:table-cell>`;
const row = (cells: string, more = '') => `<table:table-row ${more}>${cells}</table:table-row>`;

const ods: DocumentCase = {
  format: 'ods',
  about: 'sheets with repeated cells and rows, a gap and a comment',
  source: {
    name: 'budget.ods',
    bytes: makePackage(
      {
        'content.xml': content(
          'spreadsheet',
          `<table:table table:name="Budget 2026">${row(cell('Item') + cell('Cost'))}${row(
            cell('Pier stones<office:annotation><text:p>Too dear?</text:p></office:annotation>') +
              cell('12.50 €', 'office:value-type="currency" office:value="12.5"') +
              '<table:table-cell table:number-columns-repeated="16000"/>',
          )}${row('<table:table-cell/>', 'table:number-rows-repeated="3"')}${row(
            `<table:table-cell/>${cell('same', 'table:number-columns-repeated="2"')}`,
          )}${row('<table:table-cell/>', 'table:number-rows-repeated="1048000"')}</table:table><table:table table:name="Boats">${row(
            cell('Anna') + cell('1901'),
          )}</table:table>`,
        ),
        'meta.xml': META,
      },
      'application/vnd.oasis.opendocument.spreadsheet',
    ),
  },
  title: 'Of the Harbour',
  sentences: [
    { text: 'Pier stones', page: 'Budget 2026', cell: 'A2' },
    { text: '12.50 €', page: 'Budget 2026', cell: 'B2' },
    { text: 'same', page: 'Budget 2026', cell: 'B6' },
    { text: '1901', page: 'Boats', cell: 'B1' },
  ],
  absent: ['Too dear?'],
  blocks: [
    { kind: 'table', text: '| Item | Cost |\n| --- | --- |\n| Pier stones | 12.50 € |' },
    { kind: 'table', text: '| same | same |\n| --- | --- |' },
  ],
};

const frame = (kind: string, body: string) =>
  `<draw:frame presentation:class="${kind}"><draw:text-box>${body}</draw:text-box></draw:frame>`;
const p = (text: string) => `<text:p>${text}</text:p>`;

const odp: DocumentCase = {
  format: 'odp',
  about: 'slides with titles, a list, a table and notes',
  source: {
    name: 'talk.odp',
    bytes: makePackage(
      {
        'content.xml': content(
          'presentation',
          `<draw:page draw:name="page1">${frame('title', p('Beginning'))}${frame('outline', `<text:list><text:list-item>${p('The first thing to say.')}</text:list-item></text:list>`)}${frame('footer', p('Confidential'))}<presentation:notes><draw:page-thumbnail/>${frame('notes', p('Do not forget to breathe.'))}</presentation:notes></draw:page><draw:page draw:name="page2">${frame('title', p('Results'))}<draw:frame><table:table>${row(cell('Boat') + cell('Year'))}${row(cell('Anna') + cell('1901'))}</table:table></draw:frame></draw:page>`,
        ),
      },
      'application/vnd.oasis.opendocument.presentation',
    ),
  },
  title: 'Beginning',
  sentences: [
    { text: '- The first thing to say.', page: '1', path: ['Beginning'] },
    { text: 'Notes: Do not forget to breathe.', page: '1', path: ['Beginning'] },
    { text: '| Anna | 1901 |', page: '2', path: ['Results'] },
  ],
  absent: ['Confidential'],
  blocks: [{ kind: 'table', text: '| Boat | Year |\n| --- | --- |\n| Anna | 1901 |' }],
};

export const openDocumentCases: readonly DocumentCase[] = [ods, odp];
