/** What the process that serves the page knows and does beside the application: given by whoever puts it together. */
import type { Scope } from '@zapomni/server/guards';

export interface PageSession {
  readonly id: string;
  readonly scopes: readonly Scope[];
  readonly opened: string;
  readonly expires: string;
}

export interface OpenedPage extends PageSession {
  /** Shown once. */
  readonly token: string;
}

/** Who has the page open. */
export interface SignIn {
  /** `undefined` for a code that is unknown, used or too old: nobody is told which. */
  redeem(code: string): Promise<OpenedPage | undefined>;
  list(): readonly PageSession[];
  /** False when there is no such session. */
  end(id: string): boolean;
}

export interface ShownSetting {
  readonly name: string;
  /** Secrets are masked. */
  readonly value: string;
  readonly source: string;
}

/** One finished call of an agent or a page. */
export interface Operation {
  readonly at: number;
  readonly name: string;
  readonly ms: number;
  readonly outcome: string;
}

export interface Operations {
  /** The latest first. */
  latest(limit: number): readonly Operation[];
  /** Of the last 10,000. */
  summary(): {
    readonly count: number;
    readonly failed: number;
    readonly p50: number | null;
    readonly p95: number | null;
    readonly p99: number | null;
    readonly perSecond: number;
    readonly residentBytes: number;
    readonly cpuShare: number;
  };
}

export interface House {
  readonly version: string;
  readonly signIn: SignIn;
  readonly operations: Operations;
  settings(): readonly ShownSetting[];
  sessions(): { readonly active: number; readonly created: number; readonly peak: number };
}
