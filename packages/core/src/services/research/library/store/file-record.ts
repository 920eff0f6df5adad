/** Files of a paper. Bytes are blobs, texts are documents; one file is kept once however often it is added, and searched once wherever copies of it lie. */
import { z } from 'zod';
import type { Kept } from '../../../records/collection.ts';
import { annotationSchema } from '../../../documents/paper/paper-findings.ts';
import { defineCollection } from '../../../records/define-collection.ts';

export const FILE_KINDS = ['pdf', 'jats', 'html', 'docx', 'epub', 'text', 'other'] as const;
const TEXT_STATES = ['pending', 'read', 'needs_ocr', 'failed'] as const;

export const PAPER_FILES = defineCollection({
  name: 'paper_files',
  schema: z.strictObject({
    paper: z.string(),
    /** Of the bytes. */
    hash: z.string(),
    /** The same where the bytes are kept here; null where they stay in the user's folder. */
    blob: z.string().nullable(),
    kind: z.enum(FILE_KINDS),
    bytes: z.number(),
    pages: z.number(),
    text_state: z.enum(TEXT_STATES),
    /** Why it could not be read. */
    reason: z.string().nullable(),
    /** The record of the document that has its text. */
    document: z.string().nullable(),
    /** Stretches of its text that no search finds as text: lists of references, running heads. From, to. */
    apart: z.array(z.tuple([z.number(), z.number()])).default([]),
    /** No search finds its text, because another file of the paper says the same and says it better. It can be read. */
    silent: z.boolean().default(false),
    /** A path, a URL. */
    source: z.string().nullable(),
    licence: z.string().nullable(),
    version: z.enum(['submitted', 'accepted', 'published']).nullable(),
    added_at: z.number(),
  }),
  indexes: { by_paper: ['paper'], by_hash: ['hash'], by_document: ['document'] },
  parent: { collection: 'papers' },
  blobs: ['blob'],
});

export type KeptPaperFile = Kept<z.output<(typeof PAPER_FILES)['schema']>>;

/** What readers of a PDF have marked in it, by file: the key is that of the file. */
export const PAPER_ANNOTATIONS = defineCollection({
  name: 'paper_annotations',
  schema: z.strictObject({
    paper: z.string(),
    /** The memory in which they are found. */
    memory: z.string().nullable(),
    annotations: z.array(annotationSchema),
  }),
  indexes: { by_paper: ['paper'], by_memory: ['memory'] },
  parent: { collection: 'paper_files' },
});

export type KeptAnnotations = Kept<z.output<(typeof PAPER_ANNOTATIONS)['schema']>>;
