import type { DocumentCase } from '../document-case.ts';
import { utf8 } from './encode.ts';
import { makePackage, makeZip } from './make-zip.ts';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const W =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const A =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const TYPES = `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`;
const core = (title: string) =>
  `${XML}<cp:coreProperties xmlns:cp="c" xmlns:dc="d" xmlns:dcterms="t"><dc:title>${title}</dc:title><dc:creator>Ada Mason</dc:creator><dcterms:created>2026-01-31T11:00:00Z</dcterms:created></cp:coreProperties>`;
const rels = (...all: readonly (readonly [id: string, type: string, target: string, external?: boolean])[]) =>
  `${XML}<Relationships xmlns="r">${all
    .map(
      ([id, type, target, external]) =>
        `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"${external ? ' TargetMode="External"' : ''}/>`,
    )
    .join('')}</Relationships>`;

const p = (text: string, properties = '') =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
const cell = (text: string) => `<w:tc>${p(text)}</w:tc>`;
const item = (text: string, list: number, level = 0) =>
  p(text, `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`);

const docx: DocumentCase = {
  format: 'docx',
  about: 'headings, lists, a table, notes, a comment and a link',
  source: {
    name: 'letter.docx',
    bytes: makePackage({
      '[Content_Types].xml': TYPES,
      'docProps/core.xml': core('Of the Harbour'),
      'word/_rels/document.xml.rels': rels(['rId9', 'hyperlink', 'https://harbour.example/?a=1&amp;b=2', true]),
      'word/styles.xml': `${XML}<w:styles ${W}><w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style><w:style w:styleId="Own"><w:name w:val="Own"/><w:basedOn w:val="Lvl2"/></w:style><w:style w:styleId="Lvl2"><w:name w:val="Level"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style></w:styles>`,
      'word/numbering.xml': `${XML}<w:numbering ${W}><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/></w:lvl></w:abstractNum><w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl><w:lvl w:ilvl="1"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num></w:numbering>`,
      'word/footnotes.xml': `${XML}<w:footnotes ${W}><w:footnote w:type="separator" w:id="-1">${p('')}</w:footnote><w:footnote w:id="2">${p('A note at the foot.')}</w:footnote></w:footnotes>`,
      'word/comments.xml': `${XML}<w:comments ${W}><w:comment w:id="0" w:author="Bob">${p('Is this so?')}</w:comment></w:comments>`,
      'word/document.xml': `${XML}<w:document ${W}><w:body>${p('The Piers', '<w:pStyle w:val="berschrift1"/>')}<w:p><w:r><w:t xml:space="preserve">The piers are </w:t></w:r><w:hyperlink r:id="rId9"><w:r><w:t>described here</w:t></w:r></w:hyperlink><w:r><w:t xml:space="preserve"> &amp; elsewhere</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:t>.</w:t></w:r><w:del><w:r><w:delText>Struck out.</w:delText></w:r></w:del></w:p>${p('Details', '<w:pStyle w:val="Own"/>')}${item('First thing', 1)}${item('Second thing', 1)}${p('Between.')}${item('A point', 2)}${item('A point below', 2, 1)}<w:tbl><w:tr>${cell('Boat')}${cell('Year')}</w:tr><w:tr>${cell('Anna')}${cell('1901')}</w:tr></w:tbl>${p('The end of it.')}</w:body></w:document>`,
    }),
  },
  title: 'Of the Harbour',
  sentences: [
    { text: 'The piers are described here & elsewhere[^2].', path: ['The Piers'] },
    { text: '1. First thing\n2. Second thing', path: ['The Piers', 'Details'] },
    { text: '- A point\n  - A point below' },
    { text: 'The end of it.' },
    { text: '[^2]: A note at the foot.' },
  ],
  absent: ['Struck out', 'Is this so?'],
  metadata: {
    author: 'Ada Mason',
    created: '2026-01-31T11:00:00Z',
    comments: [{ author: 'Bob', text: 'Is this so?' }],
  },
  blocks: [{ kind: 'table', text: '| Boat | Year |\n| --- | --- |\n| Anna | 1901 |' }],
  links: [{ text: 'described here', target: 'https://harbour.example/?a=1&b=2' }],
};

const shape = (text: string, type?: string) =>
  `<p:sp><p:nvSpPr><p:nvPr>${type ? `<p:ph type="${type}"/>` : ''}</p:nvPr></p:nvSpPr><p:txBody>${text
    .split('\n')
    .map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`)
    .join('')}</p:txBody></p:sp>`;
const slide = (...shapes: readonly string[]) =>
  `${XML}<p:sld ${A}><p:cSld><p:spTree>${shapes.join('')}</p:spTree></p:cSld></p:sld>`;

const pptx: DocumentCase = {
  format: 'pptx',
  about: 'slides out of order, with notes and a table',
  source: {
    name: 'talk.pptx',
    bytes: makePackage({
      '[Content_Types].xml': TYPES,
      'ppt/presentation.xml': `${XML}<p:presentation ${A}><p:sldIdLst><p:sldId r:id="rId2" id="256"/><p:sldId id="257" r:id="rId1"/></p:sldIdLst></p:presentation>`,
      'ppt/_rels/presentation.xml.rels': rels(
        ['rId1', 'slide', 'slides/slide1.xml'],
        ['rId2', 'slide', '/ppt/slides/slide2.xml'],
      ),
      'ppt/slides/slide1.xml': slide(
        shape('Results', 'title'),
        `<p:graphicFrame><a:tbl><a:tr><a:tc><a:txBody><a:p><a:r><a:t>Boat</a:t></a:r></a:p></a:txBody></a:tc><a:tc><a:txBody><a:p><a:r><a:t>Year</a:t></a:r></a:p></a:txBody></a:tc></a:tr><a:tr><a:tc><a:txBody><a:p><a:r><a:t>Anna</a:t></a:r></a:p></a:txBody></a:tc><a:tc><a:txBody><a:p><a:r><a:t>1901</a:t></a:r></a:p></a:txBody></a:tc></a:tr></a:tbl></p:graphicFrame>`,
        shape('7', 'sldNum'),
      ),
      'ppt/slides/slide2.xml': slide(shape('Beginning', 'ctrTitle'), shape('The first thing to say.\nThe second.')),
      'ppt/slides/_rels/slide2.xml.rels': rels(['rId1', 'notesSlide', '../notesSlides/notesSlide1.xml']),
      'ppt/notesSlides/notesSlide1.xml': slide(shape('Do not forget to breathe.', 'body'), shape('1', 'sldNum')),
    }),
  },
  title: 'Beginning',
  sentences: [
    { text: 'The first thing to say.', page: '1', path: ['Beginning'] },
    { text: 'Notes: Do not forget to breathe.', page: '1', path: ['Beginning'] },
    { text: '| Anna | 1901 |', page: '2', path: ['Results'] },
  ],
  absent: ['7'],
  blocks: [{ kind: 'table', text: '| Boat | Year |\n| --- | --- |\n| Anna | 1901 |' }],
};

const xlsx: DocumentCase = {
  format: 'xlsx',
  about: 'sheets with shared strings, dates, formulas and a gap',
  source: {
    name: 'budget.xlsx',
    bytes: makePackage({
      '[Content_Types].xml': TYPES,
      'xl/workbook.xml': `${XML}<workbook xmlns:r="r"><sheets><sheet name="Budget 2026" sheetId="1" r:id="rId1"/><sheet name="Boats" sheetId="2" r:id="rId2"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': rels(
        ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
        ['rId2', 'worksheet', 'worksheets/sheet2.xml'],
      ),
      'xl/styles.xml': `${XML}<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$-409]d\\-mmm\\-yy;@"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="22"/></cellXfs></styleSheet>`,
      'xl/sharedStrings.xml': `${XML}<sst><si><t>Item</t></si><si><r><t>Pier </t></r><r><t>stones</t></r><rPh><t>reading</t></rPh></si><si><t>Day</t></si></sst>`,
      'xl/worksheets/sheet1.xml': `${XML}<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>2</v></c><c r="C1" t="inlineStr"><is><t>Cost</t></is></c></row><row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2" s="1"><v>46053</v></c><c r="C2"><f>SUM(D1:D9)</f><v>0.30000000000000004</v></c></row><row r="5"><c r="B5" s="3"><v>46053.5</v></c><c r="C5" t="b"><v>1</v></c><c r="D5" s="2"><v>46054</v></c></row></sheetData></worksheet>`,
      'xl/worksheets/sheet2.xml': `${XML}<worksheet><sheetData><row><c t="str"><v>Anna</v></c><c><v>1901</v></c></row></sheetData></worksheet>`,
    }),
  },
  sentences: [
    { text: 'Pier stones', page: 'Budget 2026', cell: 'A2' },
    { text: '2026-01-31 |', page: 'Budget 2026', cell: 'B2' },
    { text: '0.3', page: 'Budget 2026', cell: 'C2' },
    { text: '2026-01-31 12:00:00', page: 'Budget 2026', cell: 'B5' },
    { text: 'TRUE', cell: 'C5' },
    { text: '2026-02-01', cell: 'D5' },
    { text: '1901', page: 'Boats', cell: 'B1' },
  ],
  absent: ['SUM', 'reading'],
  blocks: [
    { kind: 'table', text: '| Item | Day | Cost |\n| --- | --- | --- |\n| Pier stones | 2026-01-31 | 0.3 |' },
    { kind: 'table', text: '| 2026-01-31 12:00:00 | TRUE | 2026-02-01 |\n| --- | --- | --- |' },
  ],
};

