/** Every format, in the order in which a text is tried. Nothing of a format is loaded before it is used. */
import { columnOf } from './csv/columns.ts';
import { delimiterOf } from './csv/rows.ts';
import type { BibliographyFormat, FormatName } from './format.ts';

/** The first tag of XML: an element of that name, whatever its prefix. */
const hasTag = (head: string, names: string): boolean =>
  /^\s*</.test(head) && new RegExp(String.raw`<(?:[\w.-]+:)?(?:${names})[\s/>]`).test(head);

const looksLikeBibtex = (head: string): boolean => /@[ \t]*[a-z]+\s*[{(]/i.test(head);

export const FORMATS: readonly BibliographyFormat[] = [
  {
    name: 'endnote-xml',
    title: 'EndNote XML',
    extension: 'xml',
    looksLike: (head) => hasTag(head, 'records|ref-type') && !hasTag(head, 'searchRetrieveResponse|leader|datafield'),
    load: async () => {
      const [{ readEndnote: read }, { writeEndnote: write }] = await Promise.all([
        import('./xml/endnote.ts'),
        import('./xml/write-endnote.ts'),
      ]);
      return { read, write };
    },
  },
  {
    name: 'pubmed-xml',
    title: 'PubMed XML',
    extension: 'xml',
    looksLike: (head) => hasTag(head, 'Pubmed\\w*|MedlineCitation\\w*|BookDocument'),
    load: async () => {
      const [{ readPubmed: read }, { writePubmed: write }] = await Promise.all([
        import('./xml/pubmed.ts'),
        import('./xml/write-pubmed.ts'),
      ]);
      return { read, write };
    },
  },
  {
    name: 'mods',
    title: 'MODS',
    extension: 'mods.xml',
    looksLike: (head) => hasTag(head, 'mods|modsCollection'),
    load: async () => {
      const [{ readMods: read }, { writeMods: write }] = await Promise.all([
        import('./xml/mods.ts'),
        import('./xml/write-mods.ts'),
      ]);
      return { read, write };
    },
  },
  {
    name: 'zotero-rdf',
    title: 'Zotero RDF',
    extension: 'rdf',
    looksLike: (head) => hasTag(head, 'RDF'),
    load: async () => {
      const [{ readZoteroRdf: read }, { writeZoteroRdf: write }] = await Promise.all([
        import('./xml/zotero-rdf.ts'),
        import('./xml/write-zotero-rdf.ts'),
      ]);
      return { read, write };
    },
  },
  {
    name: 'msbib',
    title: 'Microsoft Word sources',
    extension: 'xml',
    looksLike: (head) => hasTag(head, 'Sources') || /^\s*<[\s\S]*officeDocument\/2006\/bibliography/.test(head),
    load: async () => ({ read: (await import('./xml/msbib.ts')).readMsbib }),
  },
  {
    name: 'marcxml',
    title: 'MARCXML',
    extension: 'xml',
    looksLike: (head) =>
      hasTag(head, 'searchRetrieveResponse|leader|datafield|controlfield') || /^\s*<[\s\S]*MARC21\/slim/i.test(head),
    load: async () => ({ read: (await import('./xml/marcxml.ts')).readMarcxml }),
  },
  {
    name: 'csl-json',
    title: 'CSL-JSON',
    extension: 'json',
    looksLike: (head) => /^\s*(?:\[\s*(?:\{|\])|\{\s*")/.test(head),
    load: async () => {
      const [{ readCslJson: read }, { writeCslJson: write }] = await Promise.all([
        import('./json/csl-json.ts'),
        import('./json/write-csl-json.ts'),
      ]);
      return { read, write };
    },
  },
  {
    name: 'ris',
    title: 'RIS',
    extension: 'ris',
    looksLike: (head) => /^\s*TY\s{1,2}-/m.test(head),
    load: async () => {
      const [{ readRis: read }, { writeRis: write }] = await Promise.all([
        import('./tagged/ris.ts'),
        import('./tagged/write-ris.ts'),
      ]);
      return { read, write };
    },
  },
  {
    name: 'nbib',
    title: 'PubMed/MEDLINE (nbib)',
    extension: 'nbib',
    looksLike: (head) => /^\s*(?:[A-Z]{2,4}\s{0,2}- |(?:PMID|PMCR?|OWN|STAT)\s{0,2}-)/.test(head),
    load: async () => {
      const { readNbib: read, writeNbib: write } = await import('./tagged/nbib.ts');
      return { read, write };
    },
  },
  {
    name: 'refer',
    title: 'Refer/EndNote (enw)',
    extension: 'enw',
    looksLike: (head) => /^\s*%[0A-Z] /.test(head),
    load: async () => {
      const { readRefer: read, writeRefer: write } = await import('./tagged/refer.ts');
      return { read, write };
    },
  },
  {
    name: 'csv',
    title: 'CSV',
    extension: 'csv',
    looksLike: hasHeadings,
    load: async () => {
      const { readCsv: read, writeCsv: write } = await import('./csv/csv.ts');
      return { read, write };
    },
  },
  {
    name: 'biblatex',
    title: 'BibLaTeX',
    extension: 'bib',
    looksLike: (head) =>
      looksLikeBibtex(head) &&
      /\b(?:journaltitle|eprinttype|date|xdata)\s*=|@(?:online|collection|xdata|report)\b/i.test(head),
    load: async () => {
      const [{ readBibtex: read }, { bibtexWriter }] = await Promise.all([
        import('./bibtex/read.ts'),
        import('./bibtex/write.ts'),
      ]);
      return { read, write: bibtexWriter('biblatex') };
    },
  },
  {
    name: 'bibtex',
    title: 'BibTeX',
    extension: 'bib',
    looksLike: looksLikeBibtex,
    load: async () => {
      const [{ readBibtex: read }, { bibtexWriter }] = await Promise.all([
        import('./bibtex/read.ts'),
        import('./bibtex/write.ts'),
      ]);
      return { read, write: bibtexWriter('bibtex') };
    },
  },
];

/** A title, and something else that is known. */
function hasHeadings(head: string): boolean {
  const first = head.trimStart().split(/\r\n|\r|\n/, 1)[0] ?? '';
  const columns = first.split(delimiterOf(first)).map((cell) => columnOf(cell.replaceAll('"', '')));
  const isTitle = columns.some((column) => column?.kind === 'text' && column.field === 'title');
  return isTitle && columns.filter((column) => column !== null).length >= 2;
}

export function formatNamed(name: FormatName): BibliographyFormat {
  return FORMATS.find((format) => format.name === name) as BibliographyFormat;
}

/** By how it begins; null for what is none of them. */
export function detectFormat(head: string): BibliographyFormat | null {
  return FORMATS.find((format) => format.looksLike(head)) ?? null;
}
