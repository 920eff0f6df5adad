/**
 * What a paper cites, in one record (and further parts of a long list): who asks for a list reads one record, and who asks by whom a paper
 * is cited goes by the index of what is cited. There are a hundred references for every ten papers; a record each would be most of the store.
 */
import { z } from 'zod';
import { defineCollection } from '../../../records/define-collection.ts';
import { itemSchema } from './item-schema.ts';

const REFERENCE_METHODS = ['id', 'publisher-list', 'text-match', 'user'] as const;

const reference = z.strictObject({
  /** From 1. */
  n: z.number(),
  /** As it is cited: `[12]`, `(Smith, 2020)`. */
  marker: z.string().nullable(),
  raw: z.string().nullable(),
  item: itemSchema.nullable(),
  /** The paper that is meant; null when it could not be told. */
  cited: z.string().nullable(),
  confidence: z.number().min(0).max(1),
  method: z.enum(REFERENCE_METHODS).nullable(),
  source: z.string(),
});

/** So many references, or sentences, are one part: a record has a megabyte. */
export const PART = 200;

export function partKey(paper: string, part: number): string {
  return `${paper}.${part}`;
}

/** The key is `partKey`. */
export const PAPER_REFERENCES = defineCollection({
  name: 'paper_references',
  schema: z.strictObject({
    paper: z.string(),
    part: z.number(),
    /** Of `references`, each in the first part that has it: the index by which a paper finds who cites it, and is counted. */
    cited: z.array(z.string()),
    references: z.array(reference),
  }),
  indexes: { by_paper: ['paper', 'part'], by_cited: ['cited'] },
  parent: { collection: 'papers' },
});

export type ReferenceList = z.output<(typeof PAPER_REFERENCES)['schema']>;
export type PaperReference = z.output<typeof reference>;

/** Sentences of a paper that cite, with their place in its text. The key is `partKey`. */
export const PAPER_CONTEXTS = defineCollection({
  name: 'paper_contexts',
  schema: z.strictObject({
    paper: z.string(),
    part: z.number(),
    document: z.string(),
    /** Papers that are cited by one of these. */
    cited: z.array(z.string()),
    contexts: z.array(
      z.strictObject({
        /** Numbers of the references. */
        references: z.array(z.number()),
        page: z.string().nullable(),
        section: z.string().nullable(),
        sentence: z.string(),
        start: z.number(),
        end: z.number(),
        polarity: z.enum(['supports', 'contrasts', 'mentions']).nullable(),
        confidence: z.number().min(0).max(1),
      }),
    ),
  }),
  indexes: { by_paper: ['paper', 'part'], by_cited: ['cited'] },
  parent: { collection: 'papers' },
});

export type CitationContext = z.output<(typeof PAPER_CONTEXTS)['schema']>['contexts'][number];
