/** What narrows a search or a list. Every condition given must hold; each is applied before the best k are cut. */
export interface MemoryFilter {
  /** Carries at least one of these tags. */
  readonly tags?: readonly string[];
  readonly source?: string;
  readonly kinds?: readonly string[];
  /** Happened (or, where unknown, was stored) at or after this time / before this time (exclusive). */
  readonly from?: number;
  readonly before?: number;
  /** Include memories that another one has replaced; they are left out by default. */
  readonly includeSuperseded?: boolean;
}

/** Where a query looks: one workspace, narrowed by a filter. */
export interface Scope {
  readonly workspace: string;
  readonly filter?: MemoryFilter;
}
