/** Taking away what nothing needs any more. */
export const PRUNE_STRATEGIES = ['orphaned_chunks', 'orphaned_entities', 'stale_code', 'all'] as const;
export type PruneStrategy = (typeof PRUNE_STRATEGIES)[number];
export type PruneKind = Exclude<PruneStrategy, 'all'>;

export interface PruneRequest {
  readonly workspace: string;
  readonly strategy: PruneStrategy;
  /** Only look; true. */
  readonly dryRun?: boolean | undefined;
  /** Must be true for anything to be removed; FORBIDDEN otherwise. */
  readonly confirm?: boolean | undefined;
}

export interface PruneItem {
  readonly kind: PruneKind;
  readonly id: string;
  /** A name, or the beginning of a text. */
  readonly label: string;
}

export interface PruneResult {
  readonly dryRun: boolean;
  /** How many there are of each kind that was looked for. */
  readonly found: Readonly<Partial<Record<PruneKind, number>>>;
  /** How many were removed; all 0 when it was only a look. */
  readonly removed: Readonly<Partial<Record<PruneKind, number>>>;
  /** At most twenty. */
  readonly preview: readonly PruneItem[];
}
