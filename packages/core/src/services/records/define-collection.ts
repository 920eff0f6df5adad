/** What a feature keeps: declared here once, and kept by every engine without knowing it. */
import type { z } from 'zod';
import { invalidField } from '../../errors/index.ts';

/** Fields of the record, in the order in which it is found by them. Of a list there is an entry for each item. */
export interface IndexDefinition<Field extends string> {
  readonly fields: readonly Field[];
  /** Of the records of a workspace only one may have the values; those with a null among them are not asked. */
  readonly unique?: boolean;
}

/** What records of the collection may belong to, and go with: memories, or records of a collection. */
export type ParentKind = 'memory' | { readonly collection: string };

export interface CollectionDefinition<Schema extends z.ZodObject, Index extends string> {
  readonly name: string;
  readonly schema: Schema;
  readonly indexes: Readonly<Record<Index, IndexDefinition<FieldOf<Schema>>>>;
  readonly parent: ParentKind | null;
  /** Fields that hold hashes of blobs: one, a list of them, or null. */
  readonly blobs: readonly FieldOf<Schema>[];
}

export type FieldOf<Schema extends z.ZodObject> = Extract<keyof z.output<Schema>, string>;

type IndexInput<Field extends string> = IndexDefinition<Field> | readonly Field[];

interface CollectionInput<Schema extends z.ZodObject, Index extends string> {
  readonly name: string;
  readonly schema: Schema;
  readonly indexes?: Readonly<Record<Index, IndexInput<FieldOf<Schema>>>>;
  readonly parent?: ParentKind;
  readonly blobs?: readonly FieldOf<Schema>[];
}

const NAME = /^[a-z][a-z0-9_]{0,40}$/;

/**
 * A field that is added later must be optional or have a default, because stored records do not have it; an index that is
 * added later has a record from its next put on.
 */
export function defineCollection<Schema extends z.ZodObject, Index extends string = never>(
  input: CollectionInput<Schema, Index>,
): CollectionDefinition<Schema, Index> {
  const indexes = Object.entries<IndexInput<FieldOf<Schema>>>(input.indexes ?? {}).map(([name, index]) => [
    name,
    'fields' in index ? index : { fields: index },
  ]);
  for (const name of [input.name, ...indexes.map(([index]) => String(index))])
    if (!NAME.test(name)) throw invalidField('collection', `has a name that is none: ${name}`);
  return {
    name: input.name,
    schema: input.schema,
    indexes: Object.fromEntries(indexes) as CollectionDefinition<Schema, Index>['indexes'],
    parent: input.parent ?? null,
    blobs: input.blobs ?? [],
  };
}
