/** One memory from one note: front matter becomes metadata and tags, the text stays as it is. */
import { readNote as readMirrorNote } from '../../mirror/note/note-file.ts';
import { readFrontMatter } from './front-matter.ts';
import { keyOf, metadataOf, textOf, textsOf, timeOf, type Fields } from './values.ts';
import { wikiLinksOf } from './wiki-text.ts';
import type { Finding, ImportDraft, SourceFile, SourceItem, SourceReader } from '../import-format.ts';

export interface NoteShape {
  readonly format: string;
  /** Whether the name of the file is the note's title when nothing else is. */
  readonly namedByFile: boolean;
  /** The note is something that others link to: it is a thing of the graph, and its links are relations. */
  readonly isThing?: boolean;
  /** What this format reads beside that. */
  readonly more?: (body: string, fields: Fields) => { tags?: readonly string[]; metadata?: Fields; kind?: string };
}

const NOTE = 'note';
const TIMES = ['timestamp', 'date', 'created', 'created_at', 'date_created'];

export function readNote(file: SourceFile, shape: NoteShape): SourceReader {
  return {
    *take(item) {
      yield noteOf(item, file, shape);
    },
  };
}

function noteOf({ where, value }: SourceItem, file: SourceFile, shape: NoteShape): Finding {
  const own = ownNote(textOf(value));
  if (own) return { where, draft: { source: file.path, ...own } };
  const { fields, body } = readFrontMatter(textOf(value));
  const { tags, tag, ...others } = fields;
  if (body.trim() === '') return { where, skipped: 'has no text' };
  const fileTitle = file.relative.replace(/^.*\//, '').replace(/\.[^.]*$/, '');
  const title = textOf(fields.title) || (shape.namedByFile ? fileTitle : '');
  const more = shape.more?.(body, fields) ?? {};
  const time = TIMES.map((name) => timeOf(fields[name])).find((found) => found !== undefined);
  const thing = shape.isThing ? { entity: title, entity_type: NOTE } : {};
  const metadata = { ...thing, ...others, title, links: wikiLinksOf(body), ...more.metadata, timestamp: time };
  return {
    where,
    draft: {
      text: withTitle(body.trim(), title),
      source: file.path,
      kind: more.kind ?? 'note',
      tags: [...new Set([...asTags(tags), ...asTags(tag), ...(more.tags ?? [])])],
      metadata: metadataOf(metadata),
      key: keyOf(shape.format, file.path),
    },
  };
}

/** One that an export or the mirror wrote says itself what memory it is; what the graph added to it is not its text. */
function ownNote(content: string): Omit<ImportDraft, 'source'> | null {
  if (!/^\uFEFF?---\s*\r?\nmemory_id:/.test(content)) return null;
  const note = readMirrorNote(content);
  if (!note || note.id === null || note.isConflictCopy || note.text === '') return null;
  const { kind, tags, source, metadata, occurredAt } = note.facts;
  const time = occurredAt === null || metadata['timestamp'] !== undefined || metadata['date'] !== undefined;
  const timestamp = time ? undefined : new Date(occurredAt).toISOString();
  return {
    text: note.text,
    ...(source === '' ? {} : { source }),
    kind,
    tags,
    metadata: metadataOf({ ...metadata, timestamp }),
    key: keyOf('zapomni', note.id),
  };
}

/** A title that stands outside the text is part of what the note says, and of what it is searched by. */
function withTitle(body: string, title: string): string {
  const first = body
    .slice(0, body.search(/\n|$/))
    .replace(/^#+\s*/, '')
    .trim();
  return title === '' || first.toLowerCase() === title.toLowerCase() ? body : `# ${title}\n\n${body}`;
}

/** `#` before a tag is how it is written, not what it is; numbers are tags too. */
function asTags(value: unknown): string[] {
  const list = typeof value === 'number' ? [String(value)] : textsOf(value).flatMap((tag) => tag.split(/\s+(?=#)/));
  return list.map((tag) => tag.replace(/^#/, '').trim()).filter((tag) => tag !== '');
}

export const isMarkdown = (relative: string): boolean => /\.(?:md|markdown)$/i.test(relative);
