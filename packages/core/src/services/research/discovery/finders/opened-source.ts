/** Who looks at a source. A run is handed this and knows no service, feed or browser. */
import type { Finder } from '../finder.ts';
import type { KeptSource } from '../store/source-record.ts';

export interface OpenedSource {
  readonly finder: Finder;
  /** Whether it may be asked from here at all. */
  readonly isOn: boolean;
  /** What would switch it on. */
  readonly howToAllow: string | null;
  /** The setting of a key that would raise its limits and is not set. */
  readonly keySetting: string | null;
}

export type OpenFinder = (workspace: string, source: KeptSource) => Promise<OpenedSource>;
