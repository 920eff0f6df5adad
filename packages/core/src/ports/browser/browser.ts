/**
 * A real browser that visits sites which have no interface for programs. It is led by steps that are data: nothing here takes code, neither from a
 * caller nor from a page.
 */

/** What is meant on a page. In a list the first that matches is taken. */
export type BrowserTarget =
  | { readonly css: string }
  | { readonly role: string; readonly name?: string }
  | { readonly text: string }
  | { readonly testId: string };

/** What a field takes of the element that it finds below a row, or below the page: its text, or an attribute; `href` and `src` are absolute. */
export interface FieldRule {
  readonly target: readonly BrowserTarget[];
  readonly take: 'text' | 'html' | `attr:${string}` | 'href' | 'src';
  /** All that match instead of the first. */
  readonly all: boolean;
}

export interface ExtractedField {
  readonly values: readonly string[];
  /** How many elements matched. */
  readonly matched: number;
}
export type ExtractedRow = Readonly<Record<string, ExtractedField>>;

export type WaitFor =
  | { readonly target: readonly BrowserTarget[] }
  /** The address has this in it. */
  | { readonly url: string }
  | { readonly load: 'load' | 'domcontentloaded' }
  | { readonly ms: number };

/** Where a visit may go, and how much it may take. */
export interface VisitRules {
  /** Hosts that may be reached, with what lies below them (`example.org` for `www.example.org`). Each must be allowed by the user as well. */
  readonly hosts: readonly string[];
  /** For the whole visit. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /** How many pages may be opened. */
  readonly maxPages: number;
  /** Cookies and storage of an earlier visit, as `session()` gave them. No answer and no picture shows what they are. */
  readonly session?: string;
  /** A person leads the visit, in a window: what is asked of programs, robots.txt and a pace, is not asked of it. */
  readonly person?: boolean;
  readonly signal?: AbortSignal;
}

export interface VisitStanding {
  readonly requests: number;
  readonly bytes: number;
  /** Hosts that were asked for and refused, each once, without what was asked of them. */
  readonly refused: readonly string[];
  readonly pages: number;
}

/**
 * One visit: a context of its own, of which nothing is left when it ends. Contract:
 * - Every request, also of images, frames, sockets and redirections, goes through the web's rules: http and https alone, hosts of the visit that the
 *   user allowed, no private address by whatever name, number or redirection, within bytes and time, no faster than robots.txt and the site's
 *   pace allow. What is refused is counted and changes nothing else.
 * - Targets are waited for; one that nothing matches fails with NOT_FOUND naming the step's words, not the page's.
 * - Windows, dialogs, downloads and permissions that a page asks for are refused.
 * - A page that wants a person (a CAPTCHA, a login that no step fills, a challenge) fails with NEEDS_HUMAN.
 * - TIMEOUT and TOO_LARGE where the rules end, CANCELLED when the signal fires, FORBIDDEN for an address that is refused.
 */
export interface BrowserVisit {
  goto(url: string): Promise<void>;
  click(target: readonly BrowserTarget[]): Promise<void>;
  /** `secretFor`: the value is a secret of this origin, and is refused in a frame of another; no picture and no log shows it. */
  fill(target: readonly BrowserTarget[], value: string, secretFor?: string): Promise<void>;
  press(key: string, target?: readonly BrowserTarget[]): Promise<void>;
  select(target: readonly BrowserTarget[], value: string): Promise<void>;
  check(target: readonly BrowserTarget[], on: boolean): Promise<void>;
  wait(what: WaitFor, timeoutMs: number): Promise<void>;
  /** So many screens down; to the end where it is 0. */
  scroll(screens: number): Promise<void>;
  count(target: readonly BrowserTarget[]): Promise<number>;
  /** One row for each element that `each` matches, or one for the page where it is empty. */
  extract(
    each: readonly BrowserTarget[],
    fields: Readonly<Record<string, FieldRule>>,
    max: number,
  ): Promise<readonly ExtractedRow[]>;
  /** The page as it stands, bounded; for proposing selectors, never for showing. */
  html(): Promise<string>;
  /** PNG; what was typed in is covered. */
  screenshot(): Promise<Uint8Array>;
  url(): string;
  standing(): VisitStanding;
  /** Cookies that are sent to this origin, and its storage, as a text for `VisitRules.session`: a secret. Null where there are none. */
  session(origin: string): Promise<string | null>;
  close(): Promise<void>;
}

export interface BrowserFacts {
  /** What was found: a name and version; null with the reason and what to do. */
  readonly browser: { readonly name: string; readonly version: string } | null;
  readonly reason: string | null;
}

/** Contract: nothing is loaded or started before it is asked for; the browser is gone when its last visit has ended, also when this process is killed. */
export interface Browser {
  about(): Promise<BrowserFacts>;
  /** INVALID_CONFIG where browsing is off or there is no browser, with what to do. */
  open(rules: VisitRules): Promise<BrowserVisit>;
  close(): Promise<void>;
}
