/**
 * One backup on disk. Contract:
 * - What is written is compressed, brought to disk, read back and given to `check`; only if that resolves does the file get its
 *   name. However it ends before, by failure or by the death of the process, there is no file of that name.
 * - Nobody but the user may read it.
 * - `read` gives what was written, in pieces; memory is bounded by a piece.
 *
 * Fails with CONFLICT for a file that exists and may not be replaced, NOT_FOUND, INVALID_INPUT for what cannot be written, is cut
 * off or is not compressed as it should be, STORE_FULL. What the pieces or the check fail with is passed on.
 */
export interface BackupFile {
  write(
    pieces: AsyncIterable<Uint8Array>,
    check: (readBack: AsyncIterable<Uint8Array>) => Promise<void>,
  ): Promise<{ readonly bytes: number }>;
  read(): AsyncIterable<Uint8Array>;
}