const O = 'xmlns:office="o" xmlns:text="t" xmlns:table="b" xmlns:xlink="l" xmlns:dc="d" xmlns:meta="m"';
const odt: DocumentCase = {
  format: 'odt',
  about: 'headings, a list, a table, a note, a comment and a link',
  source: {
    name: 'letter.odt',
    bytes: makePackage(
      {
        'content.xml': `${XML}<office:document-content ${O}><office:body><office:text><text:tracked-changes><text:p>Struck out.</text:p></text:tracked-changes><text:h text:outline-level="1">The Piers</text:h><text:p>The piers<text:s text:c="1"/>are <text:a xlink:href="https://harbour.example/">described
   here</text:a><text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>A note at the foot.</text:p></text:note-body></text:note>.<office:annotation><dc:creator>Bob</dc:creator><text:p>Is this so?</text:p></office:annotation></text:p><text:h text:outline-level="2">Details</text:h><text:list><text:list-item><text:p>A point</text:p><text:list><text:list-item><text:p>A point below</text:p></text:list-item></text:list></text:list-item></text:list><table:table><table:table-row><table:table-cell><text:p>Boat</text:p></table:table-cell><table:table-cell><text:p>Year</text:p></table:table-cell><table:table-cell table:number-columns-repeated="16000"/></table:table-row><table:table-row><table:table-cell><text:p>Anna</text:p></table:table-cell><table:table-cell><text:p>1901</text:p></table:table-cell></table:table-row></table:table></office:text></office:body></office:document-content>`,
        'meta.xml': `${XML}<office:document-meta ${O}><office:meta><dc:title>Of the Harbour</dc:title><meta:initial-creator>Ada Mason</meta:initial-creator></office:meta></office:document-meta>`,
      },
      'application/vnd.oasis.opendocument.text',
    ),
  },
  title: 'Of the Harbour',
  sentences: [
    { text: 'The piers are described here[^1].', path: ['The Piers'] },
    { text: '- A point\n  - A point below', path: ['The Piers', 'Details'] },
    { text: '[^1]: A note at the foot.' },
  ],
  absent: ['Struck out', 'Is this so?', 'Bob'],
  metadata: { author: 'Ada Mason', comments: ['Is this so?'] },
  blocks: [{ kind: 'table', text: '| Boat | Year |\n| --- | --- |\n| Anna | 1901 |' }],
  links: [{ text: 'described here', target: 'https://harbour.example/' }],
};

