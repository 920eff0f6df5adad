/** Every format that can be read. A format is one module, which is loaded when a file of it comes. */
import type { ReadFormat } from './reading.ts';
import type { Sample } from './sample.ts';
import { sniffPdf, sniffRtf, sniffZip } from './sniff/packed.ts';
import { sniffCsv, sniffHtml, sniffJats, sniffJson, sniffJsonLines, sniffNotebook, sniffTsv } from './sniff/data.ts';
import { sniffEmail, sniffLatex, sniffMarkdown, sniffMbox, sniffSubtitles, sniffText } from './sniff/texts.ts';

export interface Format {
  /** `docx`; what ReadDocument calls it. */
  readonly name: string;
  /** With its article, for sentences: `a Word document`. */
  readonly label: string;
  readonly mimeType: string;
  /** How names of such files end, in small letters, without the dot. They decide only among formats whose bytes look alike. */
  readonly extensions: readonly string[];
  /** What else the format is called by servers and mails. */
  readonly mimeTypes?: readonly string[];
  /** What the bytes say: one of the certainties, or 0 for no. Must be quick, and must not throw. */
  sniff(sample: Sample): number;
  load(): Promise<{ readonly read: ReadFormat }>;
}

const SOURCE_CODE =
  'bash c cc cfg clj conf cpp cs css dart env ex go h hpp hs ini java js jsx kt lua m mjs pl php ps1 py r rb rs rst scala sh sql swift toml ts tsx vue xml yaml yml zsh'.split(
    ' ',
  );

/** Among equals the first wins. */
export const FORMATS: readonly Format[] = [
  {
    name: 'pdf',
    label: 'a PDF',
    mimeType: 'application/pdf',
    extensions: ['pdf'],
    sniff: sniffPdf,
    load: () => import('./pdf.ts'),
  },
  {
    name: 'docx',
    label: 'a Word document',
    mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    extensions: ['docx', 'docm', 'dotx'],
    sniff: sniffZip('docx'),
    load: () => import('./docx.ts'),
  },
  {
    name: 'pptx',
    label: 'a presentation',
    mimeType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    extensions: ['pptx', 'pptm', 'ppsx'],
    sniff: sniffZip('pptx'),
    load: () => import('./pptx.ts'),
  },
  {
    name: 'xlsx',
    label: 'a workbook',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extensions: ['xlsx', 'xlsm'],
    sniff: sniffZip('xlsx'),
    load: () => import('./xlsx.ts'),
  },
  {
    name: 'odt',
    label: 'an OpenDocument text',
    mimeType: 'application/vnd.oasis.opendocument.text',
    extensions: ['odt', 'ott'],
    sniff: sniffZip('odt'),
    load: () => import('./open-document/odt.ts'),
  },
  {
    name: 'ods',
    label: 'an OpenDocument spreadsheet',
    mimeType: 'application/vnd.oasis.opendocument.spreadsheet',
    extensions: ['ods', 'ots'],
    sniff: sniffZip('ods'),
    load: () => import('./open-document/ods.ts'),
  },
  {
    name: 'odp',
    label: 'an OpenDocument presentation',
    mimeType: 'application/vnd.oasis.opendocument.presentation',
    extensions: ['odp', 'otp'],
    sniff: sniffZip('odp'),
    load: () => import('./open-document/odp.ts'),
  },
  {
    name: 'epub',
    label: 'an EPUB book',
    mimeType: 'application/epub+zip',
    extensions: ['epub'],
    sniff: sniffZip('epub'),
    load: () => import('./epub.ts'),
  },
  {
    name: 'rtf',
    label: 'an RTF text',
    mimeType: 'application/rtf',
    extensions: ['rtf'],
    mimeTypes: ['text/rtf'],
    sniff: sniffRtf,
    load: () => import('./rtf.ts'),
  },
  {
    name: 'zip',
    label: 'a zip archive',
    mimeType: 'application/zip',
    extensions: ['zip'],
    mimeTypes: ['application/x-zip-compressed'],
    sniff: sniffZip('zip'),
    load: () => import('./zip.ts'),
  },
  {
    name: 'jats',
    label: 'an article in JATS',
    mimeType: 'application/jats+xml',
    extensions: ['nxml', 'jats'],
    sniff: sniffJats,
    load: () => import('./jats.ts'),
  },
  {
    name: 'html',
    label: 'a web page',
    mimeType: 'text/html',
    extensions: ['html', 'htm', 'xhtml', 'xht'],
    mimeTypes: ['application/xhtml+xml'],
    sniff: sniffHtml,
    load: () => import('./html.ts'),
  },
  {
    name: 'notebook',
    label: 'a notebook',
    mimeType: 'application/x-ipynb+json',
    extensions: ['ipynb'],
    sniff: sniffNotebook,
    load: () => import('./notebook.ts'),
  },
  {
    name: 'json',
    label: 'JSON',
    mimeType: 'application/json',
    extensions: ['json', 'geojson', 'jsonld'],
    sniff: sniffJson,
    load: () => import('./json.ts'),
  },
  {
    name: 'jsonl',
    label: 'JSON Lines',
    mimeType: 'application/jsonl',
    extensions: ['jsonl', 'ndjson'],
    mimeTypes: ['application/x-ndjson'],
    sniff: sniffJsonLines,
    load: () => import('./json.ts'),
  },
  {
    name: 'mbox',
    label: 'a mailbox',
    mimeType: 'application/mbox',
    extensions: ['mbox', 'mbx'],
    sniff: sniffMbox,
    load: () => import('./mbox.ts'),
  },
  {
    name: 'email',
    label: 'a mail',
    mimeType: 'message/rfc822',
    extensions: ['eml'],
    sniff: sniffEmail,
    load: () => import('./email.ts'),
  },
  {
    name: 'subtitles',
    label: 'subtitles',
    mimeType: 'text/vtt',
    extensions: ['srt', 'vtt'],
    mimeTypes: ['application/x-subrip'],
    sniff: sniffSubtitles,
    load: () => import('./subtitles.ts'),
  },
  {
    name: 'latex',
    label: 'LaTeX',
    mimeType: 'application/x-latex',
    extensions: ['tex', 'latex', 'ltx'],
    mimeTypes: ['application/x-tex', 'text/x-tex'],
    sniff: sniffLatex,
    load: () => import('./latex.ts'),
  },
  {
    name: 'csv',
    label: 'a table',
    mimeType: 'text/csv',
    extensions: ['csv'],
    sniff: sniffCsv,
    load: () => import('./csv.ts'),
  },
  {
    name: 'tsv',
    label: 'a table',
    mimeType: 'text/tab-separated-values',
    extensions: ['tsv', 'tab'],
    sniff: sniffTsv,
    load: () => import('./csv.ts'),
  },
  {
    name: 'markdown',
    label: 'Markdown',
    mimeType: 'text/markdown',
    extensions: ['md', 'markdown', 'mdown', 'mkd'],
    sniff: sniffMarkdown,
    load: () => import('./markdown.ts'),
  },
  {
    name: 'text',
    label: 'a text',
    mimeType: 'text/plain',
    // Programs and settings are read as they stand, however much their comments look like Markdown.
    extensions: ['txt', 'text', 'log', ...SOURCE_CODE],
    sniff: sniffText,
    load: () => import('./text.ts'),
  },
];
