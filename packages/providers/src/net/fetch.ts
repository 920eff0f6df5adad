/** What the guarded client needs of `fetch`; the runtime's own keeps connections alive and shares them. */
export interface FetchOptions {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly redirect: 'manual';
  readonly signal: AbortSignal;
}

export type Fetch = (url: URL, options: FetchOptions) => Promise<Response>;
