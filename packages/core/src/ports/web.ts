/** How an answer's body is wanted. */
export interface WebBodies {
  readonly bytes: Uint8Array;
  /** Decoded by what the answer says of its charset, and by what it shows where it says nothing or something wrong. */
  readonly text: string;
  /** In pieces, as they come. Whoever takes it reads it or ends it (`break`); it fails as `fetch` does. */
  readonly stream: AsyncIterable<Uint8Array>;
}
export type WebBodyKind = keyof WebBodies;

/** What a service asks of its callers. */
export interface WebPace {
  /** Between the beginnings of two requests. */
  readonly minIntervalMs?: number;
  /** At once. */
  readonly concurrency?: number;
}

export interface WebRequest<Kind extends WebBodyKind = WebBodyKind> {
  /** `https://…` or `http://…`, without a name or password. */
  readonly url: string;
  /** GET unless given. */
  readonly method?: 'GET' | 'HEAD' | 'POST';
  /** Sent to the origin of `url` alone. No cookies, and none that the connection or this client sets itself. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Only with POST. */
  readonly body?: string | Uint8Array;
  /** Media types that are wanted; whatever there is, unless given. */
  readonly accept?: string;
  /** Longest body that is read, after it was decompressed. */
  readonly maxBytes?: number;
  /** For one try, from connecting to the last byte. */
  readonly timeoutMs?: number;
  /** How often it is tried at most: four times unless given, and once where it is a POST. */
  readonly tries?: number;
  /**
   * Awaited before a redirection is followed: for a pace that is kept elsewhere, or to say no. When it fails, so does the try; where it fails with
   * an error of the table, so does the call, with that error.
   */
  readonly beforeRedirect?: (url: string) => Promise<void>;
  readonly signal?: AbortSignal;
  /** `use`: what is kept and fresh is not asked for. `revalidate`: the other side is always asked. `off`: nothing is kept. */
  readonly cache?: 'use' | 'revalidate' | 'off';
  /** The slowest that anybody has asked for holds for the host. */
  readonly pace?: WebPace;
  /** `bytes` unless given. */
  readonly as?: Kind;
}

export interface WebAnswer<Kind extends WebBodyKind = WebBodyKind> {
  readonly status: number;
  /** Where the answer came from, after redirections. */
  readonly url: string;
  /** Those that say something of the content, in lower case; no cookies, nothing of the server. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: WebBodies[Kind];
  /** The body is a kept one. */
  readonly fromCache: boolean;
  /** The other side was asked and says that what the caller or the cache has is still right. */
  readonly notModified: boolean;
}

/**
 * The one way out to the network. Contract:
 * - Nothing is reached but hosts that the user allowed; with none allowed the network is off. A name is resolved once for a
 *   connection and every address it has is looked at before any is connected to: private, loopback, link-local, multicast and
 *   metadata addresses, in every spelling, are refused unless the user named that host as a private one. The connection goes to
 *   an address that was looked at. All of this at every redirection, which never leads from https to http.
 * - Credentials and other headers of the caller's go to the first origin alone. No cookies are kept, no proxy is used that the
 *   environment names.
 * - Each call is bounded: connecting, waiting for the first byte, the whole try, bytes as they come and as they are after
 *   decompression, redirections.
 * - GET and HEAD are tried again when they fail for reasons that pass. A host is asked no faster than its pace and not before
 *   the time that it named (`Retry-After`); who would have to wait long is told at once.
 * - What may be kept is kept on disk, bounded, for this user alone, and asked for again with conditions. Nothing is kept of
 *   requests with headers of the caller's or with a key in their address, of streams, or of answers that say `no-store`.
 *
 * Resolves with any status below 500 besides 408, 425 and 429: 404 is an answer. Fails with NETWORK_OFF (nothing is allowed, or not this
 * host), FORBIDDEN (a private address), INVALID_INPUT (no such URL or header), TOO_LARGE, TIMEOUT, CANCELLED,
 * UPSTREAM_RATE_LIMITED (with `retryAfterMs` where it was told) or UPSTREAM_FAILED. No address, host or text of the other side
 * reaches a message.
 */
export interface Web {
  /** No host is allowed: every call would fail with NETWORK_OFF. */
  readonly isOff: boolean;
  fetch<Kind extends WebBodyKind = 'bytes'>(request: WebRequest<Kind>): Promise<WebAnswer<Kind>>;
  /** Ends calls under way, and every later one, as cancelled. */
  close(): Promise<void>;
}
