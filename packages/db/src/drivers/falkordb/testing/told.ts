/** What a failing call tells its caller. */
import assert from 'node:assert/strict';

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
  assert.match(error.message, /^[A-Z].*\.$/);
  assert.ok(error.hint.length > 10);
  assert.doesNotMatch(
    `${error.message} ${error.hint}`,
    /127\.0|localhost|\d{4,5}|secret|ECONN|LOADING|READONLY|OOM|WRONGPASS/,
  );
  return error;
}
