/**
 * What the reader of a file saw of the paper that it may be: who wrote it, what it is called, what it cites, what somebody has marked in it.
 * Kept beside the document, because a file becomes a paper later than it is read, and is not read again for that.
 */
import { z } from 'zod';
import type { BibliographicItem, Identifier } from '../../../model/papers/index.ts';
import type { DocumentAnnotation, DocumentPaper, RecordWrite } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import { collection } from '../../records/collection.ts';
import { defineCollection } from '../../records/define-collection.ts';
import { identifierSchema, itemSchema } from '../../research/library/store/item-schema.ts';
import { cutText, type KeptDocument } from '../document-record.ts';

export interface PaperFindings extends DocumentPaper {
  /** The format says what is what; otherwise it was told by its looks. */
  readonly isExact: boolean;
  /** Ids that are printed, the likeliest first; some may be of papers that are cited. */
  readonly ids: readonly { readonly identifier: Identifier; readonly confidence: number }[];
  readonly annotations: readonly DocumentAnnotation[];
}

const offset = z.number();

export const annotationSchema = z.strictObject({
  kind: z.string(),
  /** From 1. */
  page: z.number(),
  /** What is marked. */
  text: z.string(),
  comment: z.string(),
  author: z.string().nullable(),
  colour: z.string().nullable(),
  at: z.string().nullable(),
  quads: z.array(z.array(z.number())),
});

/** The key is that of the document. */
export const DOCUMENT_PAPERS = defineCollection({
  name: 'document_papers',
  schema: z.strictObject({
    /** Of the text that the places are of. */
    text_hash: z.string(),
    exact: z.boolean(),
    item: itemSchema,
    ids: z.array(z.strictObject({ identifier: identifierSchema, confidence: z.number() })),
    references: z.array(
      z.strictObject({ n: z.number(), label: z.string().nullable(), raw: z.string(), item: itemSchema }),
    ),
    /** Start, end and the numbers of the references. */
    citations: z.array(z.tuple([offset, offset, z.array(z.number())])),
    annotations: z.array(annotationSchema),
  }),
  parent: { collection: 'documents' },
});

type FindingsRecord = z.output<(typeof DOCUMENT_PAPERS)['schema']>;

/** A record has a megabyte; of long lists so much is kept as JSON. */
const MOST_LIST = 250_000;
const MOST_NOTED = 2000;
const MOST_FIELD = 20_000;
const MOST_CONTRIBUTORS = 1000;

export function findingsWrite(deps: Deps, key: string, hash: string, findings: PaperFindings): RecordWrite {
  const { isExact, item, ids, references, citations, annotations } = findings;
  const value: FindingsRecord = {
    text_hash: hash,
    exact: isExact,
    item: shortened(item) as FindingsRecord['item'],
    ids: [...ids],
    references: fitting(references) as FindingsRecord['references'],
    citations: fitting(citations.map(({ start, end, references: cited }) => [start, end, [...cited]])),
    annotations: fitting(annotations.map(noted)) as FindingsRecord['annotations'],
  };
  return collection(deps, DOCUMENT_PAPERS).writeFor(key, value, { parent: key });
}

function shortened(item: BibliographicItem): BibliographicItem {
  const fields = Object.entries(item).map(([name, value]) => [
    name,
    typeof value === 'string' ? cutText(value, MOST_FIELD) : value,
  ]);
  return { ...Object.fromEntries(fields), contributors: item.contributors.slice(0, MOST_CONTRIBUTORS) };
}

function noted(one: DocumentAnnotation): DocumentAnnotation {
  return { ...one, text: cutText(one.text, MOST_NOTED), comment: cutText(one.comment, MOST_NOTED) };
}

/** As many from the beginning as there is room for. */
function fitting<Item>(items: readonly Item[]): Item[] {
  let length = 0;
  const end = items.findIndex((item) => (length += JSON.stringify(item).length) > MOST_LIST);
  return end < 0 ? [...items] : items.slice(0, end);
}

/** Null where nothing was seen, or of another text than the document has now. */
export async function findingsOf(
  deps: Deps,
  workspace: string,
  { key, value }: KeptDocument,
): Promise<PaperFindings | null> {
  const kept = await collection(deps, DOCUMENT_PAPERS).get(workspace, key);
  if (!kept || kept.value.text_hash !== value.text_hash) return null;
  const { exact, item, ids, references, citations, annotations } = kept.value;
  return {
    isExact: exact,
    item: item as BibliographicItem,
    ids: ids as PaperFindings['ids'],
    references: references as PaperFindings['references'],
    citations: citations.map(([start, end, cited]) => ({ start, end, references: cited })),
    annotations,
  };
}
