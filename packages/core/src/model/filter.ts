/** A value that a metadata field is compared with. */
export type MetadataScalar = string | number | boolean | null;

/**
 * A test of one metadata field. `field` is the name as stored; where there is no such name and it holds dots, a path into
 * nested objects (`project.name`). A missing field fails every test but `ne` and `exists: false`. Numbers compare as
 * numbers and strings as strings, by code point, so that ISO dates sort; a field of another type than the value is unequal
 * to it and in no order. Lists and objects equal nothing.
 */
export type MetadataCondition =
  | { readonly field: string; readonly op: 'eq' | 'ne'; readonly value: MetadataScalar }
  | { readonly field: string; readonly op: 'gt' | 'gte' | 'lt' | 'lte'; readonly value: string | number }
  | { readonly field: string; readonly op: 'in'; readonly value: readonly MetadataScalar[] }
  | { readonly field: string; readonly op: 'exists'; readonly value: boolean };

/**
 * What narrows a search or a list. Every condition given must hold; each is applied before the best k are cut. An empty
 * list asks for nothing and so leaves nothing out.
 */
export interface MemoryFilter {
  /** Carries at least one of these tags / every one / none. */
  readonly tags?: readonly string[];
  readonly allTags?: readonly string[];
  readonly noTags?: readonly string[];
  readonly sources?: readonly string[];
  readonly kinds?: readonly string[];
  /** Is of none of these kinds. */
  readonly noKinds?: readonly string[];
  /** Ids of memories. */
  readonly ids?: readonly string[];
  /** Happened (or, where unknown, was stored) at or after this time / before this time (exclusive). */
  readonly from?: number;
  readonly before?: number;
  readonly metadata?: readonly MetadataCondition[];
  /** Include memories that another one has replaced; they are left out by default. */
  readonly includeSuperseded?: boolean;
  /** Held at this time, whether replaced since or not: `validFrom` ≤ t < `validTo`. */
  readonly validAt?: number;
}

/** Where a query looks: one workspace, narrowed by a filter. */
export interface Scope {
  readonly workspace: string;
  readonly filter?: MemoryFilter;
}
