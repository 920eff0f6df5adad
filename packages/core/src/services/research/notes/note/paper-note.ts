/** What a paper says in its note. Texts of others are data: nothing in them can end a region or be taken for a key. */
import type { JsonValue, PartialDate } from '../../../../model/index.ts';
import type { KeptPaper } from '../../library/store/paper-record.ts';
import { ID_KEY, type OwnedValues, type PaperNote } from './owned-keys.ts';
import { harmlessText, normal } from './regions.ts';

export interface NoteReference {
  readonly n: number;
  /** Of the paper in the library that is meant. */
  readonly citekey: string | null;
  readonly text: string;
}

export interface NoteAnnotation {
  readonly page: number;
  readonly text: string;
  readonly comment: string;
  /** Name of the file, for a link to the page. */
  readonly file: string | null;
}

/** What the library knows of a paper beside its record. */
export interface PaperSurroundings {
  readonly references: readonly NoteReference[];
  /** Citekeys of papers of the library. */
  readonly citedBy: readonly string[];
  /** Other versions of it: the preprint, the published one. */
  readonly related: readonly { readonly relation: string; readonly citekey: string }[];
  readonly annotations: readonly NoteAnnotation[];
  readonly file: string | null;
}

export const ALONE: PaperSurroundings = { references: [], citedBy: [], related: [], annotations: [], file: null };

export function toPaperNote(paper: KeptPaper, around: PaperSurroundings): PaperNote {
  return { keys: keysOf(paper, around), regions: regionsOf(paper, around) };
}

function keysOf({ key, value }: KeptPaper, { file }: PaperSurroundings): OwnedValues {
  const { item, citekey } = value;
  const id = (scheme: string) => item.identifiers.find((one) => one.scheme === scheme)?.value ?? null;
  const authors = item.contributors
    .filter(({ role }) => role === 'author')
    .map(({ literal, given, droppingParticle, particle, family, suffix }) =>
      line(literal ?? [given, droppingParticle, particle, family, suffix].filter(Boolean).join(' ')),
    );
  return {
    [ID_KEY]: key,
    citekey,
    title: lineOf(item.title),
    authors: listed(authors),
    year: value.year,
    date: dateOf(item.issued),
    venue: lineOf(item.container_title ?? item.publisher),
    type: item.type,
    doi: id('doi'),
    arxiv: id('arxiv'),
    pmid: id('pmid'),
    url: id('url'),
    file,
    tags: listed(value.tags),
    aliases: listed([lineOf(item.title) ?? ''].filter((alias) => alias !== '')),
    status: value.read_state,
    rating: value.rating,
    added: new Date(value.added_at).toISOString().slice(0, 10),
    updated: new Date(value.updated_at).toISOString().slice(0, 10),
  };
}

function listed(lines: readonly string[]): JsonValue {
  return lines.length > 0 ? [...lines] : null;
}

/** A property is one line. */
function line(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function lineOf(text: string | undefined): string | null {
  const said = line(text ?? '');
  return said === '' ? null : said;
}

function dateOf(date: PartialDate | undefined): string | null {
  if (date?.year === undefined) return date?.literal ?? null;
  const two = (part: number) => String(part).padStart(2, '0');
  const { year, month, day } = date;
  return [String(year), ...(month === undefined ? [] : [two(month), ...(day === undefined ? [] : [two(day)])])].join(
    '-',
  );
}

function regionsOf({ value }: KeptPaper, around: PaperSurroundings): Map<string, string> {
  const regions: [name: string, heading: string, lines: readonly string[]][] = [
    ['abstract', 'Abstract', texts(value.item.abstract)],
    ['summary', 'Summary', texts(value.tldr ?? undefined)],
    ['annotations', 'Annotations', around.annotations.flatMap(annotationLines)],
    ['references', 'References', around.references.map(referenceLine)],
    ['cited-by', 'Cited by', around.citedBy.map((key) => `- ${link(key)}`)],
    ['related', 'Related', around.related.map(({ relation, citekey }) => `- ${relation}: ${link(citekey)}`)],
  ];
  return new Map(
    regions.flatMap(([name, heading, lines]) =>
      lines.length === 0 ? [] : [[name, normal([`## ${heading}`, '', ...lines].join('\n'))] as const],
    ),
  );
}

function texts(text: string | undefined): string[] {
  const said = harmlessText(text ?? '');
  return said === '' ? [] : [said];
}

/** What links cannot hold is left out of the name. */
function link(citekey: string): string {
  return `[[${citekey.replaceAll(/[[\]|#^\r\n]/g, '')}]]`;
}

function referenceLine({ n, citekey, text }: NoteReference): string {
  const said = line(harmlessText(text));
  return `- [${n}] ${[citekey === null ? '' : link(citekey), said].filter((part) => part !== '').join(' ')}`;
}

function annotationLines({ page, text, comment, file }: NoteAnnotation): string[] {
  const place = file === null ? `p. ${page}` : `[[${file.replaceAll(/[[\]|#^\r\n]/g, '')}#page=${page}|p. ${page}]]`;
  const [marked = '', ...beside] = [text, comment].map((one) => line(harmlessText(one))).filter((one) => one !== '');
  return [`> ${marked} (${place})`, ...beside.flatMap((said) => ['>', `> ${said}`]), ''];
}
