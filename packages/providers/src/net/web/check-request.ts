/** A request as it may be sent, or INVALID_INPUT that names the field. Nothing of a URL is repeated: it may hold a secret. */
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { invalidField } from '@zapomni/core/errors';
import type { WebRequest } from '@zapomni/core/ports';

export interface CheckedRequest extends Omit<WebRequest, 'url' | 'method' | 'headers'> {
  readonly url: URL;
  readonly method: 'GET' | 'HEAD' | 'POST';
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

const MAX_URL_LENGTH = 8192;
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);
/** What belongs to the connection, to this client, or to a browser. */
const NOT_FOR_CALLERS =
  /^(accept|accept-encoding|connection|content-length|cookie2?|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|user-agent|via)$/;

export function checkRequest(request: WebRequest): CheckedRequest {
  const { method = 'GET', body } = request;
  if (!METHODS.has(method)) throw invalidField('method', 'takes GET, HEAD or POST');
  if (body !== undefined && method !== 'POST') throw invalidField('body', 'only goes with POST');
  return { ...request, method, url: checkUrl(request.url), headers: checkHeaders(request) };
}

function checkUrl(text: string): URL {
  if (text.length > MAX_URL_LENGTH) throw invalidField('url', `has more than ${MAX_URL_LENGTH} characters`);
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw invalidField('url', 'has to begin with https:// or http://');
  if (url.username !== '' || url.password !== '') throw invalidField('url', 'must not hold a name or password');
  url.hash = '';
  return url;
}

function checkHeaders({ headers = {}, accept }: WebRequest): Record<string, string> {
  const checked: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    if (NOT_FOR_CALLERS.test(lower))
      throw invalidField('headers', 'hold one that this client sets itself, or never sends');
    checkHeader('headers', lower, value);
    checked[lower] = value;
  }
  if (accept !== undefined) checkHeader('accept', 'accept', accept);
  return checked;
}

function checkHeader(field: string, name: string, value: string): void {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  } catch {
    throw invalidField(field, 'hold a name or value that HTTP does not allow');
  }
}
