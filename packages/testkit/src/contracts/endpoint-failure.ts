/** What a caller sees of a failed call to an endpoint, all of it: neither the endpoint's words nor where it is. */
import { expect } from 'vitest';
import type { ModelEndpoint } from '../model-endpoint/index.ts';

export interface SeenFailure {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
  readonly retryAfterMs?: number;
  readonly cause?: Error;
}

export async function failureOf(call: Promise<unknown>, endpoint: ModelEndpoint): Promise<SeenFailure> {
  const error = (await call.then(
    () => expect.fail('it succeeded'),
    (thrown: unknown) => thrown,
  )) as SeenFailure;
  const told = `${error.message} ${error.hint} ${error.cause?.stack ?? ''}`;
  expect(told).not.toMatch(/secret|127\.0\.0\.1/);
  expect(told).not.toContain(new URL(endpoint.url).port);
  return error;
}
