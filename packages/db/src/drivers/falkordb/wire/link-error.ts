/** Something between us and the server failed, as opposed to an answer that says no. */
export class LinkError extends Error {
  override readonly name = 'LinkError';
  /**
   * `before`: the command never left, so that nothing can have happened. `after`: it may have been carried out. `late`: the
   * same, and the server had its time.
   */
  readonly stage: 'before' | 'after' | 'late';

  constructor(stage: LinkError['stage'], message: string, cause?: unknown) {
    super(message, { cause });
    this.stage = stage;
  }
}
