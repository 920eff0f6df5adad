/**
 * A paper, however it came in: one record for what the user has, what only others cite, and what was found and not yet judged. What it
 * says of itself is a `BibliographicItem`; who said each field of that is kept beside it (`keep/who-said.ts`), so that the record itself
 * is what is shown. Its contributors are part of it: nobody asks for one without the others.
 *
 *   papers ──┬── paper_identifiers   one for each id, which no other paper of the workspace has
 *            ├── paper_fields        who said what, where it was not one source alone (`said_by`)
 *            ├── paper_files ──────── paper_annotations
 *            ├── paper_references    what it cites, by which it is found from what is cited
 *            ├── paper_contexts      the sentences that do
 *            ├── paper_told_versions what sources say is another version of it, here or not
 *            └── paper_notes
 *   paper_versions, paper_sets, paper_plans   beside them
 *
 * Title and abstract are a memory of the kind `paper` (`memory`), the text of each file is a document: search, filters, time, export
 * and forgetting are those of memories.
 */
import { z } from 'zod';
import { ITEM_TYPES } from '../../../../model/papers/index.ts';
import type { Kept } from '../../../records/collection.ts';
import { defineCollection } from '../../../records/define-collection.ts';
import { itemSchema, identifierSchema } from './item-schema.ts';

/** `library`: the user has it. `referenced`: only cited by one. `found`: discovered. `dismissed`: not wanted. */
export const STANDINGS = ['library', 'referenced', 'found', 'dismissed'] as const;
export const READ_STATES = ['unread', 'reading', 'read'] as const;

export const PAPERS = defineCollection({
  name: 'papers',
  schema: z.strictObject({
    item: itemSchema,
    /** Unique in the workspace; what is cited only may have none. */
    citekey: z.string().nullable(),
    standing: z.enum(STANDINGS),
    /** Of the item, so that a list of one type need not read the others. */
    type: z.enum(ITEM_TYPES).default('document'),
    /** `titleKey` of the title: that by which papers are proposed to be the same. Null without a title. */
    title_key: z.string().nullable(),
    /** The first letters of it: what a list in the order of titles goes by. */
    title_sort: z.string(),
    /** Family names of the authors, or what stands for one, folded; each once. */
    names: z.array(z.string()),
    year: z.number().nullable(),
    venue_key: z.string().nullable(),
    /** As written; folded for matching in `tag_keys`. */
    tags: z.array(z.string()),
    tag_keys: z.array(z.string()),
    topics: z.array(z.string()),
    tldr: z.string().nullable(),
    counts: z.strictObject({
      cited_by: z.number().nullable(),
      references: z.number().nullable(),
      as_of: z.number().nullable(),
    }),
    open_access: z.strictObject({ status: z.string().nullable(), licence: z.string().nullable() }),
    retraction: z
      .strictObject({ kind: z.string(), date: z.string().nullable(), notice: identifierSchema.nullable() })
      .nullable(),
    read_state: z.enum(READ_STATES),
    rating: z.number().int().min(1).max(5).nullable(),
    /** The memory with title and abstract; null for what is only cited. */
    memory: z.string().nullable(),
    /** Memories with the texts of its files, so that a filter need not ask for them. */
    texts: z.array(z.string()).default([]),
    /** Another paper that is shown in its stead: the published form of a preprint. */
    shown_as: z.string().nullable(),
    /** Merged into this one: the record stays for the ids that were given out. */
    merged_into: z.string().nullable(),
    /** Who said all of the item; null where several have spoken: then `paper_fields` has who said what. */
    said_by: z
      .strictObject({ source: z.string(), at: z.number(), confidence: z.number().min(0).max(1) })
      .nullable()
      .default(null),
    added_at: z.number(),
    updated_at: z.number(),
  }),
  indexes: {
    by_citekey: { fields: ['citekey'], unique: true },
    by_standing: ['standing', 'added_at'],
    by_type: ['standing', 'type', 'added_at'],
    by_title: ['standing', 'title_sort'],
    by_year: ['standing', 'year'],
    by_title_key: ['title_key'],
    by_name: ['names'],
    by_tag: ['tag_keys'],
    by_venue: ['venue_key'],
  },
});

export type PaperRecord = z.output<(typeof PAPERS)['schema']>;
export type KeptPaper = Kept<PaperRecord>;

/** The key is `identifierKey`, so that no two papers of a workspace have one id. */
export const PAPER_IDENTIFIERS = defineCollection({
  name: 'paper_identifiers',
  schema: z.strictObject({ paper: z.string() }),
  indexes: { by_paper: ['paper'] },
  parent: { collection: 'papers' },
});

const VERSION_RELATIONS = ['preprint', 'accepted', 'published', 'correction', 'translation'] as const;

/** Two records of one work. `of` is the one that is shown. */
export const PAPER_VERSIONS = defineCollection({
  name: 'paper_versions',
  schema: z.strictObject({
    of: z.string(),
    paper: z.string(),
    /** What `paper` is to `of`. */
    relation: z.enum(VERSION_RELATIONS),
    source: z.string(),
  }),
  indexes: { by_of: ['of'], by_paper: ['paper'] },
  parent: { collection: 'papers' },
});

/**
 * What was told of other versions of a paper by those who know it. The other may not be here, and come later: it is found by its identifier, and
 * the two are linked then. The key is that of the paper with that of the identifier.
 */
export const PAPER_TOLD_VERSIONS = defineCollection({
  name: 'paper_told_versions',
  schema: z.strictObject({
    paper: z.string(),
    /** `identifierKey` of the other. */
    identifier: z.string(),
    /** What the other is to `paper`. */
    relation: z.enum(VERSION_RELATIONS),
    source: z.string(),
  }),
  indexes: { by_identifier: ['identifier'], by_paper: ['paper'] },
  parent: { collection: 'papers' },
});

export type ToldVersion = z.output<(typeof PAPER_TOLD_VERSIONS)['schema']>;
