import type { Clock, Logger, WebPace } from '@zapomni/core/ports';
import type { LookupParts } from '../net/address/checked-lookup.ts';
import type { AllowedHosts } from '../net/proxy/visit-rules.ts';

export interface BrowserOptions extends LookupParts, AllowedHosts {
  /** `off`, `on` for one that is looked for, or the path of one. */
  readonly browser: string;
  readonly headless: boolean;
  readonly sandbox: boolean;
  /** Between two pages of one host, where nobody asks for more. */
  readonly paceMs: number;
  /** Put behind what the browser calls itself: who asks, and where that is explained. */
  readonly agent: string;
  /** The pace that a site asks for. Fails where it asks not to be read. */
  readonly robots: (url: string, signal: AbortSignal) => Promise<WebPace>;
  /** Where programs are looked for, and what of it the browser is told. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** How long it stays after its last visit. */
  readonly idleMs?: number | undefined;
  /** How long a target is waited for. */
  readonly targetMs?: number | undefined;
  /** Certificate that is taken for good, whoever signed it. For tests. */
  readonly certificate?: string | undefined;
}