const chapter = (body: string) =>
  `${XML}<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body>${body}</body></html>`;
const epub: DocumentCase = {
  format: 'epub',
  about: 'chapters in the order of the spine, with a table of contents',
  source: {
    name: 'book.epub',
    bytes: makePackage(
      {
        'META-INF/container.xml': `${XML}<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>`,
        'OEBPS/book.opf': `${XML}<package><metadata xmlns:dc="d"><dc:title>The Harbour Book</dc:title><dc:creator>Ada Mason</dc:creator><dc:language>en</dc:language></metadata><manifest><item id="nav" href="nav.xhtml" properties="nav"/><item id="one" href="text/one%201.xhtml"/><item id="two" href="text/two.xhtml"/></manifest><spine><itemref idref="two"/><itemref idref="one"/></spine></package>`,
        'OEBPS/nav.xhtml': chapter(
          '<nav epub:type="toc" xmlns:epub="e"><ol><li><a href="text/two.xhtml">The Sea</a></li><li><a href="text/one%201.xhtml#x">The Land</a></li></ol></nav>',
        ),
        'OEBPS/text/one 1.xhtml': chapter('<h1>The Land</h1><p>Land is&nbsp;where people <b>live</b>.</p>'),
        'OEBPS/text/two.xhtml': chapter('<p>The sea came first.</p>'),
      },
      'application/epub+zip',
    ),
  },
  title: 'The Harbour Book',
  sentences: [
    { text: 'The sea came first.', page: 'The Sea', path: ['The Sea'] },
    { text: 'where people live.', page: 'The Land', path: ['The Land'] },
  ],
  metadata: { author: 'Ada Mason', language: 'en' },
};

