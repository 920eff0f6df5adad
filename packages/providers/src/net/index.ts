export { createGuardedClient, type Call, type GuardedClient, type GuardedClientOptions } from './guarded-client.ts';
export { HttpFailure, type FailureKind } from './http-failure.ts';
export { BACK_OFF, withRetries, type Pause, type RetryOptions } from './with-retries.ts';
