/** Calls of the API by name, with the types of the server and none of its code. */
import type { endpoints } from '@zapomni/api/endpoints';
import type { z } from 'zod';
import { ADDRESSES } from '../generated/addresses.ts';
import { signOut, token } from './session.ts';

type Endpoints = typeof endpoints;
export type CallName = keyof Endpoints & keyof typeof ADDRESSES;
export type Input<Name extends CallName> = z.input<Endpoints[Name]['input']>;
export type Output<Name extends CallName> = z.output<Endpoints[Name]['output']>;

/** What the server says went wrong, and what to do about it. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: string;
  readonly hint: string;

  constructor({ code, message, hint = '' }: { code: string; message: string; hint?: string }) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}

/** Answers that were given before, by address: the server says when one still holds. */
const known = new Map<string, { readonly etag: string; readonly body: unknown }>();
const MOST_KNOWN = 200;

export async function call<Name extends CallName>(
  name: Name,
  input: Input<Name>,
  stop?: AbortSignal,
): Promise<Output<Name>> {
  const [method, path] = ADDRESSES[name];
  const rest: Record<string, unknown> = { ...(input as object) };
  const address = path.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
    const value = String(rest[field]);
    delete rest[field];
    return encodeURIComponent(value);
  });
  const url = method === 'GET' ? `${address}${toQuery(rest)}` : address;
  const before = method === 'GET' ? known.get(url) : undefined;
  const response = await send(url, {
    method,
    headers: {
      authorization: `Bearer ${token.value ?? ''}`,
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
      ...(before ? { 'if-none-match': before.etag } : {}),
    },
    ...(method === 'GET' ? {} : { body: JSON.stringify(rest) }),
    ...(stop ? { signal: stop } : {}),
  });
  if (response.status === 304 && before) return before.body as Output<Name>;
  const body: unknown = await response.json();
  if (!response.ok) throw failure(response.status, body);
  if (method === 'GET') remember(url, response.headers.get('etag'), body);
  return body as Output<Name>;
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, credentials: 'omit' });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new CallError({ code: 'AWAY', message: 'The server does not answer.', hint: 'It may have been stopped.' });
  }
}

function toQuery(fields: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === '') continue;
    query.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return query.size === 0 ? '' : `?${query}`;
}

function failure(status: number, body: unknown): CallError {
  if (status === 401) signOut();
  const { error } = body as { error?: { code?: string | number; message?: string; hint?: string } };
  return new CallError({
    code: String(error?.code ?? status),
    message: error?.message ?? `The server answered ${status}.`,
    hint: error?.hint ?? '',
  });
}

function remember(url: string, etag: string | null, body: unknown): void {
  if (etag === null) return;
  known.delete(url);
  known.set(url, { etag, body });
  const [oldest] = known.keys();
  if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest);
}