const olderEpub: DocumentCase = {
  format: 'epub',
  about: 'an older book with notes that are only looked up, and a chapter of two sections',
  source: {
    name: 'older.epub',
    bytes: makePackage(
      {
        'META-INF/container.xml': `${XML}<container><rootfiles><rootfile full-path="book.opf"/></rootfiles></container>`,
        'book.opf': `${XML}<package><metadata xmlns:dc="d"><dc:title>The Older Book</dc:title></metadata><manifest><item id="ncx" href="toc.ncx"/><item id="notes" href="notes.xhtml"/><item id="one" href="one.xhtml"/></manifest><spine toc="ncx"><itemref idref="notes" linear="no"/><itemref idref="one"/><itemref idref="notes"/></spine></package>`,
        'toc.ncx': `${XML}<ncx><navMap><navPoint><navLabel><text>Of Stones</text></navLabel><content src="one.xhtml"/><navPoint><navLabel><text>Large Stones</text></navLabel><content src="one.xhtml#large"/></navPoint></navPoint><navPoint><navLabel><text>Notes</text></navLabel><content src="notes.xhtml"/></navPoint></navMap></ncx>`,
        'one.xhtml': chapter(
          '<h1>Of Stones</h1><p>Stones lie<a epub:type="noteref" href="notes.xhtml#n1">1</a> by the road.</p><h2 id="large">Large Stones</h2><p>Large ones lie longer.</p>',
        ),
        'notes.xhtml': chapter('<aside id="n1" epub:type="footnote"><p>A note on stones.</p></aside>'),
      },
      'application/epub+zip',
    ),
  },
  title: 'The Older Book',
  sentences: [
    { text: 'by the road.', page: 'Of Stones', path: ['Of Stones'] },
    { text: 'Large ones lie longer.', page: 'Of Stones', path: ['Of Stones', 'Large Stones'] },
    { text: 'longer.\n\nA note on stones.', path: ['Of Stones', 'Large Stones'] },
    { text: 'A note on stones.', page: 'Notes' },
  ],
};

const rtf: DocumentCase = {
  format: 'rtf',
  about: 'a heading, a table, a link, a note and letters by their numbers',
  source: {
    name: 'letter.rtf',
    bytes: utf8(
      String.raw`{\rtf1\ansi\ansicpg1251\uc1{\fonttbl{\f0 Times;}}{\stylesheet{\s0 Normal;}{\s1\outlinelevel0 heading 1;}}{\info{\title Of the Harbour}{\author Ada Mason}}
{\*\generator Some Program;}\pard\s1 The Piers\par\pard The piers are {\field{\*\fldinst HYPERLINK "https://harbour.example/"}{\fldrslt described here}}{\footnote A note at the foot.}, \'ec\'ee\'f1\'f2 \u8212? and \{so\} on.\par
\trowd\cellx100\cellx200\pard\intbl Boat\cell Year\cell\row\trowd\pard\intbl Anna\cell 1901\cell\row\pard After the table.\par{\pict\bin3 }}}}The end of it.\par}`,
    ),
  },
  title: 'Of the Harbour',
  sentences: [
    { text: 'The piers are described here[^1], мост — and {so} on.', path: ['The Piers'] },
    { text: 'After the table.' },
    { text: 'The end of it.' },
    { text: '[^1]: A note at the foot.' },
  ],
  absent: ['Times', 'Some Program', 'HYPERLINK'],
  metadata: { author: 'Ada Mason' },
  blocks: [{ kind: 'table', text: '| Boat | Year |\n| --- | --- |\n| Anna | 1901 |' }],
  links: [{ text: 'described here', target: 'https://harbour.example/' }],
};

const zip: DocumentCase = {
  format: 'zip',
  about: 'a folder with documents and what is none',
  source: {
    name: 'all.zip',
    bytes: makeZip([
      { name: 'notes/a.txt', bytes: utf8('Some words of a text.') },
      { name: 'letter.docx', bytes: docx.source.bytes, stored: true },
      { name: 'picture.png', bytes: utf8('\u0089PNG') },
      { name: '__MACOSX/._a.txt', bytes: utf8('x') },
    ]),
  },
  sentences: [],
  members: ['notes/a.txt', 'letter.docx', 'picture.png'],
};

export const packedCases: readonly DocumentCase[] = [docx, pptx, xlsx, odt, epub, olderEpub, rtf, zip];
