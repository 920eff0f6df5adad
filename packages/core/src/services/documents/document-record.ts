/**
 * What is kept of a document beside its text, which is a memory: where it came from and how it was then, and how it is built.
 * The record goes with the memory, and the structure with the record. One that could never be read has no memory.
 */
import { z } from 'zod';
import type { DocumentBlock } from '../../ports/index.ts';
import { defineCollection } from '../records/define-collection.ts';
import type { Kept } from '../records/collection.ts';
import type { Structure } from './flatten.ts';

export const DOCUMENT_STATES = ['ok', 'failed', 'gone', 'forgotten'] as const;

const record = z.strictObject({
  /** An absolute path or a URL; null for a text that was given. */
  source: z.string().nullable(),
  /** Hash of the source, which may be longer than what can be found by. */
  place: z.string().nullable(),
  /** The beginning of the source, so that what lies in a folder is found. */
  path: z.string(),
  name: z.string(),
  format: z.string().nullable(),
  title: z.string().nullable(),
  /** SHA-256 of the bytes, hex; null when they could not be had. */
  hash: z.string().nullable(),
  /** Of the bytes. */
  size: z.number(),
  /** Of a file as it was read; only for comparing. */
  modified: z.string().nullable(),
  blob: z.string().nullable(),
  state: z.enum(DOCUMENT_STATES),
  error: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
  warnings: z.array(z.string()),
  page_kind: z.string().nullable(),
  pages: z.number(),
  sections: z.number(),
  characters: z.number(),
  /** Of one that is gone or forgotten, the memory that held its text until then. */
  memory: z.string().nullable(),
  /** Of the memory's text as it was read: where that has been changed since, the structure is of another text. */
  text_hash: z.string().nullable().default(null),
  added_at: z.number(),
  updated_at: z.number(),
});

export type DocumentRecord = z.output<typeof record>;
export type KeptDocument = Kept<DocumentRecord>;

export const DOCUMENTS = defineCollection({
  name: 'documents',
  schema: record,
  indexes: {
    by_place: { fields: ['place'], unique: true },
    by_path: ['path'],
    by_hash: ['hash'],
    by_name: ['name'],
    by_state: ['state', 'name'],
    by_memory: ['memory'],
  },
  parent: 'memory',
  blobs: ['blob'],
});

const offset = z.number();

export const STRUCTURES = defineCollection({
  name: 'document_structures',
  schema: z.strictObject({
    page_kind: z.string().nullable(),
    sections: z.array(z.tuple([offset, z.number(), z.string()])),
    pages: z.array(z.tuple([offset, z.string()])),
    blocks: z.array(z.tuple([offset, offset, z.string()])),
    lines: z.array(z.tuple([offset, z.number()])),
    links: z.array(z.tuple([offset, offset, z.string()])),
  }),
  parent: { collection: 'documents' },
});

type StructureRecord = z.output<(typeof STRUCTURES)['schema']>;

/** A record has a megabyte; what is least missed is left out first. */
const MOST_LENGTH = 300_000;
const MOST_TITLE = 300;

export function toStructureRecord(structure: Structure): StructureRecord {
  const full: StructureRecord = {
    page_kind: structure.pageKind,
    sections: structure.sections.map(({ start, level, title }) => [start, level, cutText(title, MOST_TITLE)]),
    pages: structure.pages.map(({ start, label }) => [start, cutText(label, MOST_TITLE)]),
    blocks: structure.blocks.map(({ start, end, kind }) => [start, end, kind]),
    lines: structure.lines.map(({ start, line }) => [start, line]),
    links: structure.links.map(({ start, end, target }) => [start, end, target]),
  };
  for (const part of ['links', 'lines', 'blocks', 'pages', 'sections'] as const) {
    if (JSON.stringify(full).length <= MOST_LENGTH) break;
    full[part] = [];
  }
  return full;
}

export function toStructure({ page_kind, sections, pages, blocks, lines, links }: StructureRecord): Structure {
  return {
    pageKind: page_kind,
    sections: sections.map(([start, level, title]) => ({ start, level, title })),
    pages: pages.map(([start, label]) => ({ start, label })),
    blocks: blocks.map(([start, end, kind]) => ({ start, end, kind: kind as DocumentBlock['kind'] })),
    lines: lines.map(([start, line]) => ({ start, line })),
    links: links.map(([start, end, target]) => ({ start, end, target })),
  };
}

/** Never half of a character. */
export function cutText(text: string, length: number): string {
  const cut = text.slice(0, length);
  return (text.isWellFormed() && !cut.isWellFormed() ? cut.slice(0, -1) : cut).toWellFormed();
}
