import type { Clock, Logger, WebPace } from '@zapomni/core/ports';
import type { LookupParts } from '../address/checked-lookup.ts';
import type { TimeLimits } from '../wire/time-caps.ts';
import type { Pause } from '../with-retries.ts';

export interface WebOptions extends LookupParts {
  /** Patterns of hosts that may be reached; without any the network is off. */
  readonly hosts: readonly string[];
  /** Patterns of hosts that may have private addresses. */
  readonly privateHosts: readonly string[];
  /** Says who asks. */
  readonly userAgent: string;
  /** Made when the first answer is kept. Without it nothing is kept. */
  readonly cache?: { readonly folder: string; readonly maxBytes: number } | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  /** For every host that nobody asks to be slower with. */
  readonly pace?: Required<WebPace> | undefined;
  readonly limits?: TimeLimits | undefined;
  /** Certificates to trust in place of the system's. */
  readonly ca?: string | undefined;
  /** How to wait, and by how much more than told. For tests. */
  readonly pause?: Pause | undefined;
  readonly random?: (() => number) | undefined;
}

export const DEFAULT_PACE: Required<WebPace> = { minIntervalMs: 50, concurrency: 4 };
export const DEFAULT_LIMITS: TimeLimits = { connectMs: 10_000, firstByteMs: 30_000, totalMs: 60_000 };
export const DEFAULT_MAX_BYTES = 10_000_000;
export const MOST_REDIRECTS = 5;
