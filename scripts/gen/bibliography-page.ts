import { FORMATS, HOLDINGS, type Holding } from '@zapomni/core/bibliography';
import {
  CONTRIBUTOR_ROLES,
  DATE_FIELDS,
  DEFAULT_PATTERN,
  ID_SCHEMES,
  ITEM_TYPES,
  TEXT_FIELDS,
} from '@zapomni/core/model';
import { code, page, table } from './markdown.ts';

const EXAMPLE = `\`\`\`jsonc
import_bibliography { "path": "/home/me/library.bib", "dry_run": true }   // what is in it, by line; nothing is stored
import_bibliography { "content": "TY  - JOUR …" }                         // the text itself, in any of the formats
\`\`\``;

const NAME_PARTS = ['particle', 'droppingParticle', 'suffix', 'family alone', 'orcid', 'affiliation'] as const;
const DATE_PARTS = ['month', 'day', 'season', 'circa', 'range', 'literal'] as const;

/** docs/bibliography.md: the formats, and what each of them cannot hold. */
export function renderBibliographyPage(): string {
  const holdings: Readonly<Record<string, Holding>> = HOLDINGS;
  const formats = FORMATS.map(({ name, title, extension }) => [
    code(name),
    title,
    `.${extension}`,
    name in holdings ? 'read and written' : 'read',
  ]);
  const losses = Object.entries(holdings).map(([name, holding]) => [code(name), ...lossesOf(holding)]);
  return page('Bibliographies', 'packages/core/src/services/research/bibliography/', [
    'A bibliography is read into one shape in the words of [CSL](https://citationstyles.org), whatever its format, and written from it again.',
    EXAMPLE,
    '## Formats',
    table(['Name', 'Format', 'File', 'Here'], formats.toSorted(byFirst)),
    '- **The format is found**, by how the text begins; `format` names it where that does not tell. So is the charset: by its mark, by what the file says of itself, by what it cannot be otherwise, by the letters of its words: one line is enough where they are those of some language, also of an old Mac or of Windows in Prague. UTF-8 stays UTF-8 where a stray byte of another charset is in it.\n' +
      '- **A bad entry is named with its line and the rest is taken.** A BibTeX entry that is not closed ends where a line begins with `@`; whatever fields of it were whole are kept. Of XML that breaks off, the records before the fault are there.\n' +
      '- **BibTeX and BibLaTeX are read as one.** `@string`, `#`, `crossref` and `xdata` (also of entries further down), entries in parentheses and without a key, TeX accents and symbols, names in every form (`von Last, Jr, First`, `{One Name}`, `family=…, given=…`). Of a key that stands twice, both entries are taken, and it is said. Of what tells a whole from others its parts inherit the ISBN alone, which finds them and decides nothing; notes, files and pages stay its own.\n' +
      '- **Nothing is expanded or run.** Entities that an XML file declares stay as they are written, and nothing outside of the file is read; in CSV a cell that a spreadsheet would run as a formula gets an apostrophe, which goes again when it is read. An entry of more than a million characters is left out and named.\n' +
      '- **A format’s own words decide.** Of the titles in MODS the one without a `type` is the title, wherever it stands; an `alternative` is kept beside it, and takes its place only where there is no other. `CN` in nbib is a group that is an author, as `CollectiveName` is in PubMed XML, and stands among the authors; `IR` and `FIR` are investigators, who are none.\n' +
      '- **What has no place stays under its own name** (`extra`), and is written again in the format that it came from.',
    '## What a format cannot hold',
    'Whatever is not named here is there again after it was written and read; tests hold every format to this table. Line breaks in texts become spaces everywhere, and what pages and registries left in them becomes what it stands for: entities of HTML (`&amp;`), tags of JATS and MathML; `<i>`, `<sub>` and the other tags of CSL stay.',
    table(
      [
        'Format',
        'Fields that are lost',
        'Roles',
        'Dates',
        'Parts of names and dates',
        'Identifiers',
        'Types that become wider',
        'Other',
      ],
      losses,
    ),
    '## Keys',
    `A key that an entry came with is kept. Others are made by a pattern, ${code(DEFAULT_PATTERN)} unless the setting ${code('citekey_pattern')} says otherwise, and get a letter more where they are taken; upper and lower case do not tell keys apart. Words in brackets stand for what the work says, all else for itself:`,
    table(
      ['Word', 'Stands for'],
      [
        [
          code('[auth]'),
          'the family name of the first author, or editor where there is none; `[auth3]` three letters of it',
        ],
        [code('[authors]'), 'all of them; `[authors2]` two and `EtAl`'],
        [`${code('[year]')}, ${code('[shortyear]')}`, 'of publication; its last two digits'],
        [code('[title]'), 'the words of the title that say something; `[title1]` the first'],
        [code('[journal]'), 'the initials of what it appeared in'],
        [
          `${code('[firstpage]')}, ${code('[type]')}, ${code('[keyword]')}`,
          'the first page, the type of CSL, the first keyword',
        ],
        [
          `${code(':lower')}, ${code(':upper')}, ${code(':abbr')}, ${code(':ascii')}`,
          'behind a word: small, large, first letters, nothing but ASCII; several go one after the other',
        ],
      ],
    ),
  ]);
}

function byFirst([a = '']: readonly string[], [b = '']: readonly string[]): number {
  return a.localeCompare(b);
}

function lossesOf(holding: Holding): string[] {
  const flags = [
    ...(holding.keywords ? [] : ['keywords']),
    ...(holding.files ? [] : ['files']),
    ...(holding.citekey ? [] : ['the key']),
    ...(holding.extra ? [] : ['fields of other formats']),
  ];
  return [
    missing(TEXT_FIELDS, holding.texts),
    missing(CONTRIBUTOR_ROLES, holding.roles),
    missing(DATE_FIELDS, holding.dates),
    missing([...NAME_PARTS, ...DATE_PARTS], [...holding.nameParts, ...holding.dateParts]),
    missing(ID_SCHEMES, holding.identifiers),
    missing(ITEM_TYPES, holding.types),
    [...flags, ...holding.remarks].join('; ') || '–',
  ];
}

function missing(all: readonly string[], held: readonly string[]): string {
  return all.filter((one) => !held.includes(one)).join(', ') || '–';
}
