/** One try to have a PDF from one address. What is no PDF is told from its first bytes, whatever it is called, and never kept. */
import { toZapomniError, ZapomniError, type ErrorCode } from '../../../errors/index.ts';
import type { Blob, WebAnswer } from '../../../ports/index.ts';
import type { Deps } from '../../deps.ts';
import { obeyRobots } from '../../robots/obey-robots.ts';
import { isShadowLibrary } from './shadow-libraries.ts';

export type FetchDeps = Pick<Deps, 'web' | 'blobs' | 'clock' | 'config' | 'logger'>;

/** `not_a_pdf`: a page for people, mostly; where it lies is `landing`. */
export type FetchedPdf =
  | { readonly status: 'downloaded'; readonly url: string; readonly blob: Blob }
  | { readonly status: 'not_a_pdf'; readonly landing: string; readonly type: string }
  | { readonly status: 'failed'; readonly code: ErrorCode; readonly reason: string; readonly retryAfterMs?: number };

export interface FetchPdf {
  readonly url: string;
  readonly timeoutMs: number;
  /** Where it may be led; anywhere that the settings allow, unless given. */
  readonly mayLead?: ((url: string) => boolean) | undefined;
  readonly signal?: AbortSignal | undefined;
}

const MAX_BYTES = 100_000_000;
const TRIES = 2;
const REFUSED = 400;
/** Readers have always looked for the signature in the first kilobyte. */
const WITHIN = 1024;

/** Fails only when it is cancelled, or when nothing can be kept. */
export async function fetchPdf(
  deps: FetchDeps,
  { url, timeoutMs, mayLead = () => true, signal }: FetchPdf,
): Promise<FetchedPdf> {
  const wanted = signal ? { signal } : {};
  try {
    if (deps.config.paper_offline) throw isOffline();
    if (isShadowLibrary(url)) throw inShadow();
    const pace = await obeyRobots(deps, url, signal);
    const answer = await deps.web.fetch({
      url,
      as: 'stream',
      cache: 'off',
      accept: 'application/pdf',
      tries: TRIES,
      timeoutMs,
      maxBytes: MAX_BYTES,
      pace,
      beforeRedirect: async (to) => allow(to, mayLead),
      ...wanted,
    });
    const pieces = answer.body[Symbol.asyncIterator]();
    const head = await beginning(pieces);
    if (answer.status >= REFUSED) return await ended(pieces, refusedBy(answer.status));
    if (!isPdf(head)) return await ended(pieces, noPdf(answer, head));
    const blob = await deps.blobs.put(again(head, pieces), { maxBytes: MAX_BYTES, ...wanted });
    return { status: 'downloaded', url: answer.url, blob };
  } catch (error) {
    return asFailed(error);
  }
}

function allow(to: string, mayLead: (url: string) => boolean): void {
  if (isShadowLibrary(to)) throw inShadow();
  if (!mayLead(to))
    throw new ZapomniError(
      'FORBIDDEN',
      'The address leads on to a place that no source names as one where it lies open.',
      {
        hint: 'Open it in a browser, and add the file if you may have it.',
      },
    );
}

/** What is kept of earlier answers says where a text lies, and is not the text. */
export function isOffline(): ZapomniError {
  return new ZapomniError('NETWORK_OFF', 'No text is fetched while ZAPOMNI_PAPER_OFFLINE is on.', {
    hint: 'Ask again with ZAPOMNI_PAPER_OFFLINE off.',
  });
}

function inShadow(): ZapomniError {
  return new ZapomniError('FORBIDDEN', 'The address is that of a shadow library, which is never asked.', {
    hint: 'locate_pdf names open copies; a file that you may have can be added by its path.',
  });
}

type Pieces = AsyncIterator<Uint8Array>;

async function beginning(pieces: Pieces): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  while (length < WITHIN) {
    const { done, value } = await pieces.next();
    if (done) break;
    parts.push(value);
    length += value.byteLength;
  }
  return Buffer.concat(parts);
}

async function* again(head: Uint8Array, pieces: Pieces): AsyncGenerator<Uint8Array> {
  try {
    yield head;
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value;
  } finally {
    await pieces.return?.();
  }
}

/** What is not wanted is not read to its end. */
async function ended(pieces: Pieces, fetched: FetchedPdf): Promise<FetchedPdf> {
  await pieces.return?.();
  return fetched;
}

function isPdf(head: Uint8Array): boolean {
  return Buffer.from(head.subarray(0, WITHIN)).includes('%PDF-');
}

function noPdf({ url, headers }: WebAnswer, head: Uint8Array): FetchedPdf {
  const text = Buffer.from(head).toString('latin1').trimStart();
  const isPage =
    /^(?:<!doctype html|<html|<head|<!--|<script)/i.test(text) || /html/i.test(headers['content-type'] ?? '');
  return { status: 'not_a_pdf', landing: url, type: isPage ? 'html' : (headers['content-type'] ?? 'unknown') };
}

function refusedBy(status: number): FetchedPdf {
  const isMissing = status === 404 || status === 410;
  const reason = isMissing
    ? 'There is no file at this address.'
    : `The server answered with ${status}; many publishers let only people in.`;
  return { status: 'failed', code: isMissing ? 'NOT_FOUND' : 'UPSTREAM_FAILED', reason };
}

function asFailed(error: unknown): FetchedPdf {
  const { code, message, hint, retryAfterMs, policy } = toZapomniError(error);
  if (code === 'CANCELLED' || code.startsWith('STORE_') || policy.fault === 'system') throw error;
  return {
    status: 'failed',
    code,
    reason: `${message} ${hint}`,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}
