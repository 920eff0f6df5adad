/**
 * What the user allows to be captured. Contract: `isOpen` says what holds now, whichever process has switched it; `set` holds for every process when it
 * resolves. Neither fails because there is nothing yet.
 */
export interface CaptureGate {
  isOpen(): boolean;
  set(open: boolean): Promise<void>;
  /** Whether the user has excluded the folder, one above it, or the workspace by its name. */
  isExcluded(folder: string | null, workspace: string): boolean;
  /** What is excluded, as the user wrote it. */
  readonly excluded: readonly string[];
}
