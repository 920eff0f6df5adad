/** What a failing call tells its caller. */
import { expect } from 'vitest';

interface Told {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
  readonly policy: { readonly retryable: boolean };
}

/** The failure, after a look at its words: ours, with advice, and without a host, a port, a password or the engine's. */
export async function told(failing: Promise<unknown>): Promise<Told> {
  const error = await failing.then(
    () => undefined,
    (reason: Told) => reason,
  );
  if (!error) throw new Error('the call did not fail');
  expect(error.message).toMatch(/^[A-Z].*\.$/);
  expect(error.hint.length).toBeGreaterThan(10);
  expect(`${error.message} ${error.hint}`).not.toMatch(
    /127\.0|localhost|\d{4,5}|secret|ECONN|LOADING|READONLY|OOM|WRONGPASS/,
  );
  return error;
}
