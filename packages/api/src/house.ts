/** What the process that serves the page knows and does beside the application: given by whoever puts it together. */
import type { DeedKind } from '@zapomni/mcp';
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

/** One call of a client, a page or the command line, of any process of the data folder: names, ids and times, no contents. */
export interface Deed {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** As it calls itself. */
  readonly client: string;
  /** The token that it came with, by its name. */
  readonly token?: string | undefined;
  readonly kind: DeedKind;
  /** The tool or command. */
  readonly name: string;
  readonly workspace?: string | undefined;
  /** The first few memories that it was about, and how many there were. */
  readonly ids: readonly string[];
  readonly count: number;
  readonly ms: number;
  readonly outcome: string;
}

export interface Deeds {
  /** The latest first; those that fit every field that is given. */
  latest(limit: number, wanted: Partial<Pick<Deed, 'client' | 'kind' | 'name'>>): Promise<readonly Deed[]>;
  /** Who has done anything, and when they were last heard of, the latest first. */
  clients(): Promise<readonly { readonly client: string; readonly calls: number; readonly last: number }[]>;
  /** A call that did not come over MCP. */
  note(deed: Deed): void;
}

/** A token of the data folder, without what opens the door. */
export interface ShownToken {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly created: string;
  readonly expires?: string | undefined;
  readonly last_used?: string | undefined;
}

export interface Tokens {
  list(): Promise<readonly ShownToken[]>;
  /** `token` is seen this once. INVALID_INPUT names what is wrong with it, CONFLICT says that there is one of the name. */
  create(wanted: {
    readonly name: string;
    readonly scope: Scope;
    readonly expires?: Date | undefined;
  }): Promise<{ readonly token: string; readonly info: ShownToken }>;
  /** By name or id. False when there is none. */
  revoke(nameOrId: string): Promise<boolean>;
}

/** A program that can be connected, and how. */
export interface ConnectableClient {
  readonly id: string;
  readonly title: string;
  /** It is on this machine. */
  readonly found: boolean;
  readonly connected: boolean;
  /** For a terminal. */
  readonly command: string;
}

/** One finding of the doctor. */
export interface Finding {
  readonly name: string;
  readonly status: 'ok' | 'warning' | 'broken';
  readonly detail: string;
  readonly advice: string;
}

export interface KeptBackup {
  readonly name: string;
  readonly bytes: number;
  readonly at: number;
}

export interface House {
  readonly version: string;
  readonly signIn: SignIn;
  readonly operations: Operations;
  readonly deeds: Deeds;
  /** Clients that are connected to this process now. */
  connected(): readonly {
    readonly name: string | undefined;
    readonly since: number;
    readonly heardAt: number;
    readonly requests: number;
  }[];
  settings(): readonly ShownSetting[];
  readonly tokens: Tokens;
  /** Where backups go that are made from here, and which are there, the latest first. */
  backups(): Promise<{ readonly folder: string; readonly files: readonly KeptBackup[] }>;
  clients(): Promise<readonly ConnectableClient[]>;
  /** Looks at everything that must work; takes seconds. */
  examine(signal: AbortSignal): Promise<readonly Finding[]>;
  sessions(): { readonly active: number; readonly created: number; readonly peak: number };
}
