/** A file of a repository as it was read, and how its text is cut. Kept in the repository's own workspace, as all that follows. */
import { hash } from 'node:crypto';
import { z } from 'zod';
import type { Kept } from '../../records/collection.ts';
import { defineCollection } from '../../records/define-collection.ts';

/**
 * `partial`: parts of it could not be read. `text`: no grammar knows it, or it could not be parsed: its words are found. `skipped`: left
 * out, see `reason`. `failed`: could not be had. `stale`: no longer there; its text stays until it is pruned, and is not found.
 */
export const FILE_STATES = ['ok', 'partial', 'text', 'skipped', 'failed', 'stale'] as const;

export const CODE_FILES = defineCollection({
  name: 'code_files',
  schema: z.strictObject({
    /** From the root, with forward slashes. */
    path: z.string(),
    /** The beginning of the path, so that what lies in a folder is found. */
    folder: z.string(),
    language: z.string().nullable(),
    state: z.enum(FILE_STATES),
    reason: z.string().nullable(),
    size: z.number(),
    lines: z.number(),
    /** As `FileStat.version` said when it was read; only for comparing. */
    stamp: z.string(),
    /** SHA-256 of the bytes; null when they were not read. */
    hash: z.string().nullable(),
    is_test: z.boolean(),
    /** The memory with its text. */
    memory: z.string().nullable(),
    /** How many symbols it has in the index. */
    symbols: z.number(),
    /** First and last lines that could not be read. */
    unreadable: z.array(z.tuple([z.number(), z.number()])),
    /** Sum over its symbols; all files of a repository have 1 together. */
    importance: z.number(),
    /** When what it says began to hold: the commit's date, else the file's own. */
    valid_from: z.number(),
    commit: z.string().nullable(),
    /** Digest of the edges and numbers that were written of it; null until it is linked. What has the same is not written again. */
    links: z.string().nullable(),
    checked_at: z.number(),
  }),
  indexes: { by_folder: ['folder'], by_state: ['state', 'folder'], by_memory: ['memory'] },
});

export type FileRecord = z.output<(typeof CODE_FILES)['schema']>;
export type KeptFile = Kept<FileRecord>;

const FILE_KEY_LENGTH = 32;

/** The key of a file. */
export function fileKey(path: string): string {
  return hash('sha256', path).slice(0, FILE_KEY_LENGTH);
}

/**
 * What a file's text is cut into, and which symbols it has. `units` are the passages of its memory, in their order: first and last line, and
 * the symbol they show (its place in `symbols`; -1: none). `symbols` are ids in the order of the text. A unit may show several small ones:
 * `named` says of each symbol its qualified name, kind and lines, so that ranking a file reads one record of it.
 */
export const CODE_OUTLINES = defineCollection({
  name: 'code_outlines',
  schema: z.strictObject({
    symbols: z.array(z.string()),
    named: z.array(z.tuple([z.string(), z.string(), z.number(), z.number()])),
    units: z.array(z.tuple([z.number(), z.number(), z.number()])),
  }),
  parent: { collection: 'code_files' },
});

export type OutlineRecord = z.output<(typeof CODE_OUTLINES)['schema']>;
