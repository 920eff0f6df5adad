/** What a paper says in its note. Texts of others are data: nothing in them can end a region or be taken for a key. */
import type { JsonValue, PartialDate } from '../../../../model/index.ts';
import type { KeptPaper } from '../../library/store/paper-record.ts';
import { ID_KEY, type OwnedValues, type PaperNote } from './owned-keys.ts';
import type { NoteFormat, Part } from './formats/note-format.ts';
import { harmlessText } from './harmless.ts';
import type { ReferenceText } from './reference-text.ts';
import { normal } from './regions.ts';

/** Another paper of the library, as notes speak of it. */
export interface OtherPaper {
  readonly paper: string;
  readonly citekey: string;
}

export interface NoteReference extends ReferenceText {
  readonly cited: OtherPaper | null;
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
  readonly citedBy: readonly OtherPaper[];
  /** Other versions of it: the preprint, the published one. */
  readonly related: readonly (OtherPaper & { readonly relation: string })[];
  readonly annotations: readonly NoteAnnotation[];
  readonly file: string | null;
}

export const ALONE: PaperSurroundings = { references: [], citedBy: [], related: [], annotations: [], file: null };

/** How links are written in one note. */
export interface NoteLinks {
  readonly format: NoteFormat;
  /** Null for one that has no note: what is said of it is text then. */
  toPaper(other: OtherPaper): string | null;
  toPage(file: string, page: number): string;
}

export function toPaperNote(paper: KeptPaper, around: PaperSurroundings, links: NoteLinks): PaperNote {
  const bare = regionsOf(paper, around, { ...links, toPaper: () => null });
  const regions = [...regionsOf(paper, around, links)].map(
    ([name, text]) => [name, { text, bare: bare.get(name) ?? text }] as const,
  );
  return { keys: keysOf(paper, around), regions: new Map(regions) };
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

function regionsOf({ value }: KeptPaper, around: PaperSurroundings, links: NoteLinks): Map<string, string> {
  const regions: [name: string, heading: string, parts: readonly Part[]][] = [
    ['abstract', 'Abstract', texts(value.item.abstract)],
    ['summary', 'Summary', texts(value.tldr ?? undefined)],
    ['annotations', 'Annotations', around.annotations.map((one) => annotationPart(one, links))],
    ['references', 'References', around.references.map((one) => referencePart(one, links))],
    ['cited-by', 'Cited by', around.citedBy.map((other) => inList(named(other, links)))],
    ['related', 'Related', around.related.map((other) => inList(`${other.relation}: ${named(other, links)}`))],
  ];
  return new Map(
    regions.flatMap(([name, heading, parts]) =>
      parts.length === 0 ? [] : [[name, normal(links.format.region(heading, parts))] as const],
    ),
  );
}

function texts(text: string | undefined): Part[] {
  const said = harmlessText(text ?? '');
  return said === '' ? [] : [{ kind: 'text', text: said }];
}

function inList(text: string): Part {
  return { kind: 'item', text };
}

function named(other: OtherPaper, links: NoteLinks): string {
  return links.toPaper(other) ?? line(harmlessText(other.citekey));
}

/** One sign in brackets behind a dash is a task to Obsidian, ticked off: a number stands out instead. */
function referencePart({ label, cited, text }: NoteReference, links: NoteLinks): Part {
  const said = line(harmlessText(text));
  const link = cited && (links.toPaper(cited) ?? (said === '' ? named(cited, links) : ''));
  const parts = [label === null ? '' : `**[${label}]**`, link ?? '', said];
  return inList(parts.filter((part) => part !== '').join(' '));
}

function annotationPart({ page, text, comment, file }: NoteAnnotation, links: NoteLinks): Part {
  const place = file === null ? `p. ${page}` : links.toPage(file, page);
  const [marked = '', beside = null] = [text, comment]
    .map((one) => line(harmlessText(one)))
    .filter((one) => one !== '');
  return { kind: 'quote', text: `${marked} (${place})`, comment: beside };
}
