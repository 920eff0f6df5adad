/** Processes of this machine, by names that tell one from all others, also from one that gets its number later. */
export interface Processes {
  /** The name of this one. */
  readonly self: string;
  /** True only where it is certain: it ran on this machine, and has ended. Others may have the name of any machine. */
  isGone(name: string): Promise<boolean>;
}
