export interface StoreCopy {
  readonly kind: 'backup' | 'export';
  /** From the data folder, or absolute where it does not lie in it. */
  readonly name: string;
  readonly madeAt: number;
}

/**
 * What lies on disk beside the store and may hold what the store held. Contract: a folder that is not there has nothing;
 * what another process takes away meanwhile is fine.
 */
export interface Traces {
  /** Takes away what is kept only to be quicker, and says how many files that were. Others begin anew with theirs. */
  clearCaches(): Promise<number>;
  /** Copies of the store that nobody takes away unasked, the newest first. */
  copies(): Promise<readonly StoreCopy[]>;
}
