/** Heads of an answer that say something of its content, and none that say something of the server or hand out secrets. */
import type { IncomingHttpHeaders } from 'node:http';

const SAFE: readonly string[] = [
  'accept-ranges',
  'age',
  'cache-control',
  'content-disposition',
  'content-language',
  'content-range',
  'content-type',
  'date',
  'etag',
  'expires',
  'last-modified',
  'link',
  'retry-after',
  'vary',
  'x-concurrency-limit',
  'x-rate-limit-interval',
  'x-rate-limit-limit',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-remaining-usd',
  'x-ratelimit-reset',
];

export function safeHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const safe: Record<string, string> = {};
  for (const name of SAFE) {
    const value = headers[name];
    if (value !== undefined) safe[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return safe;
}
